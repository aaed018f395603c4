import type { AgreedCommit } from './agreedCommit.ts';
import type { SelectedChange } from './commitSelection.ts';
import type { Author } from './journal.ts';
import type { BranchPushes } from './writtenBranch.ts';

/** `auto`: one file by the API, several with git if git can be used. */
export type CommitMethod = 'auto' | 'rest' | 'git';

/** How a commit is sent: one commit for each file by the API, or one commit for all with git. */
export type CommitTransport = 'rest' | 'git';

export interface CommitRequest {
  /** `{path}` stands for the path of each file. */
  readonly message: string;
  readonly author: Author | undefined;
  /** Default: the staged changes, else all changes. */
  readonly paths?: readonly string[] | undefined;
  /** As `git add -A -f`. Default: of the new files that `.gitignore` ignores, only those that `paths` names themselves. */
  readonly includeIgnored?: boolean | undefined;
  /** The changes that were confirmed: nothing else is sent. Default: the drafts at the time of sending. */
  readonly agreed?: AgreedCommit | undefined;
}

/** How a commit is made: questions and previews show it, `Committer.commit` carries it out. */
export interface CommitPlan extends CommitRequest {
  /** Undefined: not known, or left to the service, which takes the account of the request. */
  readonly author: Author | undefined;
  /** The drafts that `paths` selected when the plan was made. The commit selects again: see `agreed`. */
  readonly files: readonly SelectedChange[];
  readonly transport: CommitTransport;
  /** Whether the API is used if git cannot create the commit. False: the commit fails then, and nothing is sent. */
  readonly canFallBack: boolean;
}

/** Finds the author of a commit by `transport` if the request has none. Git needs one. */
export type FindAuthor = (transport: CommitTransport) => Promise<Author | undefined>;

/** Where a commit is planned. `pushes` undefined: git cannot be used. */
interface PlanPlace {
  readonly files: readonly SelectedChange[];
  readonly pushes: BranchPushes | undefined;
  readonly method: CommitMethod;
}

export async function planCommit(
  { files, pushes, method }: PlanPlace,
  request: CommitRequest,
  find: FindAuthor | undefined,
): Promise<CommitPlan> {
  const preferred = (await prefersGit(method, pushes, files, request.message)) ? 'git' : 'rest';
  const author = request.author ?? (files.length === 0 ? undefined : await find?.(preferred));
  const transport = author === undefined && method !== 'git' ? 'rest' : preferred;
  return { ...request, files, author, transport, canFallBack: method !== 'git' };
}

/** Whether the commit of `files` is sent with git if the author is known. */
async function prefersGit(
  method: CommitMethod,
  pushes: BranchPushes | undefined,
  files: readonly SelectedChange[],
  message: string,
): Promise<boolean> {
  if (files.length === 0 || pushes === undefined || method === 'rest' || pushes.isEmpty()) return false;
  if (method === 'git') return true;
  // The API stores neither executable files nor links.
  const isOne = files.length === 1 && files.every(({ change }) => change.mode === '100644');
  const isOneEach = files.length > 1 && message.includes('{path}');
  return !isOne && !isOneEach && (await pushes.problem()) === undefined;
}
