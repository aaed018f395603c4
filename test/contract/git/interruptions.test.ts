import assert from 'node:assert/strict';
import { execFile, fork } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isFailure } from '../../../src/core/errors.ts';
import {
  accessOf,
  filesBelow,
  gitOfAlice,
  named,
  processesWith,
  testGit,
  type TestGit,
  watchedGit,
} from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { until } from '../../kit/until.ts';
import { runs } from '../../kit/runs.ts';
import { suiteService } from '../kit/suiteService.ts';

const fullName = 'alice/website';
const website = named(fullName);
const kills = runs(3).numRuns;
const run = promisify(execFile);

describe('A cache of git', () => {
  const service = suiteService();
  let head: string;

  before(async () => (head = await headOf(fullName)));

  async function headOf(name: string): Promise<string> {
    return await (await service.repository(name)).git(['rev-parse', 'main']);
  }

  const pathOf = (git: TestGit, name = 'website'): string => join(git.cache, 'local', 'alice', `${name}.git`);

  /** Pushes one more commit. */
  async function changed(name = fullName): Promise<string> {
    const files = { 'counter.txt': `${randomBytes(8).toString('hex')}\n`, 'noise.bin': randomText() };
    await service.act({ do: 'push', repository: name, branch: 'main', files });
    return await headOf(name);
  }

  const randomText = (): string => randomBytes(50_000).toString('base64');

  async function checkWhole(git: TestGit, commit: string): Promise<void> {
    const files = (await git.of(website).files(commit)) ?? [];
    const count = (await (await service.repository(fullName)).git(['ls-tree', '-r', commit])).split('\n').length;
    assert.equal(files.length, count);
    const shas = files.flatMap(({ sha, size }) => (size === undefined ? [] : [sha]));
    const objects = await Promise.all(shas.map((sha) => git.read('local', sha)));
    assert.ok(objects.every((object) => object?.kind === 'blob'));
  }

  it('works after its process was killed at any moment', async function () {
    this.timeout(300_000);
    await using folder = await temporaryFolder();
    const watched = await watchedGit(folder.path);
    await using git = testGit(folder.path, accessOf(service, 'alice'), { command: watched.command });
    await git.of(website).fetch(head);
    let killed = 0;
    for (let at = 0; at < kills; at += 1) {
      const commit = await changed();
      const before = (await watched.starts()).length;
      const fetching = git
        .of(website)
        .fetch(commit)
        .catch((error: unknown) => assert.ok(isFailure(error)));
      await until(async () => (await watched.starts()).length > before);
      // A fetch may end earlier than a random moment: the first one is killed at its start.
      await pause(at === 0 ? 0 : randomInt(100));
      for (const group of (await watched.starts()).slice(before)) if (kill(group)) killed += 1;
      await fetching;
      assert.ok(await git.read('local', head));
      await git.of(website).fetch(commit);
      await checkWhole(git, commit);
    }
    assert.ok(killed > kills / 5, `${killed} were killed`);
    const left = (await filesBelow(pathOf(git))).filter((name) => /tmp|lock|keep/.test(name));
    assert.deepEqual(left, []);
    await run('git', ['fsck', '--no-dangling'], { env: { GIT_DIR: pathOf(git) } });
  });

  it('works after its window was killed', async () => {
    await using folder = await temporaryFolder();
    const url = `${service.url}/${fullName}.git`;
    for (let at = 0; at < runs(2).numRuns; at += 1) {
      const commit = await changed();
      service.fail({ operation: 'git', fault: { kind: 'trickle', bytes: 2_000, ms: 20 }, skip: 1 });
      const window = fork('test/kit/gitWindow.ts', [folder.path, url, commit]);
      await once(window, 'message');
      await pause(randomInt(400));
      window.kill('SIGKILL');
      await once(window, 'exit');
      service.heal();
      await using git = testGit(folder.path, accessOf(service, 'alice'));
      await git.of(website).fetch(commit);
      await checkWhole(git, commit);
    }
    await until(async () => (await processesWith(join(folder.path, 'git'))).length === 0);
  });

  it('works with everything that an interrupted git leaves', async () => {
    await using git = await gitOfAlice(service);
    await git.of(website).fetch(head);
    const whole = await filesBelow(git.cache);
    const path = pathOf(git);
    const packs = join(path, 'objects', 'pack');
    const [pack = ''] = (await readdir(packs)).filter((name) => name.endsWith('.pack'));
    const other = '2'.repeat(40);
    for (const file of [
      join(path, 'shallow.lock'),
      join(path, 'shallow_x1'),
      join(path, 'config.lock'),
      join(path, 'HEAD.lock'),
      join(path, 'refs', 'sourcehost', `${other}.lock`),
      join(path, 'refs', 'sourcehost', other),
      join(packs, 'tmp_pack_abc'),
      join(packs, 'tmp_idx_abc'),
      join(packs, `pack-${other}.pack`),
      join(packs, pack.replace('.pack', '.keep')),
    ])
      await writeFile(file, '');
    await writeFile(join(path, 'shallow'), `${head}\n${other}\n`);
    assert.equal(await git.of(website).has(other), false);
    const commit = await changed();
    await git.of(website).fetch(commit);
    await checkWhole(git, commit);
    await checkWhole(git, head);
    const left = (await filesBelow(git.cache)).filter((name) => !whole.includes(name) && !name.includes(commit));
    assert.equal(left.length, 3, left.join('\n'));
    assert.ok(left.every((name) => /pack-\w+\.(pack|idx|promisor)$/.test(name)));
  });

  for (const [title, damage] of [
    ['an empty HEAD', (path: string) => writeFile(join(path, 'HEAD'), '')],
    ['an empty config', (path: string) => writeFile(join(path, 'config'), '')],
    ['no folder of objects', (path: string) => rm(join(path, 'objects'), { recursive: true })],
  ] as const)
    it(`is created again with ${title}`, async () => {
      await using git = await gitOfAlice(service);
      await git.of(website).fetch(head);
      await damage(pathOf(git));
      const commit = await changed();
      await git.of(website).fetch(commit);
      await checkWhole(git, commit);
    });

  it('is fetched again if a pack is damaged', async () => {
    await using git = await gitOfAlice(service);
    const commit = await changed();
    await git.of(website).fetch(commit);
    const packs = join(pathOf(git), 'objects', 'pack');
    for (const name of (await readdir(packs)).filter((one) => one.endsWith('.pack'))) {
      const { size } = await stat(join(packs, name));
      await using file = await open(join(packs, name), 'r+');
      await file.write(Buffer.alloc(size - 40), 0, size - 40, 20);
    }
    assert.equal(await git.read('local', commit), undefined);
    await until(async () => !(await git.of(website).has(commit)));
    await git.of(website).fetch(commit);
    await checkWhole(git, commit);
  });

  it('says that the disk is full, and works when it is not full any more', async function () {
    await using folder = await temporaryFolder();
    const disk = join(folder.path, 'disk');
    await mkdir(disk);
    const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', disk]).catch(() => undefined);
    if (isMounted === undefined) {
      this.skip();
    }
    try {
      await using git = testGit(disk, accessOf(service, 'alice'));
      const { repo, commit } = await large();
      const failure = await rejection(git.of(repo).fetch(commit), 'refused');
      assert.equal(failure.reason, 'diskFull');
      assert.equal(await git.problem('local'), 'cacheFailed');
      await run('mount', ['-o', 'remount,size=20m', disk]);
      await git.of(repo).fetch(commit);
      assert.equal(await git.problem('local'), undefined);
      assert.equal((await git.of(repo).files(commit))?.length, 3);
    } finally {
      await run('umount', ['-l', disk]);
    }
  });

  it('removes the repositories that were used longest ago, but none that is in use or pinned', async () => {
    await using folder = await temporaryFolder();
    const capacity = (): number => 1_200_000;
    const all = [await large(), await large(), await large(), await large()];
    const fetched = async (at: number): Promise<void> => {
      const one = all[at];
      assert.ok(one);
      // Each in a window that closes.
      await using git = testGit(folder.path, accessOf(service, 'alice'), { capacity });
      await git.of(one.repo).fetch(one.commit);
      if (at === 0) await git.of(one.repo).setPinned(true);
    };
    const there = async (): Promise<boolean[]> => {
      await using git = testGit(folder.path, accessOf(service, 'alice'));
      return await Promise.all(all.map(async ({ repo }) => (await filesBelow(pathOf(git, repo.repo))).length > 0));
    };
    await fetched(0);
    await using user = testGit(folder.path, accessOf(service, 'alice'));
    const [, used] = all;
    assert.ok(used);
    await user.of(used.repo).fetch(used.commit);
    await fetched(2);
    assert.deepEqual(await there(), [true, true, true, false]);
    await fetched(3);
    assert.deepEqual(await there(), [true, true, false, true]);
    await user.stop();
    await fetched(2);
    assert.deepEqual(await there(), [true, false, true, false]);
  });

  it('is removed with its repositories or its host', async () => {
    await using git = await gitOfAlice(service);
    const { repo, commit } = await large();
    await git.of(website).fetch(head);
    await git.of(repo).fetch(commit);
    await git.read('local', head);
    await git.removeAll('local', [website]);
    assert.equal(await git.of(website).has(head), false);
    assert.equal(await git.read('local', head), undefined);
    assert.equal(await git.of(repo).has(commit), true);
    await git.removeAll('local');
    assert.equal(await git.of(repo).has(commit), false);
    assert.deepEqual(await filesBelow(git.cache), []);
    assert.deepEqual(await processesWith(git.cache), []);
    await git.of(website).fetch(head);
    await checkWhole(git, head);
  });

  it('can be read only by its user', async () => {
    await using git = await gitOfAlice(service);
    await git.of(website).fetch(head);
    for (const path of [git.cache, join(git.cache, 'local'), pathOf(git)])
      assert.equal((await stat(path)).mode & 0o077, 0, path);
  });

  /** A new repository of alice with files of about 500 KB. */
  async function large(): Promise<{ readonly repo: ReturnType<typeof named>; readonly commit: string }> {
    const path = `large-${randomBytes(6).toString('hex')}`;
    const params = { name: path, path, auto_init: false };
    await service.act({ do: 'call', operation: 'own.createRepository', params, as: 'alice' });
    const noise = (): { base64: string } => ({ base64: randomBytes(170_000).toString('base64') });
    const files = { a: noise(), b: noise(), c: noise() };
    await service.act({ do: 'push', repository: `alice/${path}`, branch: 'main', files });
    return { repo: named(`alice/${path}`), commit: await headOf(`alice/${path}`) };
  }
});

/** Kills a process group. False if it has ended. */
function kill(group: number): boolean {
  try {
    return process.kill(-group, 'SIGKILL');
  } catch {
    return false;
  }
}
