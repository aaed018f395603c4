import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitHistory, HistoryCommit, NewestCommits } from '../../../../src/domain/git/gitHistory.ts';
import { blamedLines, gitBlame } from '../../../kit/historyOracle.ts';
import { accessOf, filesBelow, gitOfAlice, named, testGit, type TestGit, watchedGit } from '../../../kit/localGit.ts';
import { writeRandomHistory } from '../../../kit/randomHistory.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import { until } from '../../../kit/until.ts';
import { git as runGit } from '../../../service/git/command.ts';
import { importHistory, type SeedCommit } from '../../../service/git/fastImport.ts';
import type { ServedRepository } from '../../../service/handle.ts';
import { suiteService } from '../../kit/suiteService.ts';

const clone = 'alice/website';

describe('The history of a remote repository', () => {
  const service = suiteService();
  let git: TestGit;
  let served: ServedRepository;
  let history: GitHistory;
  let tip: string;

  before(async () => {
    git = await gitOfAlice(service);
    served = await service.repository(clone);
    await writeRandomHistory(served.directory, { branch: 'random', seed: 7, commits: 80 });
    tip = await served.git(['rev-parse', 'random']);
    ({ history } = git.of(named(clone)));
  });
  after(() => git[Symbol.asyncDispose]());

  const written = async (args: readonly string[], input: string): Promise<string> =>
    (await runGit(served.directory, args, input)).toString().trim();

  const gitRequests = (): string[] =>
    service.requests.filter(({ operation }) => operation === 'git').map(({ method, path }) => `${method} ${path}`);

  it('is that of git log, fetched without files in one fetch, page by page', async function () {
    this.timeout(60_000);
    const first = await history.commits(tip, { path: '', skip: 0, limit: 50 });
    assert.deepEqual(gitRequests(), [
      'GET /alice/website.git/info/refs?service=git-upload-pack',
      'POST /alice/website.git/git-upload-pack',
    ]);
    const rest = await history.commits(tip, { path: '', skip: 50, limit: 1_000 });
    assert.equal(gitRequests().length, 2);
    assert.deepEqual([...first, ...rest].map(lineOf), await logOf(served, [tip]));
    const messages = await served.git(['log', '-z', '--format=%B', tip]);
    assert.deepEqual(
      [...first, ...rest].map(({ message }) => message),
      messages
        .split('\0')
        .slice(0, -1)
        .map((message) => message.trimEnd()),
    );
  });

  it('notes the paths that each commit changed, beside the calls', async () => {
    await using window = await gitOfAlice(service);
    const local = window.of(named(clone)).history;
    const query = { path: 'src', skip: 0, limit: 1_000 };
    const before = (await local.commits(tip, query)).map(lineOf);
    // BDAT is the part of a commit graph that has the paths.
    await until(async () => {
      const [graph] = (await filesBelow(window.cache)).filter((name) => name.endsWith('commit-graph'));
      return graph !== undefined && (await readFile(join(window.cache, graph))).includes('BDAT');
    });
    assert.deepEqual((await local.commits(tip, query)).map(lineOf), before);
    await window.of(named(clone)).remove();
    assert.deepEqual(await filesBelow(window.cache), []);
  });

  it('reads the history of a path with a commit graph, also after a process was killed while it wrote one', async () => {
    await using window = await gitOfAlice(service);
    const local = window.of(named(clone)).history;
    const read = async (): Promise<string[]> =>
      (await local.commits(tip, { path: 'src', skip: 0, limit: 1_000 })).map(lineOf);
    const graphs = async (): Promise<string[]> =>
      (await filesBelow(window.cache)).filter((name) => name.includes('commit-graph'));
    await local.commits(tip, { path: '', skip: 0, limit: 1 });
    const [info = ''] = (await filesBelow(window.cache)).filter((name) => name.endsWith('/HEAD'));
    await writeFile(join(window.cache, info, '../objects/info/commit-graph.lock'), '');
    const expected = await logOf(served, [tip, '--', 'src']);
    for (let time = 0; time < 2; time += 1) {
      assert.deepEqual(await read(), expected);
      // A lock of its own may stand there while git adds the changed paths.
      await until(async () => {
        const names = (await graphs()).map((name) => name.slice(name.lastIndexOf('/') + 1));
        return names.join() === 'commit-graph';
      });
    }
  });

  it('has each commit by its sha, without a request', async () => {
    const repository = git.of(named(clone));
    const commits = await history.commits(tip, { path: '', skip: 0, limit: 5 });
    service.clear();
    for (const commit of commits) assert.deepEqual(await repository.historyCommit(commit.sha), commit);
    const sha = commits[0]?.sha ?? '';
    const blob = (await served.git(['ls-tree', '-r', tip])).slice(12, 52);
    for (const other of [sha.slice(0, 10), '1'.repeat(40), blob])
      assert.equal(await repository.historyCommit(other), undefined, other);
    assert.equal(await git.of(named('alice/demo')).historyCommit(sha), undefined);
    assert.deepEqual(service.requests, []);
  });

  it('sends no request for another page of the history of a file', async () => {
    const [path = ''] = (await served.git(['ls-tree', '-r', '--name-only', '-z', tip])).split('\0');
    const commits = await history.commits(tip, { path, skip: 0, limit: 1_000 });
    assert.ok(commits.length > 0);
    service.clear();
    assert.deepEqual(await history.commits(tip, { path, skip: 1, limit: 1 }), commits.slice(1, 2));
    assert.deepEqual(gitRequests(), []);
  });

  it('lists for a folder what git log lists', async function () {
    this.timeout(120_000);
    for (const path of ['src', 'src/deep', 'side', 'docs']) {
      const commits = await history.commits(tip, { path, skip: 0, limit: 1_000 });
      assert.deepEqual(commits.map(lineOf), await logOf(served, [tip, '--', path]), path);
    }
  });

  it('has the commits of git subtree, whose root is a folder of another commit', async function () {
    this.timeout(60_000);
    const [entry = ''] = (await served.git(['ls-tree', '-r', tip])).split('\n');
    const blob = entry.slice(12, 52);
    const folderOf = async (name: string, line: string): Promise<string> => {
      await served.git(['read-tree', '--empty']);
      await served.git(['update-index', '--add', '--cacheinfo', `100644,${line},${name}`]);
      return await served.git(['write-tree']);
    };
    const commit = async (tree: string, ...parents: string[]): Promise<string> =>
      await served.git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', 'Commit']);
    const part = await commit(await folderOf('a', blob));
    const merged = await commit(await folderOf('part/a', blob), part);
    await served.git(['update-ref', 'refs/heads/subtree', merged]);
    const commits = await history.commits(merged, { path: 'part/a', skip: 0, limit: 10 });
    const expected = await served.git(['log', '--follow', '--format=%H', merged, '--', 'part/a']);
    assert.deepEqual(
      commits.map(({ sha }) => sha),
      expected.split('\n'),
    );
    assert.equal(commits.length, 2);
    const { lines } = await history.blame(merged, 'part/a');
    assert.deepEqual(new Set(lines.map(({ sha, path }) => `${sha} ${path}`)), new Set([`${part} a`]));
  });

  it('begins for a path with the commits of the last year, before the others are here', async function () {
    this.timeout(60_000);
    const blobs = [
      ...new Set((await served.git(['ls-tree', '-r', tip])).split('\n').map((line) => line.slice(12, 52))),
    ];
    assert.ok(blobs.length >= 3);
    const last = Date.UTC(2010, 0, 1) / 1_000;
    const shas: string[] = [];
    // The newest three are of the last year before the newest one.
    for (const [index, days] of [900, 800, 300, 200, 0].entries()) {
      const tree = await written(['mktree'], `100644 blob ${blobs[index % 3]}\ta\n`);
      const parent = shas[0] === undefined ? '' : `parent ${shas[0]}\n`;
      const person = `A <a@example.org> ${last - days * 86_400} +0000`;
      const text = `tree ${tree}\n${parent}author ${person}\ncommitter ${person}\n\nCommit ${index}\n`;
      shas.unshift(await written(['hash-object', '-t', 'commit', '-w', '--stdin'], text));
    }
    const [newest = ''] = shas;
    await served.git(['update-ref', 'refs/heads/years', newest]);
    for (const known of ['nothing', 'the commits'] as const) {
      await using other = await temporaryFolder();
      const { command, open } = await waitingGit(other.path);
      await using window = testGit(other.path, accessOf(service, 'alice'), { command });
      const opened = window.of(named(clone)).history;
      if (known === 'the commits') await opened.commits(newest, { path: '', skip: 0, limit: 10 });
      const parts: NewestCommits[] = [];
      const onNewest = (part: NewestCommits): void => {
        parts.push(part);
        open();
      };
      const read = async (): Promise<string[]> =>
        (await opened.commits(newest, { path: 'a', skip: 0, limit: 10 }, { onNewest })).map(({ sha }) => sha);
      assert.deepEqual(await read(), shas);
      assert.deepEqual(
        parts.map(({ commits, since }) => [commits.map(({ sha }) => sha), since]),
        [[shas.slice(0, 2), (last - 365 * 86_400) * 1_000]],
        known,
      );
      assert.deepEqual(await read(), shas);
      assert.equal(parts.length, 1);
      assert.ok((await filesBelow(window.cache)).every((name) => !name.includes('/fetch-')));
    }
  });

  it('begins for a path with at most a thousand commits, if it is known when they were made', async function () {
    this.timeout(60_000);
    const author = { name: 'A', email: 'a@example.org' };
    const newest = 1_700_000_000;
    const steps = Array.from({ length: 1_100 }, (_, index) => ({
      branch: 'many',
      message: `Commit ${index}\n`,
      author,
      time: newest - (1_099 - index) * 60,
      files: { [`${index % 10}`]: `${index}` },
    }));
    await importHistory(served.directory, steps);
    const many = await served.git(['rev-parse', 'many']);
    await using other = await temporaryFolder();
    const { command, open } = await waitingGit(other.path);
    await using window = testGit(other.path, accessOf(service, 'alice'), { command });
    const opened = window.of(named(clone)).history;
    await opened.commits(many, { path: '', skip: 0, limit: 10 });
    const parts: NewestCommits[] = [];
    const onNewest = (part: NewestCommits): void => {
      parts.push(part);
      open();
    };
    assert.equal((await opened.commits(many, { path: '9', skip: 0, limit: 200 }, { onNewest })).length, 110);
    assert.deepEqual(
      parts.map(({ commits, since }) => [commits.length, since]),
      [[100, (newest - 1_000 * 60) * 1_000]],
    );
  });

  it('begins for a path with the newest commits also if a host names commits that it does not send', async () => {
    // A merge with one parent that is too old is sent without both. The other one is still named as one of the oldest.
    const person = { name: 'A', email: 'a@example.org' };
    const newest = 1_700_000_000;
    const day = 24 * 60 * 60;
    const step = (branch: string, days: number, files: Record<string, string>, more = {}): SeedCommit => {
      return { branch, message: 'Commit\n', author: person, time: newest - days * day, files, ...more };
    };
    await importHistory(served.directory, [
      step('merged', 1_000, { a: '0\n' }),
      step('old', 900, { b: '0\n' }, { from: 'merged' }),
      step('merged', 100, { a: '1\n' }),
      step('merged', 50, {}, { merge: 'old' }),
      step('merged', 0, { a: '2\n' }),
    ]);
    const tip = await served.git(['rev-parse', 'merged']);
    await using other = await temporaryFolder();
    const { command, open } = await waitingGit(other.path);
    await using window = testGit(other.path, accessOf(service, 'alice'), { command });
    const parts: NewestCommits[] = [];
    const onNewest = (part: NewestCommits): void => {
      parts.push(part);
      open();
    };
    const { history } = window.of(named(clone));
    const commits = await history.commits(tip, { path: 'a', skip: 0, limit: 10 }, { onNewest });
    assert.equal(commits.length, 3);
    assert.deepEqual(
      parts.map((part) => part.commits.map(({ sha }) => sha)),
      [[tip]],
    );
  });

  /** Commits these files one after another, as `refs/heads/<branch>`; returns the shas, newest first. */
  const commitAll = async (branch: string, versions: readonly Record<string, string>[]): Promise<string[]> => {
    const steps = versions.map((files, index): SeedCommit => {
      const gone = Object.keys(versions[index - 1] ?? {}).map((path) => [path, null] as const);
      const author = { name: 'A', email: 'a@example.org' };
      const changes = { ...Object.fromEntries<null>(gone), ...files };
      return { branch, message: 'Commit\n', author, time: 1_700_000_000 + index, files: changes };
    });
    await importHistory(served.directory, steps);
    return (await served.git(['rev-list', branch])).split('\n');
  };

  it('tells the commits of a file down to the one that added it, before contents are fetched for its earlier name', async () => {
    await using window = await gitOfAlice(service);
    const local = window.of(named(clone)).history;
    const lines = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
    const [one, two, three] = [0, 1, 2].map((count) => `${lines}${'+'.repeat(count)}`);
    const [last = '', added = '', first = ''] = await commitAll('copied', [
      { a: one ?? '', z: 'z\n' },
      { a: one ?? '', b: two ?? '', z: 'z\n' },
      { a: one ?? '', b: three ?? '', z: 'z\n' },
    ]);
    await local.commits(last, { path: 'z', skip: 0, limit: 10 });
    service.clear();
    const told: (NewestCommits & { requests: number })[] = [];
    const onNewest = (part: NewestCommits): void => void told.push({ ...part, requests: gitRequests().length });
    const commits = await local.commits(last, { path: 'b', skip: 0, limit: 10 }, { onNewest });
    assert.deepEqual(
      commits.map(({ sha, file }) => [sha, file?.path, file?.oldPath]),
      [
        [last, 'b', undefined],
        [added, 'b', 'a'],
        [first, 'a', undefined],
      ],
    );
    assert.deepEqual(
      told.map(({ commits, since, requests }) => [commits.map(({ sha }) => sha), since, requests]),
      [[[last, added], 1_700_000_001_000, 0]],
    );
    assert.equal(gitRequests().length, 2);
    // A view that asks again for the whole list would ask without end.
    assert.deepEqual(await local.commits(last, { path: 'b', skip: 0, limit: 10 }, { onNewest }), commits);
    assert.equal(told.length, 1);
  });

  it('runs git blame once for a file that is read in parts', async () => {
    await using folder = await temporaryFolder();
    const watched = await watchedGit(folder.path);
    await using window = testGit(folder.path, accessOf(service, 'alice'), watched);
    const main = await served.git(['rev-parse', 'main']);
    const read = async () => await window.of(named(clone)).history.blame(main, 'README.md');
    const blame = await read();
    assert.deepEqual(blamedLines(blame), await gitBlame(served.directory, main, 'README.md'));
    assert.deepEqual(await read(), blame);
    const calls = await Promise.all((await watched.starts()).map(watched.argumentsOf));
    assert.equal(calls.filter((args) => args.includes('\0blame\0')).length, 1);
  });

  it('has the blame of a file that a merge brought from another repository and renamed', async () => {
    await using window = await gitOfAlice(service);
    const local = window.of(named(clone)).history;
    const lines = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
    const [ours = ''] = await commitAll('ours', [{ z: 'z\n' }]);
    const [theirs = ''] = await commitAll('theirs', [
      { a: lines },
      { a: `${lines}more\n` },
      { b: `${lines}more\nend\n` },
    ]);
    const [tree = ''] = await commitAll('tree', [{ z: 'z\n', 'moved-b': `${lines}more\nend\nmerged\n` }]);
    const merged = await served.git(['commit-tree', `${tree}^{tree}`, '-p', ours, '-p', theirs, '-m', 'Merge']);
    await served.git(['update-ref', 'refs/heads/merged-in', merged]);
    const blame = await local.blame(merged, 'moved-b');
    assert.deepEqual(blamedLines(blame), await gitBlame(served.directory, merged, 'moved-b'));
    assert.equal(new Set(blame.lines.map(({ path }) => path)).size, 3);
  });

  it('has the blame of a file that was moved and changed with one fetch', async () => {
    await using window = await gitOfAlice(service);
    const local = window.of(named(clone)).history;
    const text = (count: number): string => `${'line\n'.repeat(20)}${'+'.repeat(count)}`;
    const blobs = await Promise.all(
      [0, 1, 2].map(async (count) => await written(['hash-object', '-w', '--stdin'], text(count))),
    );
    const commits: string[] = [];
    for (const [at, blob] of blobs.entries()) {
      const inside = await written(['mktree'], `100644 blob ${blob}\tfile.txt\n`);
      const tree = await written(['mktree'], `040000 tree ${inside}\t${at < 2 ? 'old' : 'new'}\n`);
      const parent = commits.at(-1);
      const args = ['commit-tree', tree, ...(parent === undefined ? [] : ['-p', parent]), '-m', 'Commit'];
      commits.push(await served.git(args));
    }
    const last = commits.at(-1) ?? '';
    await served.git(['update-ref', 'refs/heads/moved', last]);
    await local.commits(last, { path: 'new', skip: 0, limit: 10 });
    service.clear();
    const blame = await local.blame(last, 'new/file.txt');
    assert.deepEqual(blamedLines(blame), await gitBlame(served.directory, last, 'new/file.txt'));
    assert.ok(blame.lines.some(({ path }) => path === 'old/file.txt'));
    assert.equal(gitRequests().length, 2, gitRequests().join());
  });

  for (const [from, to, deleted] of [
    ['test_parser.txt', 'parser_test.txt', 5],
    ['parser.txt', 'reader.txt', 2],
  ] as const)
    it(`has the blame of ${to}, which was ${from} before a change that deleted ${deleted} other files, with one fetch`, async () => {
      await using window = await gitOfAlice(service);
      const local = window.of(named(clone)).history;
      const text = (count: number): string => `${'line\n'.repeat(20)}${'+'.repeat(count)}`;
      const others = Object.fromEntries(Array.from({ length: deleted }, (_, at) => [`z${at}`, `${at}\n`]));
      const [last = ''] = await commitAll('renamed-once', [
        { [from]: text(0), ...others },
        { [from]: text(1), ...others },
        { [to]: text(2) },
      ]);
      await local.commits(last, { path: '', skip: 0, limit: 10 });
      await local.commits(last, { path: 'z0', skip: 0, limit: 10 });
      service.clear();
      const blame = await local.blame(last, to);
      assert.deepEqual(blamedLines(blame), await gitBlame(served.directory, last, to));
      assert.ok(blame.lines.some(({ path }) => path === from));
      assert.equal(gitRequests().length, 2, gitRequests().join());
    });

  it('has the blame of a file after its history with one fetch, also if only contents tell its earlier names', async () => {
    await using window = await gitOfAlice(service);
    const local = window.of(named(clone)).history;
    const text = (count: number): string =>
      `${Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('')}${'+'.repeat(count)}`;
    const [last = ''] = await commitAll('renamed', [
      { a: text(0), z: 'z\n' },
      { b: text(1), z: 'z\n' },
      { b: text(5), z: 'z\n' },
      { b: text(2), z: 'z\n' },
      { c: text(3), z: 'z\n' },
      { c: text(4), z: 'z\n' },
    ]);
    assert.equal((await local.commits(last, { path: 'c', skip: 0, limit: 10 })).length, 6);
    service.clear();
    assert.deepEqual(blamedLines(await local.blame(last, 'c')), await gitBlame(served.directory, last, 'c'));
    assert.ok(gitRequests().length <= 2, gitRequests().join());
  });

  it('sends no request for a file if its first commit followed one without files', async () => {
    await using window = await gitOfAlice(service);
    const local = window.of(named(clone)).history;
    const [added = ''] = await commitAll('empty', [{}, { a: 'a\n', b: 'b\n' }]);
    await local.commits(added, { path: 'a', skip: 0, limit: 10 });
    service.clear();
    assert.equal((await local.commits(added, { path: 'b', skip: 0, limit: 10 })).length, 1);
    assert.deepEqual(gitRequests(), []);
  });

  it('reads the history of another file without a request, unless contents tell its earlier name', async function () {
    this.timeout(60_000);
    const paths = (await served.git(['ls-tree', '-r', '--name-only', '-z', tip])).split('\0').filter(Boolean);
    await history.commits(tip, { path: paths[0] ?? '', skip: 0, limit: 1_000 });
    for (const path of paths.slice(1, 4)) {
      service.clear();
      const newest = await history.commits(tip, { path, skip: 0, limit: 1 });
      assert.equal(newest.length, 1);
      await history.commits(tip, { path, skip: 0, limit: 1_000 });
      const first = gitRequests().length;
      await history.blame(tip, path);
      assert.ok(gitRequests().length - first <= 4, path);
      service.clear();
      await history.commits(tip, { path, skip: 0, limit: 1_000 });
      await history.blame(tip, path);
      assert.deepEqual(gitRequests(), [], path);
    }
  });
});

/** A git whose fetch of a whole history with folders waits until `open` is called. */
async function waitingGit(
  folder: string,
): Promise<{ readonly command: () => Promise<string>; readonly open: () => void }> {
  const gate = join(folder, 'gate');
  const script = join(folder, 'git-waiting');
  const wait = `while ! test -e '${gate}'; do sleep 0.05; done`;
  const waiting = `case " $* " in *shallow-since*) ;; *--filter=blob:none*) ${wait} ;; esac`;
  await writeFile(script, `#!/bin/sh\n${waiting}\nexec git "$@"\n`);
  await chmod(script, 0o755);
  return { command: () => Promise.resolve(script), open: () => writeFileSync(gate, '') };
}

const lineOf = ({ sha, parents, authorName, authorEmail, authoredDate }: HistoryCommit): string =>
  [sha, parents.join(' '), authorName, authorEmail, authoredDate].join('\n');

async function logOf(served: ServedRepository, args: readonly string[]): Promise<string[]> {
  const output = await served.git(['log', '-z', '--format=%H%n%P%n%an%n%ae%n%aI', ...args]);
  return output.split('\0').filter(Boolean);
}
