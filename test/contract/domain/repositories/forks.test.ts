import assert from 'node:assert/strict';
import { silent } from '../../../../src/core/log.ts';
import type { KnownRepositories } from '../../../../src/domain/hosts/knownRepositories.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { CommitFetcher } from '../../../../src/domain/repositories/commitFetcher.ts';
import { Forks } from '../../../../src/domain/repositories/forks.ts';
import { accessOf, named, testGit } from '../../../kit/localGit.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import { suiteService } from '../../kit/suiteService.ts';

const website = named('alice/website');
const fork = named('erik/website');

describe('Forks', () => {
  const service = suiteService();
  let features: HostFeatures;
  beforeEach(() => (features = new HostFeatures(memoryStorage())));
  afterEach(async () => {
    service.set({ habits: { optionalOperations: 'served', syncConflict: 'false', forkDelay: 100 } });
    await service.reset();
  });

  type Connect = ReturnType<typeof session>['connect'];

  /** `work` as `login`, in a window with git, or where it is turned off. */
  async function as<T>(
    login: string,
    work: (forks: Forks, connect: Connect, known: KnownRepositories) => Promise<T>,
    enabled = true,
  ): Promise<T> {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, login), { enabled: () => enabled });
    const { connect, repositories } = session(service, { git, login });
    const show: ConstructorParameters<typeof CommitFetcher>[0]['show'] = async (_, run) =>
      await run(new AbortController().signal, () => undefined);
    const fetcher = new CommitFetcher({ git, show, confirmLarge: () => Promise.resolve(true), log: silent });
    const { knownRepositories } = repositories;
    return await work(new Forks(features, git, fetcher, knownRepositories), connect, knownRepositories);
  }

  const operations = (): string[] => service.requests.map(({ operation }) => operation);
  const push = async (repository: string, branch: string, file: string): Promise<unknown> =>
    await service.act({ do: 'push', repository, branch, files: { [file]: '1' } });
  const tip = async (repository: string, branch: string): Promise<string> =>
    await (await service.repository(repository)).git(['rev-parse', branch]);

  it('are made once, and waited for until the host has them with their branches', async () => {
    service.set({ habits: { forkDelay: 400 } });
    await as('bob', async (forks, connect) => {
      const place = { connection: await connect(), name: website };
      const made = await forks.create(place, {}, {});
      assert.deepEqual([made.full_name, made.forked_from], ['bob/website', 'alice/website']);
      assert.equal(await tip('bob/website', 'main'), await tip('alice/website', 'main'));
      service.clear();
      assert.equal((await forks.create(place, {}, {})).full_name, 'bob/website');
      assert.ok(!operations().includes('forks.create'));
    });
  });

  it('are found in the list under another name, and get the path that the host chose', async () => {
    await as('alice', async (forks, connect) => {
      // alice/dotfiles is there already, and is no fork that names its parent.
      const place = { connection: await connect(), name: named('bob/dotfiles') };
      assert.equal((await forks.create(place, {}, {})).full_name, 'alice/dotfiles-1');
      assert.equal((await forks.find(place, 'alice', {}))?.full_name, 'alice/dotfiles-1');
    });
  });

  it('are not made twice after a lost answer', async () => {
    service.fail({ operation: 'forks.create', fault: { kind: 'empty', status: 201, done: true } });
    await as('bob', async (forks, connect) => {
      const made = await forks.create({ connection: await connect(), name: website }, {}, {});
      assert.equal(made.full_name, 'bob/website');
    });
    assert.equal(operations().filter((one) => one === 'forks.create').length, 1);
    service.heal();
  });

  it('are told to be absent with the web page, and not asked for again that day', async () => {
    service.set({ habits: { optionalOperations: '404' } });
    await as('bob', async (forks, connect) => {
      const place = { connection: await connect(), name: website };
      const { about, reason } = await rejection(forks.create(place, {}, {}), 'unsupported');
      assert.deepEqual([reason, about?.[1]], ['noOperation', `${service.url}/alice/website`]);
      assert.equal(await forks.canCreate(place.connection), false);
      service.clear();
      await rejection(forks.create(place, {}, {}), 'unsupported');
      assert.deepEqual(operations(), []);
    });
  });

  it('are as far from their parent as git counts, with one fetch from each of both', async () => {
    await push('alice/website', 'main', 'theirs.txt');
    await push('alice/website', 'main', 'more.txt');
    await push('erik/website', 'main', 'own.txt');
    await as('erik', async (forks, connect) => {
      const told = (await forks.branches({ connection: await connect(), name: fork }, {})) ?? assert.fail();
      assert.deepEqual(told.parent, website);
      const distances = new Map(told.branches.map(({ name, other, ahead, behind }) => [name, [other, ahead, behind]]));
      assert.deepEqual(distances.get('main'), ['main', 1, 2]);
      const git = await (await service.repository('erik/website')).git(['rev-parse', 'patch-1']);
      assert.equal(told.branches.find(({ name }) => name === 'patch-1')?.sha, git);
      assert.equal(distances.get('patch-1')?.[0], 'main');
      assert.deepEqual(distances.get('develop'), ['develop', 0, 0]);
      const { signal } = new AbortController();
      const one = await forks.branches({ connection: await connect(), name: fork }, { only: 'main', signal });
      assert.deepEqual(
        one?.branches.map(({ name, ahead, behind }) => [name, ahead, behind]),
        [['main', 1, 2]],
      );
      const none = await forks.branches({ connection: await connect(), name: website }, {});
      assert.equal(none, undefined);
    });
    const fetches = service.requests.filter(({ operation, method }) => operation === 'git' && method === 'POST');
    assert.ok(fetches.length <= 8, `${fetches.length} requests of git`);
  });

  it('are looked at once in the background, and again if the branch in use has moved', async () => {
    await as('erik', async (forks, connect, known) => {
      const head = async () => ({ name: 'main', commit: await tip('erik/website', 'main') });
      await forks.look(fork, await head(), connect);
      assert.deepEqual(operations(), [], 'it is not known to be a fork');
      known.note(fork, { forkOf: 'alice/website' });
      await forks.look(fork, await head(), connect);
      assert.equal(known.distance(fork, 'main')?.ahead, 0);
      service.clear();
      await forks.look(fork, await head(), connect);
      assert.deepEqual(operations(), []);
      const before = await tip('erik/website', 'main');
      await push('erik/website', 'main', 'own.txt');
      assert.equal(known.distance(fork, 'main', await tip('erik/website', 'main')), undefined);
      await forks.look(fork, await head(), connect);
      assert.deepEqual([known.distance(fork, 'main')?.ahead, known.distance(fork, 'main', before)], [1, undefined]);
    });
  });

  it('tell no distance if their parent cannot be read any more', async () => {
    await as('erik', async (forks, connect) => {
      const place = { connection: await connect(), name: fork };
      service.fail({ operation: 'repositories.get', where: { owner: 'alice' }, fault: { kind: 'error', status: 404 } });
      assert.equal(await forks.branches(place, {}), undefined);
    });
    service.heal();
  });

  /** Creates a branch of erik's fork at the tip of the parent, and says yes. Resolves with what was asked. */
  const branch = async (forks: Forks, connect: Connect, name: string): Promise<readonly (string | undefined)[]> => {
    const asked: (string | undefined)[] = [];
    await forks.createBranch(
      { connection: await connect(), name: fork },
      { parent: website, refs: await tip('alice/website', 'main'), name, base: 'main' },
      (kept) => Promise.resolve(asked.push(kept)),
      {},
    );
    return asked;
  };

  it('get a branch at a commit that they lack from git, also if they have gone their own way, and keep theirs', async () => {
    await push('erik/website', 'main', 'own.txt');
    const own = await tip('erik/website', 'main');
    const files = { 'docs/theirs.txt': '1', 'large.txt': 'x'.repeat(3_000_000) };
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files });
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files: { 'large.txt': '2' } });
    await as('erik', async (forks, connect) => {
      service.clear();
      assert.deepEqual(await branch(forks, connect, 'topic'), []);
      assert.equal(await tip('erik/website', 'topic'), await tip('alice/website', 'main'));
      assert.ok(!operations().includes('forks.sync'));
      const objects = await (await service.repository('erik/website')).git(['fsck', '--no-dangling', 'topic']);
      assert.equal(objects, '');
      service.clear();
      // An attempt that failed later is repeated.
      assert.deepEqual(await branch(forks, connect, 'topic'), []);
      assert.deepEqual(await branch(forks, connect, 'second'), []);
      assert.ok(!operations().includes('git'), 'the fork has the commit now');
      assert.equal(await tip('erik/website', 'main'), own);
    });
  });

  it('are told what the host refuses, and not given a commit that they have', async () => {
    await as('erik', async (forks, connect) => {
      await service.act({ do: 'push', repository: 'erik/website', branch: 'taken', files: { 'own.txt': '1' } });
      await assert.rejects(branch(forks, connect, 'taken'));
      await assert.rejects(branch(forks, connect, 'bad..name'));
      service.fail({ operation: 'branches.create', fault: { kind: 'error', status: 403 } });
      await rejection(branch(forks, connect, 'forbidden'), 'forbidden');
      service.heal();
      assert.ok(!operations().includes('git'));
    });
  });

  it('are synchronized for a branch without git after a question, and keep their commits on another branch', async () => {
    await push('alice/website', 'main', 'theirs.txt');
    await as(
      'erik',
      async (forks, connect) => {
        assert.deepEqual(await branch(forks, connect, 'topic'), [undefined]);
        assert.equal(await tip('erik/website', 'topic'), await tip('alice/website', 'main'));
        assert.deepEqual(await branch(forks, connect, 'second'), [], 'the fork has the commit now');
        await push('erik/website', 'main', 'own.txt');
        await push('alice/website', 'main', 'more.txt');
        const own = await tip('erik/website', 'main');
        const kept = `main-${own.slice(0, 8)}`;
        assert.deepEqual(await branch(forks, connect, 'third'), [undefined, kept]);
        assert.equal(await tip('erik/website', kept), own);
        assert.equal(await tip('erik/website', 'main'), await tip('alice/website', 'main'));
        assert.equal(await tip('erik/website', 'third'), await tip('alice/website', 'main'));
      },
      false,
    );
  });

  for (const syncConflict of ['false', '400'] as const)
    it(`are synchronized branch by branch, and keep their commits without force (a conflict is ${syncConflict})`, async () => {
      service.set({ habits: { syncConflict } });
      await push('alice/website', 'develop', 'theirs.txt');
      await push('alice/website', 'main', 'theirs.txt');
      await as('erik', async (forks, connect) => {
        const place = { connection: await connect(), name: fork };
        const before = await tip('erik/website', 'main');
        const done = await forks.sync(place, { branch: 'develop', force: false }, {});
        assert.deepEqual(done, { synced: true, sha: await tip('alice/website', 'develop') });
        assert.equal(await tip('erik/website', 'main'), before, 'other branches stay');
        await push('erik/website', 'develop', 'own.txt');
        const own = await tip('erik/website', 'develop');
        const refused = await forks.sync(place, { branch: 'develop', force: false }, {});
        assert.deepEqual(refused, { synced: false, sha: own });
        const forced = await forks.sync(place, { branch: 'develop', force: true }, {});
        assert.deepEqual(forced, { synced: true, sha: await tip('alice/website', 'develop') });
      });
      for (const { params } of service.requests.filter(({ operation }) => operation === 'forks.sync'))
        assert.equal((params as { readonly branch?: string }).branch, 'develop');
    });
});
