import assert from 'node:assert/strict';
import { silent } from '../../../../src/core/log.ts';
import { CommitFetcher } from '../../../../src/domain/repositories/commitFetcher.ts';
import { FetchedRepositories } from '../../../../src/domain/repositories/fetchedRepositories.ts';
import { OfflineRepositories } from '../../../../src/domain/repositories/offlineRepositories.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';
import { MemoryDisk, memoryStorage } from '../../../kit/memoryStorage.ts';
import { asked, hostId, session, type Session } from '../../../kit/remoteFiles.ts';
import { until } from '../../../kit/until.ts';
import { allPaths, everyFile } from '../../../kit/wholeRepository.ts';
import { suiteService } from '../../kit/suiteService.ts';

const samples = { host: hostId, owner: 'alice', repo: 'samples' };

interface Window extends Session {
  readonly offline: OfflineRepositories;
}

describe('OfflineRepositories', () => {
  const service = suiteService();
  let git: FakeGit;
  let disk: MemoryDisk;
  const windows: Window[] = [];
  beforeEach(async () => {
    const { directory } = await service.repository('alice/samples');
    git = new FakeGit(() => directory);
    disk = new MemoryDisk();
  });
  afterEach(() => {
    for (const { offline } of windows.splice(0)) offline.dispose();
  });

  function open(): Window {
    const storage = memoryStorage(disk);
    const one = session(service, { storage, git });
    const fetched = new FetchedRepositories(storage);
    const fetcher: CommitFetcher = new CommitFetcher({
      git,
      show: async (_, work) => await work(new AbortController().signal, () => undefined),
      confirmLarge: () => Promise.resolve(true),
      onFetch: async (name) => await offline.noteFetch(name),
      log: silent,
    });
    const parts = { repositories: one.repositories, connections: one.connections, git, fetcher, fetched, log: silent };
    const offline = new OfflineRepositories(parts);
    const window = { ...one, offline };
    windows.push(window);
    return window;
  }

  const push = (text: string): Promise<unknown> =>
    service.act({ do: 'push', repository: 'alice/samples', branch: 'main', files: { 'offline.txt': text } });

  it('reads every file of the default branch in a new window with the network cut', async () => {
    const { commit } = await open().offline.makeAvailable(samples, undefined, {});
    const expected = await (await service.repository('alice/samples')).git(['rev-parse', 'main']);
    assert.equal(commit, expected);
    const later = open();
    later.network.online = false;
    for (const ref of [undefined, 'main']) {
      const remote = later.open('alice/samples', ref);
      assert.ok(Object.keys(await everyFile(remote)).length > 10);
      assert.deepEqual([...(await remote.paths())], await allPaths(service, 'alice/samples', 'main'));
    }
  });

  it('reads the default branch without its name after it was made available by its name', async () => {
    const window = open();
    window.repositories.knownRepositories.note(samples, { defaultBranch: 'main' });
    await window.offline.makeAvailable(samples, 'main', {});
    const later = open();
    later.network.online = false;
    assert.equal((await later.open('alice/samples').head()).name, 'main');
  });

  it('pins the repository, and lets it go when the last ref is removed', async () => {
    const { offline, repositories } = open();
    await offline.makeAvailable(samples, 'main', {});
    assert.deepEqual([...git.pinned], ['alice/samples']);
    assert.deepEqual(repositories.knownRepositories.get(samples).offline, ['main']);
    const other = open();
    await other.offline.load();
    assert.deepEqual(other.repositories.knownRepositories.get(samples).offline, ['main']);
    await offline.remove(samples, 'other');
    assert.deepEqual([...git.pinned], ['alice/samples']);
    await offline.remove(samples, undefined);
    assert.deepEqual([...git.pinned], []);
    assert.deepEqual(repositories.knownRepositories.get(samples).offline, []);
    await offline.remove({ ...samples, repo: 'never-fetched' }, undefined);
  });

  it('fetches the commit to which an offline branch moved, without a request of its own', async () => {
    const window = open();
    await window.offline.makeAvailable(samples, 'main', {});
    await push('first');
    const remote = window.open('alice/samples', 'main');
    await remote.head();
    const requests = await asked(service, () => remote.check([]));
    assert.deepEqual(requests, ['branches.get']);
    const { commit = '' } = await remote.head();
    await until(() => git.fetches.includes(commit));
    const later = open();
    await remote.flush();
    later.network.online = false;
    assert.equal(new TextDecoder().decode(await later.open('alice/samples', 'main').read('offline.txt')), 'first');
  });

  it('does not follow a branch that is not available offline', async () => {
    const window = open();
    await window.offline.makeAvailable(samples, 'main', {});
    await window.offline.remove(samples, 'main');
    const before = git.fetches.length;
    await push('second');
    await window.open('alice/samples', 'main').check([]);
    assert.equal(git.fetches.length, before);
  });

  it('says why git cannot be used, and changes nothing', async () => {
    git.trouble = 'off';
    const { offline, repositories } = open();
    await assert.rejects(offline.makeAvailable(samples, 'main', {}), { kind: 'refused', reason: 'gitOff' });
    assert.deepEqual([...git.pinned], []);
    assert.equal(repositories.knownRepositories.get(samples).offline, undefined);
  });

  it('removes what only the account could read when it signs out', async () => {
    const window = open();
    const other = { ...samples, repo: 'website' };
    window.repositories.knownRepositories.note(samples, { isPublic: true });
    await window.offline.makeAvailable(samples, 'main', {});
    await window.offline.noteFetch(other);
    await window.offline.signedOut(hostId, 'bob');
    assert.deepEqual(git.removed, []);
    await window.offline.signedOut(hostId, 'alice');
    assert.deepEqual(git.removed, ['alice/website']);
    await window.offline.forgetHost(hostId);
    assert.deepEqual(git.removed, ['alice/website', 'alice/samples']);
    assert.deepEqual(
      [...disk.files.keys()].filter((name) => name.startsWith('repositories/')),
      [],
    );
  });

  it('keeps the refs that two windows make available at once', async () => {
    const { git: run } = await service.repository('alice/samples');
    const commit = await run(['rev-parse', 'main']);
    await Promise.all(
      [open(), open()].map(({ offline }, at) => offline.makeAvailable(samples, at === 0 ? 'main' : commit, {})),
    );
    const { repositories, offline } = open();
    await offline.load();
    assert.deepEqual(repositories.knownRepositories.get(samples).offline?.toSorted(), [commit, 'main'].toSorted());
  });
});
