import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, workspace } from 'vscode';
import { budget, within } from '../../budgets.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { fileUri } from '../../../src/editor/kit/uri.ts';
import { signIn } from '../kit/signIn.ts';
import { run } from '../kit/run.ts';

// No other test counts the requests for this repository. Signing out removes what git has of it, because it is private.
const at = { host: 'local', repository: 'alice/secrets' };
const name = { host: 'local', owner: 'alice', repo: 'secrets' };

describe('git underneath', () => {
  const service = new RemoteService();
  let base: string;
  let main: string;

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    base = await service.git('alice/secrets', 'rev-parse', 'main');
    const files = { 'docs/a.txt': 'a', 'docs/deep/b.txt': 'b\r\n', 'src/c.txt': 'c', 'README.md': 'changed' };
    await service.act({ do: 'push', repository: 'alice/secrets', branch: 'main', files });
    main = await service.git('alice/secrets', 'rev-parse', 'main');
  });
  after(async () => {
    await run('account.signOut', { host: 'local', account: 'alice' });
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await service.violations(), []);
  });

  it('repository.makeAvailableOffline rejects with a sentence while git is turned off', async () => {
    const settings = workspace.getConfiguration('sourcehost');
    await settings.update('git.enabled', 'off', ConfigurationTarget.Global);
    const rejected = await run('repository.makeAvailableOffline', at).then(
      () => '',
      (error: unknown) => String(error),
    );
    await settings.update('git.enabled', undefined, ConfigurationTarget.Global);
    assert.match(rejected, /sourcehost\.git\.enabled/);
  });

  it('repository.makeAvailableOffline resolves with the commit, and its files are read without a request', async () => {
    assert.equal(await run('repository.makeAvailableOffline', { ...at, ref: 'main' }), main);
    await service.clear();
    const root = fileUri({ ...name, ref: 'main', path: '' });
    for (const [entry] of await workspace.fs.readDirectory(root))
      await workspace.fs.stat(fileUri({ ...name, ref: 'main', path: entry }));
    const bytes = await workspace.fs.readFile(fileUri({ ...name, ref: 'main', path: 'docs/deep/b.txt' }));
    assert.equal(new TextDecoder().decode(bytes), 'b\r\n');
    assert.deepEqual(await service.asked(), []);
  });

  it('reads and pushes at the address in the record of the repository', async () => {
    await service.set({ habits: { gitAddress: 'without .git' } });
    try {
      await run('repository.show', at);
      const files = { 'docs/new.txt': 'new' };
      await service.act({ do: 'push', repository: 'alice/secrets', branch: 'elsewhere', files });
      const commit = await service.git('alice/secrets', 'rev-parse', 'elsewhere');
      assert.equal(await run('repository.makeAvailableOffline', { ...at, ref: 'elsewhere' }), commit);
      await run('repository.removeOffline', { ...at, ref: 'elsewhere' });
      await run('branch.remove', { ...at, branch: 'elsewhere' });
      await assert.rejects(service.git('alice/secrets', 'rev-parse', '--verify', 'refs/heads/elsewhere'));
    } finally {
      await service.set({ habits: { gitAddress: 'with .git' } });
      await run('repository.show', at);
    }
  });

  it('repository.removeOffline leaves what git has, and reads a new commit from the service without git', async () => {
    await run('repository.removeOffline', at);
    await service.clear();
    const read = async (ref: string): Promise<string> =>
      new TextDecoder().decode(await workspace.fs.readFile(fileUri({ ...name, ref, path: 'src/c.txt' })));
    assert.equal(await read('main'), 'c');
    assert.deepEqual(await service.asked(), []);
    await service.act({ do: 'push', repository: 'alice/secrets', branch: 'later', files: { 'src/c.txt': 'later' } });
    assert.equal(await read('later'), 'later');
    assert.deepEqual(await service.requests('git'), []);
    assert.ok((await service.asked()).some((operation) => operation.startsWith('files.')));
  });

  it('ref.compare takes few requests, whatever differs', async () => {
    await service.clear();
    const files = await run<{ path: string }[]>('ref.compare', {
      ...at,
      base,
      head: 'main',
    });
    const changed = await service.git('alice/secrets', 'diff', '--no-renames', '--name-only', base, 'main');
    assert.deepEqual(
      files.map(({ path }) => path),
      changed.split('\n').sort(),
    );
    // The command shows the view History, and the views beside it may ask for their lists already.
    const lists = new Set(['branches.list', 'issues.list', 'milestones.list', 'webhooks.list']);
    within(
      budget.requests.compare,
      (await service.asked()).filter((operation) => !lists.has(operation)),
    );
  });
});
