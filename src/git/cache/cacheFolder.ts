import { createHash, randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { nameSegment } from '../../core/storage.ts';
import { foldCase } from '../../core/text.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import { isSha } from '../../domain/objects/gitSha.ts';
import { whileBusy, writeFileAtomic } from '../../net/disk/atomic.ts';
import { diskFailure, errorCode } from '../../net/disk/diskFailure.ts';
import { withLockFile } from '../../net/disk/lockFile.ts';
import { makePrivateFolder, privateFile } from '../../net/disk/privateFiles.ts';
import { cacheFailure } from './cacheFailure.ts';
import {
  bareConfigFor,
  cleanRepository,
  commitRefs,
  fetchPrefix,
  hasRecordedPacks,
  headWithoutBranch,
  isBareRepository,
  isPackFile,
  isRepositoryUsed,
  namesIn,
  ownFolder,
  packRecord,
  pinFile,
  recordedPacks,
  recordPacks,
  textOfFile,
  timeOfFile,
  touchFile,
} from './repositoryFolder.ts';

/** Share of the capacity that is used after an eviction. */
const cleared = 0.8;
const mostKeptCommits = 20;
const longestSegment = 100;
const staleAfter = 10_000;

interface Stored {
  readonly path: string;
  readonly size: number;
  readonly used: number;
}

/** All bare repositories: `<host>/<owner>/<repo>.git`. Its own: `.new` (being created), `.removed` and `.locks`. */
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
    await (this.#swept ??= this.#sweep());
    const file = join(this.#folder, '.locks', path.slice(this.#folder.length + 1));
    return await withLockFile(file, { signal, staleAfter }, work).catch((error: unknown) => {
      throw cacheFailure(error, path);
    });
  }

  async hasCommit(path: string, commit: string): Promise<boolean> {
    if (!isSha(commit)) return false;
    const file = join(path, commitRefs, commit);
    if ((await textOfFile(file).catch(() => undefined)) !== `${commit}\n`) return false;
    await this.markUsed(path);
    await touchFile(file);
    return true;
  }

  async exists(path: string): Promise<boolean> {
    return (await timeOfFile(path)) > 0;
  }

  /** Whether the packs of all complete fetches are there. */
  async hasPacks(path: string): Promise<boolean> {
    // Another window may have joined the packs during the first look.
    return (await hasRecordedPacks(path)) || (await hasRecordedPacks(path));
  }

  async hasAny(path: string): Promise<boolean> {
    return (await namesIn(join(path, commitRefs))).length > 0;
  }

  /** Declares that `commit` is complete, and forgets the commits that were used longest ago. Call it under the lock. */
  async addCommit(path: string, commit: string): Promise<void> {
    // Before the ref: packs that are not recorded are removed after a crash.
    await recordPacks(path);
    const folder = join(path, commitRefs);
    await writeFileAtomic(join(folder, commit), Buffer.from(`${commit}\n`), { isPrivate: true });
    const commits = await Promise.all(
      (await namesIn(folder)).filter(isSha).map(async (name) => ({ name, used: await timeOfFile(join(folder, name)) })),
    );
    const oldest = commits.sort((a, b) => b.used - a.used).slice(mostKeptCommits);
    await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
  }

  /**
   * Creates the folder of one fetch, with all objects of `path` unless `isFresh`: then the host sends all.
   * Only there writes a process that outlives its window. Call it under the lock.
   */
  async beginFetch(path: string, isFresh = false): Promise<string> {
    const scratch = join(path, ownFolder, `${fetchPrefix}${randomUUID()}`);
    for (const folder of ['refs', join('objects', 'pack'), join('objects', 'info')])
      await makePrivateFolder(join(scratch, folder));
    const shas = (await namesIn(join(path, commitRefs))).filter(isSha).sort();
    const files: Record<string, string | undefined> = {
      HEAD: headWithoutBranch,
      config: await textOfFile(join(path, 'config')),
    };
    if (!isFresh) {
      files.shallow = await textOfFile(join(path, 'shallow'));
      files['packed-refs'] = shas.map((sha) => `${sha} refs/sourcehost/${sha}\n`).join('');
      files['objects/info/alternates'] = '../../../objects\n';
    }
    for (const [name, text] of Object.entries(files))
      if (text !== undefined) await writeFile(join(scratch, name), text, { mode: privateFile });
    return scratch;
  }

  /** Takes over what a fetch brought, and calls `addCommit`. Call it under the lock. */
  async endFetch(path: string, scratch: string, commit: string): Promise<void> {
    await movePacks(scratch, path);
    const shallow = await textOfFile(join(scratch, 'shallow'));
    if (shallow !== undefined) await writeFileAtomic(join(path, 'shallow'), Buffer.from(shallow), { isPrivate: true });
    await this.addCommit(path, commit);
    await rm(scratch, { recursive: true, force: true }).catch(() => undefined);
  }

  async packsOf(path: string): Promise<number> {
    const [, ...packs] = await recordedPacks(path);
    return packs.length;
  }

  /** Replaces the packs of a repository by those of a folder of `beginFetch`. Call it under the lock. */
  async replacePacks(path: string, scratch: string): Promise<void> {
    const packs = await movePacks(scratch, path);
    await recordPacks(path, packs);
    await cleanRepository(path);
  }

  /** Also removes what an interrupted process left. Under the lock. The length of `commit` selects the hash function. */
  async prepare(path: string, commit: string): Promise<void> {
    try {
      if (await isBareRepository(path, commit)) await cleanRepository(path);
      else await this.#create(path, commit);
    } catch (error) {
      throw diskFailure(error, path);
    }
  }

  /** Removes what a failed fetch left: the whole repository if it has no other commit. Call it under the lock. */
  async tidy(path: string): Promise<void> {
    if (await this.hasAny(path)) await cleanRepository(path);
    else await this.remove(path);
  }

  /** Marks the repository as used by this window, at most once a minute. */
  async markUsed(path: string): Promise<void> {
    const now = Date.now();
    if (now - (this.#marked.get(path) ?? 0) < 60_000) return;
    this.#marked.set(path, now);
    try {
      await writeFile(join(path, ownFolder, 'uses', this.#window), hostname(), { mode: privateFile });
      await touchFile(join(path, packRecord));
    } catch {
      // The repository was removed; it is not used then.
      this.#marked.delete(path);
    }
  }

  async setPinned(path: string, pinned: boolean): Promise<void> {
    const file = join(path, pinFile);
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

  async release(): Promise<void> {
    const paths = [...this.#marked.keys()];
    this.#marked.clear();
    await Promise.all(
      paths.map((path) => rm(join(path, ownFolder, 'uses', this.#window), { force: true }).catch(() => {})),
    );
  }

  async #create(path: string, commit: string): Promise<void> {
    const fresh = join(this.#folder, '.new', randomUUID());
    for (const folder of [join('objects', 'pack'), join('objects', 'info'), commitRefs, join(ownFolder, 'uses')])
      await makePrivateFolder(join(fresh, folder));
    await writeFile(join(fresh, 'HEAD'), headWithoutBranch, { mode: privateFile });
    await writeFile(join(fresh, 'config'), bareConfigFor(commit), { mode: privateFile });
    await makePrivateFolder(join(path, '..'));
    await this.remove(path);
    await whileBusy(() => rename(fresh, path));
  }

  async #removeUnused(path: string): Promise<boolean> {
    try {
      return await this.lock(path, AbortSignal.timeout(100), async () => {
        if ((await timeOfFile(join(path, pinFile))) > 0 || (await isRepositoryUsed(path))) return false;
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
          const [size] = await recordedPacks(path);
          stored.push({ path, size, used: await timeOfFile(join(path, packRecord)) });
        }
      }
    }
    return stored;
  }

  async #sweep(): Promise<void> {
    for (const name of ['.new', '.removed']) {
      const folder = join(this.#folder, name);
      for (const one of await namesIn(folder)) {
        const path = join(folder, one);
        // Another window may be creating or removing it.
        if (Date.now() - (await timeOfFile(path)) < 60 * 60 * 1000 && name === '.new') continue;
        await rm(path, { recursive: true, force: true }).catch(() => undefined);
      }
    }
  }
}

async function movePacks(scratch: string, path: string): Promise<readonly string[]> {
  const from = join(scratch, 'objects', 'pack');
  const files = (await namesIn(from)).filter((name) => isPackFile.test(name));
  // Git reads a pack as soon as its index is there.
  for (const name of files.sort((a, b) => Number(a.endsWith('.idx')) - Number(b.endsWith('.idx'))))
    await whileBusy(() => rename(join(from, name), join(path, 'objects', 'pack', name)));
  return files;
}

function segment(text: string): string {
  const encoded = nameSegment(foldCase(text));
  return encoded.length > longestSegment ? createHash('sha256').update(foldCase(text)).digest('hex') : encoded;
}
