import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { nameSegment } from '../core/storage.ts';
import type { RepositoryName } from '../domain/hosting/address.ts';
import { isSha } from '../domain/objects/gitSha.ts';
import { whileBusy, writeFileAtomic } from '../net/disk/atomic.ts';
import { diskFailure, errorCode } from '../net/disk/diskFailure.ts';
import { withLockFile } from '../net/disk/lockFile.ts';
import { makePrivateFolder, privateFile } from '../net/disk/privateFiles.ts';

/** Share of the capacity that is used after an eviction. */
const cleared = 0.8;
/** Milliseconds for which a window that runs keeps a repository after it used it. */
const inUseFor = 60 * 60 * 1000;
/** Fetched commits that stay in a repository. */
const mostCommits = 50;
/** Longer names are replaced by their hash. */
const longestSegment = 100;
const staleAfter = 10_000;

/** Folder with the files of this extension in a repository. */
const own = 'sourcehost';
const noBranch = 'ref: refs/heads/none\n';
/** Refs of the commits that are complete. */
const commits = join('refs', 'sourcehost');

/** The size of the packs in bytes, and their names; its time is the last use of the repository. */
const records = join(own, 'packs');

/** Exists in a pinned repository. */
const pin = join(own, 'pinned');

interface Stored {
  readonly path: string;
  readonly size: number;
  /** Time of the last use. */
  readonly used: number;
}

/**
 * The folder with all bare repositories: `<host>/<owner>/<repo>.git`. Names that begin with a dot are its own: `.new`
 * (repositories being created), `.removed` (being removed) and `.locks`.
 */
