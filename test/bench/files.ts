// Requests, bytes, time and memory of remote files, and of git clone beside them: npm run bench -- files
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silent } from '../../src/core/log.ts';
import { compare } from '../../src/domain/repositories/compare.ts';
import { ObjectStore } from '../../src/domain/objects/objectStore.ts';
import { PathFinder } from '../../src/domain/text/pathFinder.ts';
import type { RemoteRef } from '../../src/domain/repositories/remoteRef.ts';
import { createNetwork } from '../../src/net/http/network.ts';
import * as transports from '../../src/net/http/onDemand.ts';
import { createStorage } from '../../src/net/disk/storage.ts';
import { budget } from '../budgets.ts';
import { session, type Session } from '../kit/remoteFiles.ts';
import type { RemoteService } from '../kit/remoteService.ts';
import { temporaryFolder } from '../kit/temporaryFolder.ts';
import { Board, latency, megabyte } from './kit/board.ts';
import { measure } from './kit/measure.ts';
import { writeSection } from './kit/page.ts';
import { withService } from './kit/service.ts';

const run = promisify(execFile);
const huge = 'alice/huge';
const project = 'alice/project';

/** Successive starts of the editor that share the stored data in `folder`. */
class Starts implements Disposable {
  readonly #service: { readonly url: string; token(login: string): string };
  readonly #folder: string;
  readonly #network = createNetwork({
    load: () => Promise.resolve(transports),
    settings: () => ({ mode: 'undici', strictSSL: true, env: {} }),
    editorFetch: fetch,
    log: silent,
  });

  constructor(url: string, token: string, folder: string) {
    this.#service = { url, token: () => token };
    this.#folder = folder;
  }

  /** A session with the data that is stored under this name. */
  start(name: string): Session {
    return session(this.#service, { storage: createStorage(join(this.#folder, name)), fetch: this.#network.fetch });
  }

  [Symbol.dispose](): void {
    this.#network.dispose();
  }
}

async function end({ objects, repositories }: Session): Promise<void> {
  await Promise.all([objects.flush(), ...repositories.all().map((remote) => remote.flush())]);
}

/** The calls with which an editor opens a file. */
async function open(remote: RemoteRef, path: string): Promise<void> {
  await remote.stat(path, {}, 'read');
  await remote.read(path);
}

async function inTurn(paths: readonly string[], work: (path: string) => Promise<unknown>): Promise<void> {
  for (const path of paths) await work(path);
}

async function walk(remote: RemoteRef, folder = ''): Promise<number> {
  let count = 0;
  for (const [name, { kind }] of await remote.list(folder)) {
    count += kind === 'folder' ? await walk(remote, folder === '' ? name : `${folder}/${name}`) : 1;
  }
  return count;
}

