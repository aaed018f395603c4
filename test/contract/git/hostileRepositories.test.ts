import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { accessOf, filesBelow, named, testGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';

interface Entry {
  readonly mode: string;
  readonly name: string;
  readonly sha: string;
}

const repository = 'alice/git-hostile';

describe('A hostile repository', () => {
  let service: Service;
  let blob: string;

  before(async () => {
    service = await startService();
    const params = { name: 'git-hostile', path: 'git-hostile', auto_init: true };
    await service.act({ do: 'call', operation: 'own.createRepository', params, as: 'alice' });
    blob = await stored('blob', Buffer.from('text\n'));
  });
  after(() => service.close());
  afterEach(() => service.calm());

  /** Stores an object that git itself would not write. */
  async function stored(type: string, bytes: Uint8Array): Promise<string> {
    const git = await (await service.repository(repository)).record.git();
    return (await git.run(['hash-object', '-t', type, '--literally', '-w', '--stdin'], bytes)).toString().trim();
  }

  const tree = (entries: readonly Entry[]): Promise<string> =>
    stored(
      'tree',
      Buffer.concat(
        entries.flatMap(({ mode, name, sha }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, 'hex')]),
      ),
    );

  /** Makes a commit of `root` the head of a branch. */
  async function committed(root: string, parent?: string): Promise<string> {
    const person = 'A <a@example.org> 1700000000 +0000';
    const sha = await stored(
      'commit',
      Buffer.from(
        `tree ${root}\n${parent === undefined ? '' : `parent ${parent}\n`}author ${person}\ncommitter ${person}\n\nx\n`,
      ),
    );
    await (await service.repository(repository)).git(['update-ref', `refs/heads/b-${sha.slice(0, 8)}`, sha]);
    return sha;
  }

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
        return await tree([{ mode: '100644', name: '.gitmodules', sha: await stored('blob', Buffer.from(text)) }]);
      },
    ],
  ];
  for (const [title, root] of rejected)
    it(`with ${title} is not stored`, async () => {
      await using folder = await temporaryFolder();
      await using git = testGit(folder.path, accessOf(service, 'alice'));
      const commit = await committed(await root());
      const failure = await rejection(git.of(named(repository)).fetch(commit), 'refused');
      assert.equal(failure.reason, title === 'an empty name' ? 'damagedObject' : 'rejectedObject');
      assert.deepEqual(await filesBelow(git.cache), []);
    });

  const withFolder = async (name: string): Promise<string> =>
    await tree([{ mode: '40000', name, sha: await tree([{ mode: '100755', name: 'config', sha: blob }]) }]);

  it('with odd names, links, submodules and modes is listed exactly, and none of it is followed', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const link = await stored('blob', Buffer.from('/etc/passwd'));
    const entries: readonly Entry[] = [
      { mode: '100644', name: ' leading', sha: blob },
      { mode: '100644', name: '"quoted"', sha: blob },
      { mode: '100644', name: '--upload-pack=x', sha: blob },
      { mode: '100644', name: 'line\nbreak\ttab', sha: blob },
      { mode: '120000', name: 'link', sha: link },
      { mode: '160000', name: 'module', sha: '2'.repeat(40) },
      { mode: '100755', name: '名前', sha: blob },
    ];
    const commit = await committed(await tree(entries));
    await git.of(named(repository)).fetch(commit);
    const files = (await git.of(named(repository)).files(commit)) ?? [];
    assert.deepEqual(
      files.map(({ path, mode, sha }) => ({ mode, name: path, sha })),
      entries,
    );
    assert.deepEqual(
      files.map(({ size }) => size),
      entries.map(({ mode }) => (mode === '160000' ? undefined : mode === '120000' ? 11 : 5)),
    );
    assert.equal(Buffer.from((await git.read('local', link))?.bytes ?? []).toString(), '/etc/passwd');
  });

  it('with objects of old tools is fetched, and its history is listed', async () => {
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
      tip = await stored('commit', Buffer.from(text));
    }
    await (await service.repository(repository)).git(['update-ref', 'refs/heads/old-tools', tip]);
    await git.of(named(repository)).fetch(tip);
    service.clear();
    // The window knows that git rejects objects of this repository: it does not fetch twice again.
    await git.of(named(repository)).fetch(await committed(await tree([{ mode: '0100664', name: 'b', sha: blob }])));
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

  it('with a commit message of 50 MB is listed with the beginning of the message', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const person = 'A <a@example.org> 1700000000 +0000';
    const begin = `tree ${await tree([])}\nauthor ${person}\ncommitter ${person}\n\nSubject\n\n`;
    const commit = await stored('commit', Buffer.concat([Buffer.from(begin), Buffer.alloc(50_000_000, 'a')]));
    await (await service.repository(repository)).git(['update-ref', 'refs/heads/long-message', commit]);
    const [only] = await git.of(named(repository)).history.commits(commit, { path: '', skip: 0, limit: 10 });
    assert.ok(only !== undefined && only.message.startsWith('Subject\n\naaa'));
    assert.ok(only.message.length <= 1_000_000, String(only.message.length));
  });

  it('with a line of 100 MB is fetched without it, or without reading it into memory', async () => {
    const huge = await stored('blob', Buffer.alloc(100 * 1024 * 1024, 'a'));
    const commit = await committed(
      await tree([
        { mode: '100644', name: 'huge', sha: huge },
        { mode: '100644', name: 'small', sha: blob },
      ]),
    );
    for (const gitFilters of ['obeyed', 'ignored'] as const) {
      await using folder = await temporaryFolder();
      await using git = testGit(folder.path, accessOf(service, 'alice'));
      service.set({ habits: { gitFilters } });
      await git.of(named(repository)).fetch(commit);
      const [first] = (await git.of(named(repository)).files(commit)) ?? [];
      assert.equal(first?.size, gitFilters === 'obeyed' ? undefined : 100 * 1024 * 1024);
      const [none, small] = await Promise.all([git.read('local', huge), git.read('local', blob)]);
      assert.deepEqual([none, small?.bytes.length], [undefined, 5]);
    }
  });

  it('that names the same folders again and again is not listed', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    for (const [name, depth] of [
      ['folder', 8],
      ['folder'.repeat(40), 6],
    ] as const) {
      const root = await bomb(depth, name);
      const commit = await committed(root);
      await git.of(named(repository)).fetch(commit);
      assert.equal(await git.of(named(repository)).files(commit), undefined);
      assert.equal((await git.read('local', root))?.kind, 'tree');
    }
  });

  it('with a commit that names the same folders again and again lists its history, and no changes without end', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const { history } = git.of(named(repository));
    const first = await committed(await bomb(9, 'folder'));
    assert.equal((await rejection(history.changes(first), 'refused')).reason, 'tooManyFiles');
    // Git looks for the earlier name of the file among all that the commit deleted.
    const file = await tree([{ mode: '100644', name: 'file', sha: await stored('blob', Buffer.from('other\n')) }]);
    const second = await committed(file, first);
    assert.equal((await rejection(history.blame(second, 'file'), 'refused')).reason, 'tooManyFiles');
    const query = { path: '', skip: 0, limit: 10 };
    assert.equal((await history.commits(second, query)).length, 2);
    assert.equal(
      (await rejection(history.commits(second, { ...query, path: 'file' }), 'refused')).reason,
      'tooManyFiles',
    );
  });

  /** A tree of few kilobytes with ten folders in each folder, all the same, `depth` times. */
  async function bomb(depth: number, name: string): Promise<string> {
    let level = await tree([{ mode: '100644', name: 'deep', sha: blob }]);
    for (let at = 0; at < depth; at += 1)
      level = await tree(
        Array.from({ length: 10 }, (_, nth) => ({ mode: '40000', name: `${name}-${nth}`, sha: level })),
      );
    return level;
  }

  it('without all its folders is not stored', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const inner = await tree([{ mode: '100644', name: randomBytes(4).toString('hex'), sha: blob }]);
    const commit = await committed(await tree([{ mode: '40000', name: 'folder', sha: inner }]));
    const { directory } = await service.repository(repository);
    await rm(`${directory}/objects/${inner.slice(0, 2)}/${inner.slice(2)}`);
    await rejection(git.of(named(repository)).fetch(commit));
    assert.deepEqual(await filesBelow(git.cache), []);
  });
});