export class CacheFolder {
  readonly #folder: string;
  /** Name of the files by which this window marks the repositories that it uses. */
  readonly #window = `${process.pid}.${randomUUID()}`;
  readonly #marked = new Map<string, number>();
  #swept: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A folder that does not exist: the home of git, which then has no settings and no credentials. */
  get noHome(): string {
    return join(this.#folder, '.none');
  }

  pathOf({ host, owner, repo }: RepositoryName): string {
    return join(this.pathOfHost(host), segment(owner), `${segment(repo)}.git`);
  }

  /** The repository with the commits of `name`, apart from the one that is fetched at depth 1. */
  historyPathOf({ host, owner, repo }: RepositoryName): string {
    return join(this.pathOfHost(host), segment(owner), `${segment(repo)}.history`);
  }

  pathOfHost(host: string): string {
    return join(this.#folder, segment(host));
  }

  /** Runs `work` while no other window writes the repository. */
  async lock<T>(path: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    this.#swept ??= this.#sweep();
    await this.#swept;
    const file = join(this.#folder, '.locks', path.slice(this.#folder.length + 1));
    return await withLockFile(file, { signal, staleAfter }, work);
  }

  /** Whether the repository has `commit` completely. */
  async hasCommit(path: string, commit: string): Promise<boolean> {
    if (!isSha(commit)) return false;
    const file = join(path, commits, commit);
    if ((await textOf(file)) !== `${commit}\n`) return false;
    await this.markUsed(path);
    await touch(file);
    return true;
  }

  /** Whether the repository has any commit. */
  async hasAny(path: string): Promise<boolean> {
    return (await namesIn(join(path, commits))).length > 0;
  }

  /** Declares that `commit` is complete, and forgets the commits that were used longest ago. Call it under the lock. */
  async addCommit(path: string, commit: string): Promise<void> {
    const folder = join(path, commits);
    // First: the packs that are not recorded are removed after a crash.
    await record(path);
    await writeFileAtomic(join(folder, commit), Buffer.from(`${commit}\n`), { isPrivate: true });
    const known = await Promise.all(
      (await namesIn(folder)).filter(isSha).map(async (name) => ({ name, used: await timeOf(join(folder, name)) })),
    );
    const oldest = known.sort((a, b) => b.used - a.used).slice(mostCommits);
    await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
  }

  /**
   * Creates the repository if it does not exist, and removes what an interrupted process left in it. Call it under the
   * lock. `commit` tells the hash function.
   */
  async prepare(path: string, commit: string): Promise<void> {
    try {
      if (await isRepository(path, commit)) await clean(path);
      else await this.#create(path, commit);
    } catch (error) {
      throw diskFailure(error, path);
    }
  }

  /** Removes what a failed fetch left: the whole repository if it has no other commit. Call it under the lock. */
  async tidy(path: string): Promise<void> {
    if (await this.hasAny(path)) await clean(path);
    else await this.remove(path);
  }

  /** Marks the repository as used by this window, at most once a minute. */
  async markUsed(path: string): Promise<void> {
    const now = Date.now();
    if (now - (this.#marked.get(path) ?? 0) < 60_000) return;
    this.#marked.set(path, now);
    try {
      await writeFile(join(path, own, 'uses', this.#window), hostname(), { mode: privateFile });
      await touch(join(path, records));
    } catch {
      // The repository was removed; it is not used then.
      this.#marked.delete(path);
    }
  }

  /** See `GitRepository.setPinned`. */
  async setPinned(path: string, pinned: boolean): Promise<void> {
    const file = join(path, pin);
    if (!pinned) await rm(file, { force: true });
    else if (await this.hasAny(path)) await writeFileAtomic(file, new Uint8Array(), { isPrivate: true });
  }

  /** Removes the repositories that were used longest ago and are neither in use nor pinned. */
  async makeRoom(capacity: number): Promise<void> {
    const all = await this.#all();
    let total = all.reduce((sum, { size }) => sum + size, 0);
    if (total <= capacity) return;
    for (const { path, size } of all.sort((a, b) => a.used - b.used)) {
      if (total <= capacity * cleared) return;
      const isGone = await this.#removeUnused(path);
      if (isGone) total -= size;
    }
  }

  /** Removes a repository, or all of a host. */
  async remove(path: string): Promise<void> {
    const aside = join(this.#folder, '.removed', randomUUID());
    for (const one of this.#marked.keys()) if (one.startsWith(path)) this.#marked.delete(one);
    try {
      await makePrivateFolder(join(this.#folder, '.removed'));
      await whileBusy(() => rename(path, aside));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      throw diskFailure(error, path);
    }
    // What cannot be removed now is removed by the next window.
    await rm(aside, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }

  /** Removes the marks of this window. */
  async release(): Promise<void> {
    const paths = [...this.#marked.keys()];
    this.#marked.clear();
    await Promise.all(paths.map((path) => rm(join(path, own, 'uses', this.#window), { force: true }).catch(() => {})));
  }

  async #create(path: string, commit: string): Promise<void> {
    const fresh = join(this.#folder, '.new', randomUUID());
    for (const folder of [join('objects', 'pack'), join('objects', 'info'), commits, join(own, 'uses')])
      await makePrivateFolder(join(fresh, folder));
    await writeFile(join(fresh, 'HEAD'), noBranch, { mode: privateFile });
    await writeFile(join(fresh, 'config'), configFor(commit), { mode: privateFile });
    await makePrivateFolder(join(path, '..'));
    await this.remove(path);
    await whileBusy(() => rename(fresh, path));
  }

  async #removeUnused(path: string): Promise<boolean> {
    try {
      return await this.lock(path, AbortSignal.timeout(100), async () => {
        if ((await timeOf(join(path, pin))) > 0 || (await isUsed(path))) return false;
        await this.remove(path);
        return true;
      });
    } catch {
      // Another window fetches into it.
      return false;
    }
  }

  async #all(): Promise<Stored[]> {
    const stored: Stored[] = [];
    for (const host of await namesIn(this.#folder)) {
      if (host.startsWith('.')) continue;
      for (const owner of await namesIn(join(this.#folder, host))) {
        for (const repo of await namesIn(join(this.#folder, host, owner))) {
          const path = join(this.#folder, host, owner, repo);
          const [size] = await recorded(path);
          stored.push({ path, size, used: await timeOf(join(path, records)) });
        }
      }
    }
    return stored;
  }

  /** Removes what windows that ended left behind. */
  async #sweep(): Promise<void> {
    for (const name of ['.new', '.removed']) {
      const folder = join(this.#folder, name);
      for (const one of await namesIn(folder)) {
        const path = join(folder, one);
        // Another window may be creating or removing it.
        if (Date.now() - (await timeOf(path)) < 60 * 60 * 1000 && name === '.new') continue;
        await rm(path, { recursive: true, force: true }).catch(() => undefined);
      }
    }
  }
}

function segment(text: string): string {
  const encoded = nameSegment(text.toLowerCase());
  return encoded.length > longestSegment ? createHash('sha256').update(text.toLowerCase()).digest('hex') : encoded;
}

function configFor(commit: string): string {
  const isLong = commit.length === 64;
  const core = `[core]\n\trepositoryformatversion = ${isLong ? 1 : 0}\n\tbare = true\n`;
  return isLong ? `${core}[extensions]\n\tobjectFormat = sha256\n` : core;
}

async function isRepository(path: string, commit: string): Promise<boolean> {
  const [head, config] = await Promise.all([textOf(join(path, 'HEAD')), textOf(join(path, 'config'))]);
  const folders = await Promise.all([join('objects', 'pack'), 'refs'].map((name) => timeOf(join(path, name))));
  return head === noBranch && config === configFor(commit) && folders.every((time) => time > 0);
}

/** Removes temporary files and locks of git, packs of fetches that did not end, and damaged refs. */
async function clean(path: string): Promise<void> {
  const packs = join(path, 'objects', 'pack');
  const refs = join(path, commits);
  const [, ...complete] = await recorded(path);
  const stale = [
    ...(await namesIn(path)).filter((name) => /\.lock$|^shallow_/.test(name)).map((name) => join(path, name)),
    ...(await namesIn(packs))
      .filter((name) => name.endsWith('.keep') || !complete.includes(packOf(name)))
      .map((name) => join(packs, name)),
  ];
  const known = new Set<string>();
  for (const name of await namesIn(refs)) {
    if ((await textOf(join(refs, name))) === `${name}\n`) known.add(name);
    else stale.push(join(refs, name));
  }
  await Promise.all(stale.map((file) => whileBusy(() => rm(file, { force: true, recursive: true }))));
  await cleanShallow(join(path, 'shallow'), known);
  await makePrivateFolder(join(path, own, 'uses'));
}

/** Each fetched commit is a line of the file. A commit that is no longer here must not be one. */
async function cleanShallow(file: string, known: ReadonlySet<string>): Promise<void> {
  const text = (await textOf(file)) ?? '';
  const lines = text.split('\n').filter((line) => known.has(line));
  const kept = lines.map((line) => `${line}\n`).join('');
  if (kept === '') await rm(file, { force: true });
  else if (kept !== text) await writeFileAtomic(file, Buffer.from(kept), { isPrivate: true });
}

const packOf = (name: string): string => name.replace(/\.[^.]*$/, '');

/** Stores the size and the names of the packs. Call it after a complete fetch. */
async function record(path: string): Promise<void> {
  const folder = join(path, 'objects', 'pack');
  const files = (await namesIn(folder)).filter((name) => /^pack-\w+\.\w+$/.test(name));
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  const names = new Set(files.filter((name) => name.endsWith('.idx')).map(packOf));
  const lines = [sizes.reduce((sum, size) => sum + size, 0), ...names];
  await writeFileAtomic(join(path, records), Buffer.from(lines.join('\n')), { isPrivate: true });
}

/** What `record` stored. */
async function recorded(path: string): Promise<[size: number, ...names: string[]]> {
  const [size, ...names] = ((await textOf(join(path, records))) ?? '0').split('\n');
  return [Number(size), ...names];
}

/** Whether a window that runs has used the repository. */
async function isUsed(path: string): Promise<boolean> {
  const folder = join(path, own, 'uses');
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    const age = Date.now() - (await timeOf(file));
    const isHere = (await textOf(file)) === hostname();
    const mayRun = !isHere || isRunning(Number(name.split('.')[0]));
    if (mayRun && age < inUseFor) return true;
    if (!mayRun) await rm(file, { force: true });
  }
  return false;
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return [];
    throw error;
  });
}

async function textOf(file: string): Promise<string | undefined> {
  return await readFile(file, 'utf8').catch(() => undefined);
}

/** Time of the last change; 0 if the file does not exist. */
async function timeOf(file: string): Promise<number> {
  return await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}
