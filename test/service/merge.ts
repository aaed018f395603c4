import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git as runGit } from './git/command.ts';
import type { Signature } from './git/objects.ts';
import type { GitRepository } from './git/repository.ts';

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** The tree of a merge; undefined if it conflicts. */
export const mergedTree = async (git: GitRepository, base: string, head: string): Promise<string | undefined> =>
  await git.computed(`merge ${base} ${head}`, () =>
    git.ask(['merge-tree', '--write-tree', base, head]).then(
      (tree) => tree.toString().trim(),
      () => undefined,
    ),
  );

/** The commit after a merge of `head` into `base`; undefined if it conflicts. */
export async function mergeCommits(
  git: GitRepository,
  commits: { readonly base: string; readonly head: string },
  method: MergeMethod,
  author: Signature,
  message: string,
): Promise<string | undefined> {
  const { base, head } = commits;
  if (method === 'rebase') return await rebase(git, base, head);
  const tree = await mergedTree(git, base, head);
  if (tree === undefined) return undefined;
  const parents = method === 'squash' ? [base] : [base, head];
  return await git.makeCommit({ tree, parents, author, committer: author, message });
}

/** Rebases in a working tree of its own. */
async function rebase(git: GitRepository, base: string, head: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'sourcehost-rebase-'));
  const tree = join(folder, 'tree');
  try {
    await git.run(['worktree', 'add', '--quiet', '--detach', tree, head]);
    const rebased = await runGit(tree, ['rebase', '--quiet', base]).then(
      () => true,
      () => false,
    );
    return rebased ? (await runGit(tree, ['rev-parse', 'HEAD'])).toString().trim() : undefined;
  } finally {
    await git.run(['worktree', 'remove', '--force', tree]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}
