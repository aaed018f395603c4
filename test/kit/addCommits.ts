import type { ServedRepository } from '../service/handle.ts';
import { importHistory } from '../service/git/fastImport.ts';

/** Adds `count` commits without changes to a ref, with one process of git. */
export async function addCommits({ directory, git }: ServedRepository, ref: string, count: number): Promise<void> {
  const from = await git(['rev-parse', ref]);
  const about = { branch: ref, author: { name: 'a', email: 'a@b' }, time: Math.floor(Date.now() / 1000), files: {} };
  const messages = Array.from({ length: count }, (_, index) => `step ${index}`);
  await importHistory(
    directory,
    messages.map((message, index) => ({ ...about, message, ...(index === 0 ? { from } : {}) })),
  );
  // The service reads the refs again after a command.
  await git(['rev-parse', ref]);
}
