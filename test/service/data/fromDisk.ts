import { cp, mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { git } from '../git/command.ts';
import { makeBare } from '../git/fastImport.ts';
import { newRepository } from '../repositories.ts';
import { fullName, type Repository, type State } from '../state.ts';

/**
 * Serves a git repository on disk as alice's private one. Its objects are used where they are, its branches and tags copied:
 * nothing is written to it. Rejects if `path` is not a repository.
 */
export async function addFromDisk(state: State, root: string, path: string, now: number): Promise<Repository> {
  const place = resolve(path);
  await stat(place).catch(() => {
    throw new Error(`There is no folder ${place}`);
  });
  const common = await git(place, ['rev-parse', '--git-common-dir']).then(
    (out) => out.toString().trim(),
    () => {
      throw new Error(`${place} is not a git repository`);
    },
  );
  const source = resolve(place, common);
  const head = await git(place, ['symbolic-ref', '--short', '-q', 'HEAD']).then(
    (out) => out.toString().trim(),
    () => '',
  );
  const refs = await git(place, ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags']);
  const branches = [...refs.toString().matchAll(/refs\/heads\/(.+)$/gm)].map(([, name = '']) => name);
  const defaultBranch =
    [head, 'main', 'master', branches[0]].find((name) => name !== undefined && branches.includes(name)) ??
    (head || 'main');
  return newRepository(
    state,
    root,
    {
      owner: 'alice',
      path: freePath(state, place),
      creator: 'alice',
      created: now,
      defaultBranch,
      description: `A copy of a repository on disk`,
      visibility: 'private',
    },
    async (directory) => {
      await makeBare(directory, defaultBranch);
      await mkdir(join(directory, 'objects', 'info'), { recursive: true });
      await writeFile(join(directory, 'objects', 'info', 'alternates'), `${join(source, 'objects')}\n`);
      await writeFile(join(directory, 'packed-refs'), `# pack-refs with: sorted\n${sortRefs(refs.toString())}`);
      await cp(join(source, 'shallow'), join(directory, 'shallow')).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      });
    },
  );
}

const sortRefs = (refs: string): string =>
  refs
    .split('\n')
    .filter(Boolean)
    .sort((one, other) => Buffer.compare(Buffer.from(one.slice(41)), Buffer.from(other.slice(41))))
    .map((line) => `${line}\n`)
    .join('');

/** A free path that the service accepts. */
function freePath({ repositories }: State, place: string): string {
  const plain =
    basename(place)
      .replace(/\.git$/, '')
      .replace(/[^\w.-]+/g, '-')
      .replace(/^[.-]+/, '') || 'repository';
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? plain : `${plain}-${number}`;
    if (!repositories.has(fullName({ owner: 'alice', path }))) return path;
  }
}
