import { commands } from 'vscode';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ledger } from '../../kit/reliability/ledger.ts';
import { habitsTogether, mayBeDone, troubles } from '../../kit/reliability/troubles.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { writesAt } from '../commands/given.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const at = { host: 'local', repository: 'alice/website' };
/** Commands that only read, and the operation that does it. */
const reads: readonly (readonly [id: string, args: Readonly<Record<string, unknown>>, operation: string])[] = [
  ['branch.show', { ...at, branch: 'main' }, 'branches.get'],
  ['member.check', { ...at, username: 'bob' }, 'members.permission'],
  ['organization.show', { host: 'local', org: 'acme' }, 'organizations.get'],
  ['enterprise.members', { host: 'local', enterprise: 'globex' }, 'enterprises.members'],
  ['repository.showPermissionMode', at, 'repositories.permissionMode'],
  ['release.showLatest', at, 'releases.latest'],
  ['search.users', { host: 'local', q: 'b' }, 'search.users'],
  ['search.issues', { host: 'local', q: 'a', repo: 'alice/website' }, 'search.issues'],
  ['search.repositories', { host: 'local', q: 'module' }, 'search.repositories'],
];

describe('commands', () => {
  const service = new RemoteService();
  const person = new Person();
  const ledger = new Ledger('commands');
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sourcehost-commands-'));
    await service.reset();
    ledger.open();
    person.sit();
  });
  after(async () => {
    ledger.close();
    person.leave();
    await tidy();
    await service.reset();
    await rm(folder, { recursive: true, force: true });
  });

  for (const trouble of troubles(habitsTogether)) {
    it(`succeed or report an error: ${trouble.name}`, async function () {
      this.timeout(240_000);
      const line = ledger.begin(trouble);
      await service.reset();
      await signIn(service, 'alice');
      const all = [...(await writesAt(service, folder)), ...reads];
      const { habits, fault } = trouble;
      if (habits !== undefined) await service.set({ habits });
      const operations = new Set(all.map(([, , operation]) => operation));
      if (fault !== undefined) for (const operation of operations) await service.fail({ operation, fault });
      await service.clear();
      await Promise.all(
        all.map(async ([id, args, operation]) => {
          line.cell(operation);
          const { error } = await line.ends(id, commands.executeCommand(`sourcehost.${id}`, args), 100_000);
          if (error === undefined) return;
          const { name, message } = error as Error;
          if (name !== 'Failure') line.note('unclear', `${id} fails with ${name}: ${message}`);
          else line.reads(id, message);
        }),
      );
      if (mayBeDone(trouble) && fault !== undefined) {
        const sent = await service.changes();
        for (const operation of operations) {
          const asked = all.filter(([, , one]) => one === operation).length;
          const times = sent.filter((request) => request.operation === operation).length;
          if (times > asked) line.note('lost', `${operation} was sent ${times} times for ${asked} commands`);
        }
      }
      await service.calm();
      // A program receives the error as a rejection; the user sees no message.
      if (person.told.length > 0) line.note('storms', person.told.map(({ text }) => text).join('; '));
      person.leave();
      person.sit();
      line.end();
    });
  }
});
