import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readablePath } from '../../../src/domain/objects/readablePath.ts';
import { git } from '../../service/git/command.ts';

/** A file, link or submodule of a commit, as git lists it. */
export interface TreeFile {
  readonly mode: string;
  readonly sha: string;
  /** Control characters, and bytes that are not UTF-8, are replaced. */
  readonly path: string;
  /** Bytes; 0 for a submodule. */
  readonly size: number;
}

/** A bare copy of a repository that is compared with git. */
export interface RealRepository {
  /** The last part of its path. */
  readonly name: string;
  readonly directory: string;
  readonly branch: string;
  /** Full sha of the commit of the branch. */
  readonly tip: string;
  readonly files: readonly TreeFile[];
  /** Number of commits of the branch. */
  readonly commits: number;
}

/** Copies the repository at `path`, bare or not, into `folder`. @throws Error if it has no commit, or is none */
export async function copyRepository(path: string, folder: string): Promise<RealRepository> {
  const place = resolve(path);
  await stat(place).catch(() => {
    throw new Error('there is no such folder');
  });
  const name = basename(basename(place) === '.git' ? dirname(place) : place, '.git');
  // The service names a repository after its folder.
  const directory = join(folder, name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'repository');
  await git(folder, ['clone', '--quiet', '--bare', '--', place, directory]);
  const ask = async (...args: readonly string[]): Promise<string> => (await git(directory, args)).toString().trim();
  if ((await ask('rev-parse', '--show-object-format')) !== 'sha1')
    throw new Error('the local service serves SHA-1 repositories only');
  const tip = await ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}').catch(() => {
    throw new Error('its default branch has no commit');
  });
  let branch = await ask('symbolic-ref', '--short', '--quiet', 'HEAD').catch(() => '');
  if (branch === '') {
    branch = 'detached-head';
    await ask('update-ref', `refs/heads/${branch}`, tip);
    await ask('symbolic-ref', 'HEAD', `refs/heads/${branch}`);
  }
  const commits = Number(await ask('rev-list', '--count', tip));
  return { name, directory, branch, tip, files: await filesOfCommit(directory, tip), commits };
}

async function filesOfCommit(directory: string, commit: string): Promise<TreeFile[]> {
  const output = await git(directory, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit]);
  const lines = output.toString().split('\0').filter(Boolean);
  return lines.map((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', , sha = '', size = ''] = line.slice(0, tab).split(/ +/);
    return { mode, sha, size: Number(size) || 0, path: readablePath(line.slice(tab + 1)) };
  });
}
