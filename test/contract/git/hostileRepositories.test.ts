import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { accessOf, filesBelow, gitOfAlice, named, testGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { suiteService } from '../kit/suiteService.ts';
import { HostileObjects, repository, type Entry } from '../kit/hostileObjects.ts';

describe('A hostile repository', () => {
  const service = suiteService();
  let blob: string;
  let objects: HostileObjects;
  const tree = (entries: readonly Entry[]): Promise<string> => objects.tree(entries);

  before(async () => {
    objects = await HostileObjects.in(service);
    blob = objects.blob;
  });

  const rejected: readonly [string, () => Promise<string>][] = [
    ['.git', () => withFolder('.git')],
    ['.GIT', () => tree([{ mode: '100644', name: '.GIT', sha: blob }])],
    ['git~1', () => tree([{ mode: '100644', name: 'git~1', sha: blob }])],
    ['..', () => tree([{ mode: '100644', name: '..', sha: blob }])],
    ['a path with a slash', () => tree([{ mode: '100644', name: 'a/b', sha: blob }])],
    ['an empty name', () => tree([{ mode: '100644', name: '', sha: blob }])],
    [
      'the same name twice',
      () =>
        tree([
          { mode: '100644', name: 'a', sha: blob },
          { mode: '100755', name: 'a', sha: blob },
        ]),
    ],
    [
      'a .gitmodules that runs a command',
      async () => {
        const text = '[submodule "x"]\n\tpath = x\n\turl = -u./payload\n';
        return await tree([
          { mode: '100644', name: '.gitmodules', sha: await objects.stored('blob', Buffer.from(text)) },
        ]);
      },
    ],
  ];
  for (const [title, root] of rejected)
    it(`is not stored with ${title}`, async () => {
      await using git = await gitOfAlice(service);
      const commit = await objects.committed(await root());
      const failure = await rejection(git.of(named(repository)).fetch(commit), 'refused');
      assert.equal(failure.reason, title === 'an empty name' ? 'damagedRepository' : 'rejectedObject');
      assert.deepEqual(await filesBelow(git.cache), []);
    });

  const withFolder = async (name: string): Promise<string> =>
    await tree([{ mode: '40000', name, sha: await tree([{ mode: '100755', name: 'config', sha: blob }]) }]);

  it('is listed exactly with odd names, links, submodules and modes, and none of it is followed', async () => {
    await using git = await gitOfAlice(service);
    const link = await objects.stored('blob', Buffer.from('/etc/passwd'));
    const entries: readonly Entry[] = [
      { mode: '100644', name: ' leading', sha: blob },
      { mode: '100644', name: '"quoted"', sha: blob },
      { mode: '100644', name: '--upload-pack=x', sha: blob },
      { mode: '100644', name: 'line\nbreak\ttab', sha: blob },
      { mode: '120000', name: 'link', sha: link },
      { mode: '160000', name: 'module', sha: '2'.repeat(40) },
      { mode: '100755', name: '名前', sha: blob },
    ];
    const commit = await objects.committed(await tree(entries));
    await git.of(named(repository)).fetch(commit);
    const files = (await git.of(named(repository)).files(commit)) ?? [];
    assert.deepEqual(
      files.map(({ path, mode, sha }) => ({ mode, name: path, sha })),
      // Control characters are shown as those that are no UTF-8.
      entries.map((entry) => ({ ...entry, name: entry.name.replaceAll(/[\n\t]/g, '\ufffd') })),
    );
    assert.deepEqual(
      files.map(({ size }) => size),
      entries.map(({ mode }) => (mode === '160000' ? undefined : mode === '120000' ? 11 : 5)),
    );
    assert.equal(Buffer.from((await git.read('local', link))?.bytes ?? []).toString(), '/etc/passwd');
  });

  it('is fetched with objects of old tools, and its history is listed', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const padded = await tree([
      { mode: '040000', name: 'folder', sha: await tree([{ mode: '0100664', name: 'a', sha: blob }]) },
    ]);
    const people = [
      'A <a@example.org> 1700000000 +051800',
      'A <a@example.org>1700000000 +0000',
      'A <a@example.org> 01700000000 +0000',
      '<a@example.org> 1700000000 +0000',
      'A a@example.org 1700000000 +0000',
      'A <a@example.org> never',
    ];
    const committer = 'committer B <b@example.org> 1700000000 +0000\n';
    const headers = [
      ...people.map((person) => `author ${person}\n${committer}`),
      committer,
      `author ${people[0]}\n`,
      '',
    ];
    let tip = '';
    for (const [index, header] of headers.entries()) {
      const parent = tip === '' ? '' : `parent ${tip}\n`;
      const text = `tree ${padded}\n${parent}${header}\nCommit ${index}\0 after NUL\n`;
      tip = await objects.stored('commit', Buffer.from(text));
    }
    await (await service.repository(repository)).git(['update-ref', 'refs/heads/old-tools', tip]);
    await git.of(named(repository)).fetch(tip);
    service.clear();
    // The window knows that git rejects objects of this repository: it does not fetch twice again.
    await git
      .of(named(repository))
      .fetch(await objects.committed(await tree([{ mode: '0100664', name: 'b', sha: blob }])));
    assert.equal(service.requests.filter(({ method }) => method === 'GET').length, 1);
    const [only] = (await git.of(named(repository)).files(tip)) ?? [];
    assert.deepEqual([only?.path, only?.sha], ['folder/a', blob]);
    for (const path of ['', 'folder/a', 'folder']) {
      const commits = await git.of(named(repository)).history.commits(tip, { path, skip: 0, limit: 10 });
      assert.equal(commits.length, path === '' ? headers.length : 1, path);
      assert.equal(commits.at(-1)?.message, 'Commit 0');
    }
    assert.equal((await git.of(named(repository)).history.blame(tip, 'folder/a')).lines.length, 1);
  });

  it('is not listed if it names the same folders again and again', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const root = await objects.bomb(6, 'folder'.repeat(40));
    const commit = await objects.committed(root);
    await git.of(named(repository)).fetch(commit);
    assert.equal(await git.of(named(repository)).files(commit), undefined);
    assert.equal((await git.read('local', root))?.kind, 'tree');
  });

  it('is not stored without all its folders', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const inner = await tree([{ mode: '100644', name: randomBytes(4).toString('hex'), sha: blob }]);
    const commit = await objects.committed(await tree([{ mode: '40000', name: 'folder', sha: inner }]));
    const { directory } = await service.repository(repository);
    await rm(`${directory}/objects/${inner.slice(0, 2)}/${inner.slice(2)}`);
    await rejection(git.of(named(repository)).fetch(commit));
    assert.deepEqual(await filesBelow(git.cache), []);
  });
});
