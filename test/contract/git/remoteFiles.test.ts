import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { silent } from '../../../src/core/log.ts';
import { lazyGit } from '../../../src/domain/git/lazyGit.ts';
import { compare } from '../../../src/domain/repositories/compare.ts';
import { fetchCommits } from '../../../src/domain/repositories/refComparison.ts';
import { CommitFetcher } from '../../../src/domain/repositories/commitFetcher.ts';
import { FetchedRepositories } from '../../../src/domain/repositories/fetchedRepositories.ts';
import { OfflineRepositories } from '../../../src/domain/repositories/offlineRepositories.ts';
import { TextSearch } from '../../../src/domain/search/textSearch.ts';
import { budget, within } from '../../budgets.ts';
import { gitGrep } from '../../kit/grepOracle.ts';
import { accessOf, named, testGit, type TestGit } from '../../kit/localGit.ts';
import { memoryStorage } from '../../kit/memoryStorage.ts';
import { hostId, session, type Session } from '../../kit/remoteFiles.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { textQuery } from '../../kit/textQueries.ts';
import { findText } from '../../kit/textSearches.ts';
import { allPaths, everyFile } from '../../kit/wholeRepository.ts';
import type { GitRepositories } from '../../../src/domain/git/gitRepositories.ts';
import { suiteService } from '../kit/suiteService.ts';

interface Window extends Session {
  readonly git: GitRepositories;
  readonly fetcher: CommitFetcher;
}

describe('remote files with git', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const service = suiteService({ histories: [{ name: 'big', files: 2300, commits: 30 }] });
  let number = 0;
  const running: TestGit[] = [];
  before(async function () {
    this.timeout(60_000);
    folder = await temporaryFolder();
  });
  after(() => folder[Symbol.asyncDispose]());
  afterEach(() => Promise.all(running.splice(0).map((git) => git.stop())));

  /** A window with the disk `place`. */
  function open(place: string, storage = memoryStorage()): Window {
    const path = `${folder.path}/${place}`;
    const git = lazyGit({
      load: () => {
        const loaded = testGit(path, accessOf(service, 'alice'));
        running.push(loaded);
        return Promise.resolve(loaded);
      },
      hasRepositories: () => Promise.resolve(existsSync(`${path}/git`)),
      isEnabled: () => true,
    });
    const fetcher = new CommitFetcher({
      git,
      show: async (_, work) => await work(new AbortController().signal, () => undefined),
      confirmLarge: () => Promise.resolve(true),
      log: silent,
    });
    return { ...session(service, { storage, git }), git, fetcher };
  }

  const place = (): string => `window-${(number += 1)}`;
  const requested = (since: number): string[] =>
    service.requests.slice(since).flatMap(({ operation }) => (operation.startsWith('git') ? [] : [operation]));

  it('read the same from git as from the service, without a request', async () => {
    const { fetcher, ...window } = open(place());
    const remote = window.open('alice/samples', 'main');
    const { commit = '' } = await remote.head();
    assert.equal(await fetcher.fetch(remote.name, commit), true);
    const before = service.requests.length;
    const fromGit = await everyFile(remote);
    assert.deepEqual([...(await remote.paths())], await allPaths(service, 'alice/samples', 'main'));
    // Only files that the filter of the fetch leaves out are requested.
    const large = (await window.git.of(remote.name).files(commit))?.filter(
      ({ size, mode }) => size === undefined && mode !== '160000',
    );
    // Git has the pointers of Git LFS only.
    if (large?.length === 0)
      assert.deepEqual(
        requested(before).filter((operation) => operation !== 'lfs.batch'),
        [],
      );
    assert.deepEqual(fromGit, await everyFile(session(service).open('alice/samples', 'main')));
  });

  it('compare two refs with few requests, whatever differs', async () => {
    const { fetcher, ...window } = open(place());
    const [base, head] = [window.open('alice/big', 'main~25'), window.open('alice/big', 'main')];
    const { git } = await service.repository('alice/big');
    const old = await git(['rev-parse', 'main~25']);
    window.repositories.setResolved(base.name, 'main~25', { kind: 'commit', name: old, commit: old });
    const before = service.requests.length;
    const fetchBoth = async (): Promise<boolean> =>
      await fetchCommits(fetcher, base.name, [old, (await head.head()).commit], {});
    const differences = await compare(await base.snapshot(), await head.snapshot(), { fetchBoth });
    within(budget.requests.compare, requested(before));
    const changed = await git(['diff-tree', '-r', '--no-renames', '--name-only', 'main~25', 'main']);
    assert.deepEqual(
      differences.map(({ path }) => path),
      changed.split('\n').sort(),
    );
  });

  /** Makes `main` of `alice/big` available offline, and opens another window with the network cut. */
  async function openOffline(): Promise<{ readonly commit: string; readonly later: Window }> {
    const [where, storage] = [place(), memoryStorage()];
    const { fetcher, ...window } = open(where, storage);
    const fetched = new FetchedRepositories(storage);
    const parts = {
      repositories: window.repositories,
      connections: window.connections,
      git: window.git,
      fetcher,
      fetched,
      log: silent,
    };
    const offline = new OfflineRepositories(parts);
    const { commit } = await offline.makeAvailable(named('alice/big'), 'main', {});
    offline.dispose();
    await Promise.all(running.splice(0).map((git) => git.stop()));
    const later = open(where, storage);
    later.network.online = false;
    return { commit, later };
  }

  it('can be searched in a new window with the network cut, as git grep searches them', async () => {
    const { later } = await openOffline();
    const { git, fetcher } = later;
    const search = new TextSearch({ git, fetcher, limitTime: (work) => work(), log: silent });
    const { directory } = await service.repository('alice/big');
    const query = textQuery('alpha 1', { limit: 100_000 });
    const expected = await gitGrep(directory, 'main', query);
    assert.ok(expected.length > 10);
    const before = service.requests.length;
    const remote = later.open('alice/big', 'main');
    const { lines } = await findText(search, { remote, workingTree: undefined }, query);
    assert.deepEqual(lines.map((line) => line.replace(/\+[^]*$/, '')).sort(), expected);
    assert.equal(service.requests.length, before);
  });

  it('can be read in a new window with the network cut', async () => {
    const { commit, later } = await openOffline();
    const remote = later.open('alice/big', 'main');
    assert.equal((await remote.head()).commit, commit);
    const paths = await remote.paths();
    assert.ok(paths.length >= 2300);
    for (const path of paths.slice(0, 50))
      assert.equal((await remote.read(path)).length, (await remote.stat(path)).size);
    await later.repositories.forget(hostId);
    assert.equal(await later.git.of(remote.name).has(commit), false);
  });

  it('are read from the service where nothing was fetched, without a process of git', async () => {
    const window = open(place());
    const remote = window.open('alice/samples', 'main');
    await remote.read('README.md');
    assert.deepEqual(running, []);
  });
});
