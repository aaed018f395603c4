import { lstat, mkdir, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, isFailure } from '../../core/errors.ts';
import { comparedName, isGitFolderName } from '../../core/path.ts';
import type { CopiedChange, WriteWorkingCopy } from '../../core/workingCopy.ts';
import { errorCode, unlessMissing } from './diskFailure.ts';

/** Removals first: a removed file can make room for a folder. */
const order: readonly CopiedChange['kind'][] = ['removed', 'folder', 'file'];

/** Puts changes into the folder of a clone: see `WriteWorkingCopy`. */
export const writeWorkingCopy: WriteWorkingCopy = async (root, changes) => {
  const refused: string[] = [];
  for (const kind of order) {
    for (const change of changes.filter((one) => one.kind === kind)) {
      try {
        await write(root, change);
      } catch (error) {
        // The bytes could not be read.
        if (isFailure(error)) throw error;
        refused.push(change.path);
      }
    }
  }
  if (refused.length > 0) {
    const message = `these changes could not be written: ${refused.join(', ')}`;
    throw new Failure('refused', message, { reason: 'draftsNotCopied', about: refused });
  }
};

async function write(root: string, { path, kind, mode, read }: CopiedChange): Promise<void> {
  const segments = path.split('/');
  if (!segments.every(isUsable)) throw new Error(`${path} is not usable here`);
  const place = join(root, ...segments);
  const isThere = await isBelowFolders(root, segments.slice(0, -1), kind !== 'removed');
  if (kind === 'removed') {
    if (isThere) await remove(root, place);
    return;
  }
  if (kind === 'folder') {
    await mkdir(place, { recursive: true });
    return;
  }
  const bytes = await read();
  await rm(place, { force: true });
  if (mode === '120000' && (await link(bytes, place))) return;
  // As git does it: the permissions of others follow the user's mask.
  await writeFile(place, bytes, { flag: 'wx', mode: mode === '100755' ? 0o777 : 0o666 });
}

/** Whether a path segment can be written: no name of the folder `.git` in any file system, and no separator. */
function isUsable(segment: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  const separates = process.platform === 'win32' ? /[\\/:\u0000]/ : /[/\u0000]/;
  return comparedName(segment) !== '' && !isGitFolderName(segment) && !separates.test(segment);
}

/** Whether all `folders` below `root` are folders; missing ones are created if `create`. A link could lead out. */
async function isBelowFolders(root: string, folders: readonly string[], create: boolean): Promise<boolean> {
  let at = root;
  for (const folder of folders) {
    at = join(at, folder);
    const status = await unlessMissing(lstat(at));
    if (status?.isDirectory() === false) throw new Error(`${at} is not a folder`);
    if (status === undefined && !create) return false;
    if (status === undefined) await mkdir(at);
  }
  return true;
}

/** Removes a file and the folders above it that are empty afterwards. */
async function remove(root: string, place: string): Promise<void> {
  await rm(place, { force: true });
  for (let folder = dirname(place); folder !== root; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}

/** Creates a link; false where the file system has none. Git then writes a file with the target too. */
async function link(target: Uint8Array<ArrayBuffer>, place: string): Promise<boolean> {
  try {
    await symlink(Buffer.from(target), place);
    return true;
  } catch (error) {
    if (process.platform === 'win32' && errorCode(error) === 'EPERM') return false;
    throw error;
  }
}