/** Some files of a repository: `each` of every one of `folders` folders. */
function spread(paths: readonly string[], folders: number, each: number): string[] {
  const byFolder = Map.groupBy(paths, (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const large = [...byFolder.values()].filter((files) => files.length >= each);
  return large.slice(0, folders).flatMap((files) => files.slice(0, each));
}

async function measureReading(service: RemoteService, starts: Starts, board: Board): Promise<void> {
  const listed = await service.git(huge, 'ls-tree', '-r', '--name-only', 'main');
  const paths = spread(listed.split('\n'), 10, 5);
  const [deep = ''] = paths;
  // The first connection and the code that is loaded with it are no part of any figure.
  await starts.start('first').open(project).list('');

  let now = starts.start('reading');
  let remote = now.open(huge);
  const again = async (): Promise<void> => {
    await end(now);
    now = starts.start('reading');
    remote = now.open(huge);
  };
  board.add('open the root, cold', await measure(service, () => remote.list('')), {
    requests: budget.requests.openRoot,
  });
  board.add('open the root again', await measure(service, () => remote.list('')), { requests: 0 });
  await again();
  board.add('open the root after a restart', await measure(service, () => remote.list('')), { requests: 0 });
  board.add('look where the branch is, behind it', await measure(service, () => remote.check([])), {
    requests: budget.requests.check,
  });
  board.add('open a file 4 levels deep, cold', await measure(service, () => open(remote, deep)), {
    requests: budget.requests.openFile,
  });
  board.add('open it again', await measure(service, () => open(remote, deep)), { requests: 0 });
  await again();
  board.add('open it after a restart', await measure(service, () => open(remote, deep)), { requests: 0 });

  for (const order of ['one after another', 'at once'] as const) {
    now = starts.start(order);
    remote = now.open(huge);
    await remote.list('');
    const work = (): Promise<unknown> =>
      order === 'at once'
        ? Promise.all(paths.map((path) => open(remote, path)))
        : inTurn(paths, (path) => open(remote, path));
    const limits = {
      requests: budget.requests.readFifty,
      ...(order === 'at once' ? { trips: budget.tripsOfFifty } : {}),
    };
    board.add(`50 files of 10 folders ${order}, cold`, await measure(service, work), limits);
    board.add(`50 files of 10 folders ${order}, again`, await measure(service, work), { requests: 0 });
    await end(now);
    remote = starts.start(order).open(huge);
    board.add(`50 files of 10 folders ${order}, after a restart`, await measure(service, work), { requests: 0 });
  }
  const mixed = spread((await service.git(project, 'ls-tree', '-r', '--name-only', 'main')).split('\n'), 10, 5);
  for (const [repository, some, of] of [
    [project, mixed, '2,300'],
    [huge, paths, '100,000'],
  ] as const) {
    for (const order of ['one after another', 'at once'] as const) {
      const asked = starts.start(`stat ${repository} ${order}`).open(repository);
      await asked.list('');
      const work = (): Promise<unknown> =>
        order === 'at once'
          ? Promise.all(some.map((path) => asked.stat(path)))
          : inTurn(some, (path) => asked.stat(path));
      const limits = { requests: budget.requests.statFifty };
      board.add(`stat of 50 files of 10 folders, ${of} in all, ${order}`, await measure(service, work), limits);
    }
  }
}

async function measureWhole(service: RemoteService, starts: Starts, board: Board): Promise<void> {
  for (const [repository, name, requests, expected] of [
    [project, '2,300 files', budget.requests.walk, 2300],
    [huge, '100,000 files in 8,000 folders', budget.requests.walkHuge, 100_000],
  ] as const) {
    const now = starts.start(`walk ${name}`);
    const remote = now.open(repository);
    await remote.list('');
    let found = 0;
    const work = async (): Promise<void> => {
      found = await walk(remote);
    };
    board.add(`walk through ${name}`, await measure(service, work), { requests, kept: budget.memory.walk });
    if (found < expected) throw new Error(`the walk found ${found} files of ${expected}`);
    board.add(`walk through ${name} again`, await measure(service, work), { requests: 0 });
  }
  const [finding, comparing] = [starts.start('finding').open(huge), starts.start('comparing')];
  await finding.list('');
  const find = async (): Promise<void> => {
    const [best] = new PathFinder(await finding.paths()).find('unit-3/file-9', 200);
    if (best === undefined) throw new Error('nothing was found');
  };
  board.add('go to file among 100,000, first answer', await measure(service, find), {
    requests: budget.requests.goToFile,
  });
  board.add('go to file among 100,000, next answer', await measure(service, find), { requests: 0 });

  const refs = ['main', 'topic/twenty-changes'];
  const changed = (await service.git(huge, 'diff', '--name-only', ...refs)).split('\n');
  const folders = new Set(changed.flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at).join('/'))));
  const differ = async (): Promise<void> => {
    const [base, head] = await Promise.all(refs.map((ref) => comparing.open(huge, ref).snapshot()));
    if (base === undefined || head === undefined) throw new Error('a ref is missing');
    const found = await compare(base, head);
    if (found.length !== changed.length) throw new Error(`${found.length} differences, not ${changed.length}`);
  };
  const name = `compare two refs that differ in ${changed.length} of 100,000 files, in ${folders.size} folders`;
  board.add(name, await measure(service, differ), { requests: budget.requests.compareWithoutGit(folders.size) });
}

/** A repository on disk with one file of 100 MB. */
async function makeLarge(directory: string): Promise<void> {
  await mkdir(directory);
  await writeFile(join(directory, 'large.bin'), randomBytes(100 * megabyte));
  const author = ['-c', 'user.name=Alice Winter', '-c', 'user.email=alice@example.org'];
  for (const args of [
    ['init', '--quiet', '-b', 'main'],
    ['add', '.'],
    [...author, 'commit', '--quiet', '-m', 'Large'],
  ])
    await run('git', args, { cwd: directory });
}

