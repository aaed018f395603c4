import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { whileBusy, writeFileAtomic } from '../../net/disk/atomic.ts';
import { errorCode, unlessMissing } from '../../net/disk/diskFailure.ts';
import { makePrivateFolder } from '../../net/disk/privateFiles.ts';

/** Milliseconds for which a window that runs keeps a repository after it used it. */
const inUseFor = 60 * 60 * 1000;
/** Folder with the files of this extension in a repository. */
export const ownFolder = 'sourcehost';
export const headWithoutBranch = 'ref: refs/heads/none\n';
/** Refs of the commits that are complete. */
export const commitRefs = join('refs', 'sourcehost');

export const graphFile = join('objects', 'info', 'commit-graph');

/** The size of the packs in bytes, and their names; its time is the last use of the repository. */
export const packRecord = join(ownFolder, 'packs');

export const pinFile = join(ownFolder, 'pinned');

export const fetchPrefix = 'fetch-';
export const isPackFile = /^pack-\w+\.\w+$/;

export function bareConfigFor(commit: string): string {
  const isLong = commit.length === 64;
  // Only the user may read the files of git, as all other files of the extension.
  const core = `[core]\n\trepositoryformatversion = ${isLong ? 1 : 0}\n\tbare = true\n\tsharedRepository = 0600\n`;
  return isLong ? `${core}[extensions]\n\tobjectFormat = sha256\n` : core;
}

export async function isBareRepository(path: string, commit: string): Promise<boolean> {
  const [head, config] = await Promise.all([textOfFile(join(path, 'HEAD')), textOfFile(join(path, 'config'))]);
  const folders = await Promise.all([join('objects', 'pack'), 'refs'].map((name) => timeOfFile(join(path, name))));
  return head === headWithoutBranch && config === bareConfigFor(commit) && folders.every((time) => time > 0);
}

/** Removes temporary files and locks of git, packs of fetches that did not end, and damaged refs. */
export async function cleanRepository(path: string): Promise<void> {
  const packs = join(path, 'objects', 'pack');
  const refs = join(path, commitRefs);
  const [, ...complete] = await recordedPacks(path);
  const stale = [
    ...(await namesIn(join(path, ownFolder)))
      .filter((name) => name.startsWith(fetchPrefix))
      .map((name) => join(path, ownFolder, name)),
    ...(await namesIn(path)).filter((name) => /\.lock$|^shallow_/.test(name)).map((name) => join(path, name)),
    join(path, `${graphFile}.lock`),
    ...(await namesIn(packs))
      .filter((name) => name.endsWith('.keep') || !complete.includes(packOf(name)))
      .map((name) => join(packs, name)),
  ];
  const commits = new Set<string>();
  for (const name of await namesIn(refs)) {
    if ((await textOfFile(join(refs, name))) === `${name}\n`) commits.add(name);
    else stale.push(join(refs, name));
  }
  await Promise.all(
    stale.map((file) =>
      whileBusy(() => rm(file, { force: true, recursive: true })).catch((error: unknown) => {
        // A git that outlived its window may still write a fetch, and on Windows a pack that another process reads
        // cannot be removed. Both are removed the next time, and nothing reads them until then.
        if (!file.startsWith(packs) && !file.startsWith(join(path, ownFolder))) throw error;
      }),
    ),
  );
  await cleanShallow(join(path, 'shallow'), commits);
  await makePrivateFolder(join(path, ownFolder, 'uses'));
}

/** Each fetched commit is a line of the file. A commit that is no longer here must not be one. */
async function cleanShallow(file: string, commits: ReadonlySet<string>): Promise<void> {
  const text = (await textOfFile(file)) ?? '';
  const lines = text.split('\n').filter((line) => commits.has(line));
  const content = lines.map((line) => `${line}\n`).join('');
  if (content === '') await rm(file, { force: true });
  else if (content !== text) await writeFileAtomic(file, Buffer.from(content), { isPrivate: true });
}

const packOf = (name: string): string => name.replace(/\.[^.]*$/, '');

/** Stores the size and the names of the packs: of all, or only of these files. Call it after a complete fetch. */
export async function recordPacks(path: string, only?: readonly string[]): Promise<void> {
  const folder = join(path, 'objects', 'pack');
  const files = (only ?? (await namesIn(folder))).filter((name) => isPackFile.test(name));
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  const names = new Set(files.filter((name) => name.endsWith('.idx')).map(packOf));
  const lines = [sizes.reduce((sum, size) => sum + size, 0), ...names];
  await writeFileAtomic(join(path, packRecord), Buffer.from(lines.join('\n')), { isPrivate: true });
}

export async function recordedPacks(path: string): Promise<[size: number, ...names: string[]]> {
  const [size, ...names] = ((await textOfFile(join(path, packRecord))) ?? '0').split('\n');
  return [Number(size), ...names];
}

export async function hasRecordedPacks(path: string): Promise<boolean> {
  const [, ...packs] = await recordedPacks(path);
  const files = new Set(await namesIn(join(path, 'objects', 'pack')));
  return packs.every((name) => files.has(`${name}.pack`) && files.has(`${name}.idx`));
}

export async function isRepositoryUsed(path: string): Promise<boolean> {
  const folder = join(path, ownFolder, 'uses');
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    const age = Date.now() - (await timeOfFile(file));
    const isHere = (await textOfFile(file)) === hostname();
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

export async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

export async function textOfFile(file: string): Promise<string | undefined> {
  return await unlessMissing(readFile(file, 'utf8'));
}

/** Time of the last change; 0 if the file does not exist. */
export async function timeOfFile(file: string): Promise<number> {
  return await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

export async function touchFile(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}
