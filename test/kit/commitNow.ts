import type { CommittedPath, CommitProgress, Committer } from '../../src/domain/sourceControl/commit/committer.ts';
import type { CommitRequest } from '../../src/domain/sourceControl/commit/commitPlan.ts';

/** Plans a commit and carries the plan out, as for a program: nobody is asked in between. */
export async function commitNow(
  committer: Committer,
  request: CommitRequest,
  progress: CommitProgress,
): Promise<readonly CommittedPath[]> {
  return await committer.commit(await committer.plan(request), progress);
}
