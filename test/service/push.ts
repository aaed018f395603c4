import type { Host } from './host.ts';
import type { Account, Repository } from './state.ts';
import { runPush } from './ci/causes.ts';
import { followPush } from './pullRequests.ts';
import { fullName } from './state.ts';

export interface Pushed {
  /** Full name, as `refs/heads/main`. */
  readonly ref: string;
  /** Null if the ref is new or deleted. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Applies the effects of a moved ref: times, the activity feed and deliveries. */
export async function announcePush(
  host: Host,
  repository: Repository,
  account: Account,
  pushed: Pushed,
): Promise<void> {
  const now = Date.now();
  repository.updated = now;
  repository.pushed = now;
  const { ref, from, to } = pushed;
  if (to !== null) {
    const git = await repository.git();
    const commit = await git.commit(to);
    const title = commit?.message.split('\n')[0] ?? '';
    const one = from === null || (commit?.parents.length === 1 && commit.parents[0] === from);
    const count = one ? 1 : Number((await git.ask(['rev-list', '--count', `${from}..${to}`])).toString());
    const push = { count, from, to, ref, title };
    host.state.activities.push({
      author: account.login,
      time: now,
      repository: fullName(repository),
      action: 5,
      actionName: from === null ? 'pushed new' : 'pushed to',
      push,
    });
  }
  if (to !== null) {
    if (ref.startsWith('refs/heads/')) await followPush(host, repository, ref.slice('refs/heads/'.length));
    await runPush(host, repository, account, ref, to);
  }
  host.deliver(repository, ref.startsWith('refs/tags/') ? 'tag_push_events' : 'push_events', account, {
    ref,
    before: from ?? '0'.repeat(40),
    after: to ?? '0'.repeat(40),
  });
}