async function measureLarge(service: RemoteService, starts: Starts, board: Board): Promise<void> {
  const remote = starts.start('large').open('alice/large');
  await remote.list('');
  let [asked, steps] = [0, 0];
  const options = {
    confirm: () => Promise.resolve(void (asked += 1)),
    onProgress: () => void (steps += 1),
  };
  const read = async (): Promise<void> => {
    const { length } = await remote.read('large.bin', options);
    if (length !== 100 * megabyte) throw new Error(`${length} bytes arrived`);
  };
  board.add('read a file of 100 MB, which is asked about first', await measure(service, read), { requests: 3 });
  if (asked !== 1 || steps < 100) throw new Error(`asked ${asked} times, ${steps} steps of progress`);
  const abort = new AbortController();
  const other = starts.start('large, given up').open('alice/large');
  await other.list('');
  const giveUp = async (): Promise<void> => {
    const onProgress = (received: number): void => {
      if (received > 20 * megabyte) abort.abort();
    };
    await other.read('large.bin', { ...options, onProgress, signal: abort.signal }).catch(() => undefined);
    if (!abort.signal.aborted) throw new Error('it could not be given up');
  };
  board.add('give it up after 20 MB', await measure(service, giveUp));
}

/** More than the cache may hold, kept in it: answers the most bytes that it took on disk. */
async function fillCache(folder: string): Promise<number> {
  const storage = createStorage(folder);
  const capacity = 256 * megabyte;
  const objects = new ObjectStore({ storage, capacity: () => capacity, log: silent });
  let most = 0;
  for (let number = 0; number < 90; number += 1) {
    objects.keep(`blob/00/${number}`, new Uint8Array(4 * megabyte).fill(number));
    await objects.flush();
    const used = (await storage.list('')).reduce((sum, { size }) => sum + size, 0);
    most = Math.max(most, used);
  }
  if (most > capacity) throw new Error(`${most} bytes are kept of at most ${capacity}`);
  return most;
}

/** From nothing until a file in the deepest folder can be read. */
async function measureClones(service: RemoteService, starts: Starts, board: Board, token: string): Promise<void> {
  for (const repository of [project, huge]) {
    const listed = (await service.git(repository, 'ls-tree', '-r', '--name-only', 'main')).split('\n');
    const [deep = ''] = listed
      .filter((path) => !path.startsWith('.'))
      .sort((a, b) => b.split('/').length - a.split('/').length);
    const remote = starts.start(`first file of ${repository}`).open(repository);
    const first = await measure(service, () => remote.read(deep));
    board.add(`${repository}: first file with Sourcehost`, first, {
      requests: budget.requests.firstFile,
      ...(repository === project ? { trips: budget.firstFileTime } : {}),
    });
    for (const options of [[], ['--depth', '1'], ['--filter=blob:none']]) {
      await using folder = await temporaryFolder();
      const address = new URL(`/${repository}.git`, service.url);
      Object.assign(address, { username: 'alice', password: token });
      const target = join(folder.path, 'clone');
      const clone = await measure(service, () =>
        run('git', ['clone', '--quiet', ...options, address.href, target], { maxBuffer: megabyte }),
      );
      board.add(`${repository}: ${['git clone', ...options].join(' ')}`, clone);
      if (clone.milliseconds < first.milliseconds) throw new Error('a clone was quicker than the first file');
    }
  }
}

await using made = await temporaryFolder();
await makeLarge(join(made.path, 'large'));
await withService(
  {
    data: 'large',
    latency,
    repositories: [join(made.path, 'large')],
    histories: [{ name: 'project', files: 2300, commits: 300 }],
  },
  async (service) => {
    await using folder = await temporaryFolder();
    const token = await service.token('alice');
    using starts = new Starts(service.url, token, folder.path);
    const boards = { reading: new Board(), whole: new Board(), clones: new Board() };
    await measureReading(service, starts, boards.reading);
    await measureWhole(service, starts, boards.whole);
    await measureLarge(service, starts, boards.whole);
    await measureClones(service, starts, boards.clones, token);
    const cache = await fillCache(join(folder.path, 'cache'));
    await writeSection(
      'cache',
      `After 360 MB went through a cache of 256 MB, the most that was on disk is ${(cache / megabyte).toFixed(0)} MB.`,
    );
    await writeSection('reading', boards.reading.table);
    await writeSection('whole', boards.whole.table);
    await writeSection('clones', boards.clones.table);
    const violations = await service.violations();
    if (violations.length > 0) throw new Error(`the service was asked wrongly: ${JSON.stringify(violations[0])}`);
  },
);
