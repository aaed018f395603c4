import { readFile, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { throwIfCancelled } from '../../core/errors.ts';
import { checkName, isName, type DiskStorage, type StoredEntry } from '../../core/storage.ts';
import { writeFileAtomic } from './atomic.ts';
import { diskFailure, unlessMissing } from './diskFailure.ts';
import { withLockFile } from './lockFile.ts';
import { makePrivate, makePrivateFolder } from './privateFiles.ts';

/** Temporary files of a crash are removed when they are older than this, in milliseconds. */
const abandonedAfter = 60 * 60 * 1000;

/** Storage for this user only: files 600, folders 700. `.locks` and `.parts` (being written) are no possible names. */
export function createStorage(folder: string): DiskStorage {
  const parts = join(folder, '.parts');
  const pathOf = (name: string): string => {
    checkName(name);
    return join(folder, ...name.split('/'));
  };
  let prepared: Promise<void> | undefined;
  /** Cleans up before the first write. Errors are ignored, because the write itself reports them. */
  const prepare = (): Promise<void> =>
    (prepared ??= Promise.allSettled([makePrivate(folder), sweep(parts)]).then(() => undefined));

  return {
    async read(name) {
      return orUndefined(pathOf(name), async (path) => new Uint8Array(await readFile(path)));
    },
    async write(name, bytes, { durable = true } = {}) {
      const path = pathOf(name);
      await prepare();
      await writeFileAtomic(path, bytes, { durable, temporaryFolder: parts, isPrivate: true });
    },
    async remove(name) {
      await orUndefined(pathOf(name), (path) => rm(path));
    },
    async touch(name) {
      const now = new Date();
      await orUndefined(pathOf(name), (path) => utimes(path, now, now));
    },
    async list(below) {
      const root = below === '' ? folder : pathOf(below);
      return (await orUndefined(root, (path) => listFiles(folder, path))) ?? [];
    },
    async makeFolder(name) {
      const path = pathOf(name);
      await prepare();
      await makePrivateFolder(path).catch((error: unknown) => {
        throw diskFailure(error, path);
      });
    },
    async lock(name, { signal, staleAfter = 10_000 }, work) {
      checkName(name);
      throwIfCancelled(signal);
      await prepare();
      return withLockFile(join(folder, '.locks', ...name.split('/')), { signal, staleAfter }, work);
    },
  };
}

async function orUndefined<T>(path: string, operation: (path: string) => Promise<T>): Promise<T | undefined> {
  return await unlessMissing(operation(path)).catch((error: unknown) => {
    throw diskFailure(error, path);
  });
}

async function listFiles(root: string, folder: string): Promise<readonly StoredEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = await Promise.all(
    entries.map(async (entry): Promise<readonly StoredEntry[]> => {
      const path = join(folder, entry.name);
      const name = relative(root, path).split(sep).join('/');
      if (!isName(name)) return [];
      if (entry.isDirectory()) return (await orUndefined(path, () => listFiles(root, path))) ?? [];
      const stats = await orUndefined(path, () => stat(path));
      return stats ? [{ name, size: stats.size, modified: stats.mtimeMs }] : [];
    }),
  );
  return lists.flat();
}

async function sweep(parts: string): Promise<void> {
  const names = (await orUndefined(parts, () => readdir(parts))) ?? [];
  await Promise.all(
    names.map((name) =>
      orUndefined(join(parts, name), async (path) => {
        if (Date.now() - (await stat(path)).mtimeMs > abandonedAfter) await rm(path);
      }),
    ),
  );
}
