import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { diskFailure, errorCode } from './diskFailure.ts';
import { makePrivateFolder, privateFile } from './privateFiles.ts';

export interface AtomicOptions {
  /** The folder of the temporary file, on the same volume as the target. Default: the folder of the target. */
  readonly temporaryFolder?: string;
  /** False: does not flush the file to the disk. Default true. */
  readonly durable?: boolean;
  /** True: only this user may access the file and the folders made for it. Default: that of the system. */
  readonly isPrivate?: boolean;
}

/** Writes `target` whole or not at all, by a temporary file, flushed and renamed. Missing folders are created. */
export async function writeAtomically<T>(
  target: string,
  fill: (file: FileHandle) => Promise<T>,
  { temporaryFolder = dirname(target), durable = true, isPrivate = false }: AtomicOptions = {},
): Promise<T> {
  const temporary = join(temporaryFolder, `.${randomUUID()}.part`);
  try {
    const result = await filled(await openNew(temporary, isPrivate), fill, durable);
    await makeFolder(dirname(target), isPrivate);
    await whileBusy(() => rename(temporary, target));
    return result;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw diskFailure(error, target);
  }
}

async function filled<T>(file: FileHandle, fill: (file: FileHandle) => Promise<T>, durable: boolean): Promise<T> {
  try {
    const result = await fill(file);
    if (durable) await file.sync();
    return result;
  } finally {
    await file.close();
  }
}

export async function writeFileAtomic(target: string, bytes: Uint8Array, options?: AtomicOptions): Promise<void> {
  await writeAtomically(target, (file) => file.writeFile(bytes), options);
}

/** Retries an operation that a virus scanner or indexer of Windows can block for a moment. */
export async function whileBusy<T>(
  operation: () => Promise<T>,
  delays: readonly number[] = [10, 40, 160, 640],
): Promise<T> {
  for (const delay of delays) {
    try {
      return await operation();
    } catch (error) {
      if (!['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '')) throw error;
      await pause(delay);
    }
  }
  return operation();
}

async function openNew(path: string, isPrivate: boolean): Promise<FileHandle> {
  const mode = isPrivate ? privateFile : undefined;
  try {
    return await open(path, 'wx', mode);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await makeFolder(dirname(path), isPrivate);
    return open(path, 'wx', mode);
  }
}

async function makeFolder(folder: string, isPrivate: boolean): Promise<void> {
  if (isPrivate) await makePrivateFolder(folder);
  else await mkdir(folder, { recursive: true });
}
