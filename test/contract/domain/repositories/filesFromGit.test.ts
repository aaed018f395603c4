import assert from 'node:assert/strict';
import { MemoryDisk, memoryStorage } from '../../../kit/memoryStorage.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';
import { asked, hostId, session, type Session } from '../../../kit/remoteFiles.ts';
import { allPaths, everyFile } from '../../../kit/wholeRepository.ts';
import { suiteService } from '../../kit/suiteService.ts';

const samples = { host: hostId, owner: 'alice', repo: 'samples' };

describe('files from git', () => {
  const service = suiteService();
  let git: FakeGit;
  let disk: MemoryDisk;
  beforeEach(async () => {
    const { directory } = await service.repository('alice/samples');
    git = new FakeGit(() => directory);
    disk = new MemoryDisk();
  });

  const start = (): Session => session(service, { storage: memoryStorage(disk), git });

  /** A new window in which the commit of `main` is known, and in git. */
  async function fetched(): Promise<Session> {
    const earlier = start().open('alice/samples', 'main');
    const { commit = '' } = await earlier.head();
    await earlier.flush();
    await git.of(samples).fetch(commit);
    return start();
  }

  it('are listed, described and read without a request, as the service has them', async () => {
    const remote = (await fetched()).open('alice/samples', 'main');
    let fromGit: unknown;
    const requests = await asked(service, async () => (fromGit = await everyFile(remote)));
    // Only for `design.psd`, whose content the host lacks.
    assert.deepEqual(requests, ['lfs.batch']);
    const { directory } = await service.repository('alice/samples');
    git = new FakeGit(() => directory);
    disk = new MemoryDisk();
    assert.deepEqual(fromGit, await everyFile(start().open('alice/samples', 'main')));
  });

  it('are found by "go to file" without a request', async () => {
    const remote = (await fetched()).open('alice/samples', 'main');
    let paths: readonly string[] = [];
    assert.deepEqual(await asked(service, async () => (paths = await remote.paths())), []);
    assert.deepEqual([...paths], await allPaths(service, 'alice/samples', 'main'));
  });

  it('can be read with the network cut', async () => {
    const offline = await fetched();
    offline.network.online = false;
    const remote = offline.open('alice/samples', 'main');
    assert.ok(Object.keys(await everyFile(remote)).length > 10);
  });

  it('are not copied into the cache on disk', async () => {
    const one = await fetched();
    await one.objects.flush();
    const before = [...disk.files.keys()].filter((name) => name.startsWith('objects/'));
    await everyFile(one.open('alice/samples', 'main'));
    await one.objects.flush();
    assert.deepEqual(
      [...disk.files.keys()].filter((name) => name.startsWith('objects/')),
      before,
    );
  });

  it('come from the service again after git lost its objects', async () => {
    const remote = (await fetched()).open('alice/samples', 'main');
    await remote.list('');
    await git.removeAll(hostId);
    assert.ok(Object.keys(await everyFile(remote)).length > 10);
  });

  it('are requested from the service if they are damaged in git', async () => {
    const one = await fetched();
    const read = git.read.bind(git);
    git.read = async (host, sha) => {
      const object = await read(host, sha);
      return object?.kind === 'blob' ? { kind: 'blob', bytes: Uint8Array.of(1, 2, 3) } : object;
    };
    const remote = one.open('alice/samples', 'main');
    const expected = await (await service.repository('alice/samples')).git(['cat-file', 'blob', 'main:README.md']);
    const requests = await asked(service, async () => {
      assert.equal(new TextDecoder().decode(await remote.read('README.md')).trimEnd(), expected.trimEnd());
    });
    assert.deepEqual(requests, ['files.blob']);
  });

  it('cost as many requests as without git while no commit was fetched', async () => {
    const withGit = await asked(service, () => everyFile(start().open('alice/samples', 'main')));
    disk = new MemoryDisk();
    const one = session(service, { storage: memoryStorage(disk) });
    assert.deepEqual(
      withGit.toSorted(),
      (await asked(service, () => everyFile(one.open('alice/samples', 'main')))).toSorted(),
    );
  });

  it('report a walk through more than three folders, and no walk for one file', async () => {
    const walks: string[] = [];
    const onWalk = (_: unknown, commit: string): unknown => walks.push(commit);
    const one = session(service, { storage: memoryStorage(disk), onWalk });
    const remote = one.open('alice/samples', 'main');
    for (const folder of ['', 'deep']) await remote.list(folder);
    await remote.read('README.md');
    assert.deepEqual(walks, []);
    await everyFile(remote);
    assert.equal(walks[0], (await remote.head()).commit);
  });
});
