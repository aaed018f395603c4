import assert from 'node:assert/strict';
import { Uri, workspace } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { failure, run } from '../kit/run.ts';

const repository = 'alice/website';

describe('New files that .gitignore ignores', () => {
  const service = new RemoteService();
  const person = new Person();
  let branch = 'main';
  let website = { host: 'local', repository, ref: branch };
  let made = 0;
  const write = async (path: string, text: string): Promise<void> => {
    const uri = Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/${repository}@${branch}/${path}` });
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  };

  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    branch = `rules-${++made}`;
    website = { host: 'local', repository, ref: branch };
    await service.call('branches.create', { refs: 'main', branch_name: branch });
    await write('.gitignore', '*.log\n');
    await write('.gitattributes', '*.txt text\n');
    await write('new.log', 'findme\n');
    await write('new.txt', 'findme\r\n');
  });
  afterEach(async () => {
    await run('draft.discard', website).catch(() => undefined);
    assert.deepEqual(await service.violations(), []);
  });

  it('are not committed, unless the commit includes or names them', async () => {
    await run('commit.create', { ...website, message: 'Mine' });
    assert.equal(
      await service.git(repository, 'show', '--format=', '--name-only', branch),
      '.gitattributes\n.gitignore\nnew.txt',
    );
    assert.equal(await service.git(repository, 'cat-file', 'blob', `${branch}:new.txt`), 'findme');
    assert.deepEqual(await run('commit.create', { ...website, message: 'Mine' }), []);
    await run('commit.create', { ...website, message: 'Anyway', includeIgnored: true });
    assert.equal(await service.git(repository, 'show', `${branch}:new.log`), 'findme');
  });

  it('are named when there is nothing else to commit', async () => {
    await run('commit.create', { ...website, message: 'Mine' });
    person.sit();
    const nothing = failure(run('commit.create', website));
    await person.enters('Mine');
    await person.tells(/\.gitignore ignores new\.log/);
    assert.equal((await nothing).kind, 'cancelled');
    person.leave();
    await run('commit.createIgnored', { ...website, message: 'Anyway', paths: ['new.log'] });
    assert.equal(await service.git(repository, 'show', `${branch}:new.log`), 'findme');
  });

  it('are found by a search only if it includes them', async () => {
    const found = async (): Promise<unknown> => {
      const { matches } = await run<{ matches: { path: string }[] }>('search.text', { ...website, query: 'findme' });
      return matches.map(({ path }) => path);
    };
    assert.deepEqual(await found(), ['new.txt']);
  });

  it('are opened by their path, and made executable', async () => {
    const { path } = await run<{ path: string }>('file.open', { ...website, path: 'new.log' });
    assert.equal(path, 'new.log');
    await run('change.makeExecutable', { ...website, paths: ['new.txt'] });
    await run('commit.create', { ...website, message: 'Mine' });
    assert.match(await service.git(repository, 'ls-tree', branch, 'new.txt'), /^100755 /);
  });
});
