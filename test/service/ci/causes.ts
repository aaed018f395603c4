import type { Host } from '../host.ts';
import type { Account, PullRequest, Repository } from '../state.ts';
import { registered, trigger } from './engine.ts';

const titleOf = async (repository: Repository, sha: string): Promise<string> =>
  (await (await repository.git()).commit(sha))?.message.split('\n')[0] ?? '';

/** The runs of a pushed branch or tag. */
export async function runPush(
  { state }: Host,
  repository: Repository,
  { login }: Account,
  ref: string,
  to: string,
): Promise<void> {
  if ((await registered(repository)).size === 0) return;
  const [, kind, branch = ''] = /^refs\/(heads|tags)\/(.*)$/.exec(ref) ?? [];
  if (kind === undefined) return;
  const event = kind === 'tags' ? 'CreateTag' : 'Push';
  // A tag can have an object of its own.
  const sha = String(await (await repository.git()).ask(['rev-parse', `${to}^{commit}`])).trim();
  await trigger(state, repository, { event, branch, sha, actor: login, title: await titleOf(repository, sha) });
}

/** The runs that a new comment on an open pull request starts. */
export async function runNote(
  { state }: Host,
  repository: Repository,
  { number, head, title, state: is }: PullRequest,
  { login }: Account,
  note: string,
): Promise<void> {
  if (is !== 'open' || (await registered(repository)).size === 0) return;
  const sha = String(await (await repository.git()).ask(['rev-parse', `refs/merge-requests/${number}/head`])).trim();
  await trigger(state, repository, { event: 'Note', branch: head, sha, pull: number, actor: login, title, note });
}

/** The runs of a pull request whose head is new. */
export async function runPull({ state }: Host, repository: Repository, pull: PullRequest, sha: string): Promise<void> {
  const { number, head, title, author } = pull;
  await trigger(state, repository, { event: 'MR', branch: head, sha, pull: number, actor: author, title });
}
