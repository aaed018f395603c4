import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, extensions, window } from 'vscode';
import type { Failure } from '../../../src/core/errors.ts';
import type { CommandDescription } from '../../../src/editor/kit/commands/describe.ts';
import type { Exports } from '../../../src/editor/exports/api.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { surface, writes } from '../../kit/surface.ts';
import type { Fault } from '../../service/faults.ts';
import { signIn } from '../kit/signIn.ts';
import { writesAt } from './given.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly menus: {
      readonly commandPalette: readonly { readonly command: string; readonly when: string }[];
      readonly 'view/item/context': readonly { readonly command?: string }[];
    };
  };
}

const prefix = 'sourcehost.';
const extension = extensions.getExtension<Exports>('sourcehost.sourcehost');
const at = { host: 'local', repository: 'alice/website' };
const run = async (id: string, args: object): Promise<unknown> => await commands.executeCommand(prefix + id, args);

const failure = async (id: string, args: object): Promise<Failure> =>
  await run(id, args).then(
    () => assert.fail(`${id} ${JSON.stringify(args)} succeeded`),
    (thrown: unknown) => thrown as Failure,
  );

describe('the public commands', () => {
  const service = new RemoteService();
  let described: readonly CommandDescription[] = [];

  before(async () => {
    assert.ok(extension, 'the extension is not installed');
    described = await (await extension.activate()).getApi(1).commands();
    await service.reset();
    await signIn(service, 'alice');
  });
  after(async () => {
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  it('exist, have a title, and are in the palette or on a row', async () => {
    const root = extension?.extensionPath ?? '';
    const json = async <T>(file: string): Promise<T> => JSON.parse(await readFile(join(root, file), 'utf8')) as T;
    const { contributes } = await json<Manifest>('package.json');
    const [english, chinese] = await Promise.all([
      json<Record<string, string>>('package.nls.json'),
      json<Record<string, string>>('package.nls.zh-cn.json'),
    ]);
    const registered = await commands.getCommands(true);
    const { commandPalette, 'view/item/context': onRows } = contributes.menus;
    const hidden = commandPalette.filter(({ when }) => when === 'false');
    // These open a document that another command opens too, or read for a program what a page shows.
    const programs = ['milestone.edit', 'release.edit', 'issue.comments', 'pullRequest.comments', 'pullRequest.get'];
    const rows = new Set([
      ...programs.map((id) => prefix + id),
      ...onRows.map(({ command = '' }) => command.replace(/OnRow$/, '')),
    ]);
    // The source control provider registers the commit commands; once one of them exists, all must exist.
    const committing = contributes.commands.some(({ command }) => command.startsWith(`${prefix}commit.`));
    for (const id of surface.filter((one) => committing || !one.startsWith('commit.'))) {
      const command = prefix + id;
      const found = contributes.commands.find((one) => one.command === command);
      assert.ok(found, `${id} is not declared`);
      assert.equal(found.category, 'Sourcehost', id);
      const name = found.title.replaceAll('%', '');
      assert.ok(english[name], `${id} has no title`);
      const translated = chinese[name];
      if (translated !== undefined) assert.match(translated, /\p{Script=Han}/u, `${id} has no Chinese title`);
      assert.ok(registered.includes(command), `${id} is not registered`);
      const isHidden = hidden.some((one) => one.command === command);
      assert.ok(!isHidden || rows.has(command), `${id} is neither in the palette nor on a row`);
    }
  });

  it('refuse unknown fields and wrong values by the name of the field, before any request', async () => {
    await service.clear();
    for (const { id, arguments: fields } of described) {
      const short = id.slice(prefix.length);
      const wrong = [...fields.map(({ name }) => name), 'no_such_field', 'constructor'];
      for (const field of wrong) {
        const { name, kind, field: named, message } = await failure(short, { [field]: { not: ['this'] } });
        assert.deepEqual([name, kind, named], ['Failure', 'invalid', field], `${short} ${field}`);
        assert.ok(message.includes(field), `${short}: ${message}`);
      }
    }
    assert.deepEqual(await service.asked(), []);
  });

  it('reject as cancelled when a question is dismissed, and change nothing', async () => {
    // A modal message does not open in a window of tests; Escape closes it.
    const { showWarningMessage } = window;
    Object.assign(window, { showWarningMessage: () => Promise.resolve(undefined) });
    const changing = writes.map(([id]) => id).filter((id) => !['repository.create', 'key.add'].includes(id));
    for (const { id, arguments: fields } of described) {
      const short = id.slice(prefix.length);
      if (!changing.includes(short) || !fields.some(({ required }) => required)) continue;
      const base = fields.some(({ name }) => name === 'repository') ? at : { host: 'local' };
      const dismissing = setInterval(() => void commands.executeCommand('workbench.action.closeQuickOpen'), 20);
      const { kind } = await failure(short, base).finally(() => clearInterval(dismissing));
      assert.equal(kind, 'cancelled', short);
    }
    Object.assign(window, { showWarningMessage });
    assert.deepEqual(await service.changes(), []);
  });

  describe('with a change', () => {
    let folder: string;
    let given: Awaited<ReturnType<typeof writesAt>>;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'sourcehost-surface-'));
      given = await writesAt(service, folder);
    });
    after(() => rm(folder, { recursive: true, force: true }));
    afterEach(() => service.heal());

    it('refuse a control character in a name, ref or path by the name of its argument, before any request', async () => {
      const texts = new Set(['body', 'description', 'password', 'target', 'title']);
      const others: typeof given = [
        ['file.open', { ...at, path: 'README.md', ref: 'main' }, ''],
        ['ref.compare', { ...at, base: 'main', head: 'develop' }, ''],
        ['search.text', { ...at, query: 'x', ref: 'main' }, ''],
        ['tag.remove', { ...at, tag_name: 'v1.0' }, ''],
        ['branch.rename', { ...at, branch: 'develop', branch_name: 'x' }, ''],
      ];
      await service.clear();
      for (const [id, args] of [...given, ...others]) {
        const names = Object.entries(args).filter(
          ([name, value]) =>
            typeof value === 'string' && !texts.has(name) && !(id === 'search.text' && name === 'query'),
        );
        for (const [name, value] of names) {
          const refused = await failure(id, { ...args, [name]: `${String(value)}\0x` });
          const isKnown = refused.kind === 'invalid' || (name === 'host' && refused.kind === 'missing');
          assert.deepEqual([id, isKnown, refused.field], [id, true, name], refused.message);
        }
      }
      assert.deepEqual(await service.asked(), []);
    });

    const cases: readonly (readonly [string, Fault, readonly string[], RegExp])[] = [
      [
        'are forbidden',
        { kind: 'error', status: 403, words: 'no' },
        ['forbidden'],
        /(^|: )alice has no permission for this\./,
      ],
      ['are offline', { kind: 'reset', at: 'headers' }, ['unreachable'], /connection|reached|network|answer was lost/i],
    ];
    for (const [title, fault, kinds, words] of cases) {
      it(`report that they ${title}`, async () => {
        for (const [id, args, operation] of given) {
          // After a broken connection these read the record again: if it is so already, they succeed.
          if (fault.kind === 'reset' && /^(issues|milestones|releases)\.edit$/.test(operation)) continue;
          await service.fail({ operation, fault });
          const { name, kind, message } = await failure(id, args);
          assert.equal(name, 'Failure', id);
          assert.ok(kinds.includes(kind), `${id}: ${kind}: ${message}`);
          assert.match(message, words, `${id}: ${message}`);
          assert.ok(!message.includes('demo') && !message.includes('[object'), message);
          await service.heal();
        }
      }).timeout(60_000);
    }
  });
});
