import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authentication, commands, extensions } from 'vscode';
import type { Failure } from '../../../src/core/errors.ts';
import type { Exports } from '../../../src/editor/exports/api.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { writesAt } from './given.ts';

const at = { host: 'local', repository: 'alice/website' };

/** Commands that concern an account and change nothing, or are not among `writes`. */
const others: readonly (readonly [id: string, args: object])[] = [
  ['branch.remove', { ...at, branch: 'feature/login' }],
  ['branch.rename', { ...at, branch: 'feature/login', branch_name: 'x' }],
  ['commit.create', { ...at, ref: 'main', message: 'x' }],
  ['enterprise.members', { host: 'local', enterprise: 'globex' }],
  ['issue.editMany', { ...at, numbers: [1, 2], state: 'close' }],
  ['issue.startWork', { ...at, number: 1 }],
  ['key.show', { host: 'local', id: 7 }],
  ['member.check', { ...at, username: 'bob' }],
  ['tag.remove', { ...at, tag_name: 'v1.0' }],
  ['webhook.show', { ...at, id: 1 }],
];

describe('a command that needs an account, without one', () => {
  const service = new RemoteService();
  const person = new Person();
  let folder: string;

  before(async () => {
    await extensions.getExtension<Exports>('sourcehost.sourcehost')?.activate();
    for (const { id } of await authentication.getAccounts('sourcehost')) {
      const [host, account] = id.split('/');
      await commands.executeCommand('sourcehost.account.signOut', { host, account });
    }
    folder = await mkdtemp(join(tmpdir(), 'sourcehost-signed-out-'));
  });
  beforeEach(() => service.reset());
  after(async () => {
    await service.reset();
    await rm(folder, { recursive: true, force: true });
  });

  it('rejects as signedOut before a request', async () => {
    const changing = (await writesAt(service, folder)).filter(([id]) => id !== 'release.download');
    for (const [id, args] of [...changing, ...others]) {
      await service.clear();
      const { kind, reason } = await commands.executeCommand(`sourcehost.${id}`, args).then(
        () => assert.fail(`${id} succeeded`),
        (error: unknown) => error as Failure,
      );
      assert.deepEqual([id, kind, reason, await service.asked()], [id, 'signedOut', 'noAccount', []]);
    }
  });

  it('offers to sign in before it asks anything', async () => {
    await commands.executeCommand('sourcehost.repository.lock', at);
    person.sit();
    try {
      for (const id of ['branch.create', 'issue.create', 'webhook.create', 'member.add']) {
        await service.clear();
        const ran = commands.executeCommand(`sourcehost.${id}`);
        const { actions } = await person.answers(/No account is signed in/);
        await person.waitsFor(Promise.resolve(ran));
        assert.ok(actions.includes('Sign In'), `${id}: ${actions.join(', ')}`);
        assert.deepEqual([id, person.asked, await service.asked()], [id, 0, []]);
      }
    } finally {
      person.leave();
      await commands.executeCommand('sourcehost.repository.follow');
    }
  });
});
