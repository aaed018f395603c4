import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from './diskFailure.ts';

/** Only the user may read and write. Windows ignores modes; the folder of the user is private there. */
export const privateFile = 0o600;
const privateFolder = 0o700;

const hasModes = process.platform !== 'win32';
const groupAndOthers = 0o077;

/** Creates `folder` and its missing parents, for this user only. Existing folders keep their mode. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: privateFolder });
}

/**
 * Removes the permissions of other users from `folder` and its content, if others may enter `folder`. The folder itself
 * comes last: if this is interrupted, the next call repeats it. Symbolic links are not followed. Does nothing if
 * `folder` does not exist.
 */
export async function makePrivate(folder: string): Promise<void> {
  if (!hasModes) return;
  const stats = await unlessMissing(stat(folder));
  if (stats === undefined || (stats.mode & groupAndOthers) === 0) return;
  await tightenContents(folder);
  await unlessMissing(chmod(folder, privateFolder));
}

async function tightenContents(folder: string): Promise<void> {
  // Another window may remove a file in the meantime.
  for (const entry of (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await tightenContents(path);
    if (entry.isDirectory() || entry.isFile()) await unlessMissing(tighten(path));
  }
}

async function tighten(path: string): Promise<void> {
  const stats = await lstat(path);
  const mode = stats.isDirectory() ? privateFolder : privateFile;
  if (!stats.isSymbolicLink() && (stats.mode & groupAndOthers) !== 0) await chmod(path, mode);
}
