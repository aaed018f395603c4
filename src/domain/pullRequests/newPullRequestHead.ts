import type { PullRequest } from '../../api/record/pullRequest.ts';
import { Failure, isFailure, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { foldCase } from '../../core/text.ts';
import type { RepositoryName } from '../hosts/address.ts';

interface Head {
  readonly head: string;
  readonly fork_path?: string;
}

/** What hosts take as a head, in the order of trying. A name of a ref has no colon: the text before one names a fork. */
export function headsOf(head: string, { repo }: RepositoryName): readonly Head[] {
  const [branch = '', fork, ...rest] = head.split(':').reverse();
  if (rest.length > 0 || branch === '' || fork === '') throw wrongValue('head', requires('valid'));
  if (fork === undefined) return [{ head }];
  const [owner = '', path = repo] = fork.split('/');
  const fork_path = `${owner}/${path}`;
  return [{ head: `${fork_path}:${branch}` }, { head: `${owner}:${branch}` }, { head: branch, fork_path }];
}

/** The next reading is sent only if the host says that it does not know this branch. @throws the first Failure */
export async function firstTaken<T>(heads: readonly Head[], send: (head: Head) => Promise<T>): Promise<T> {
  let first: unknown;
  for (const [at, head] of heads.entries()) {
    try {
      return await send(head);
    } catch (error) {
      first ??= error;
      const isUnknown =
        isFailure(error, 'invalid', 'missing') && /branch|source|head|分支/i.test(error.serverMessage ?? '');
      if (!isUnknown || at === heads.length - 1) throw first;
    }
  }
  throw first;
}

/** Returns it. A form that does not tell the head says nothing. @throws Failure `conflict` (reason `otherHead`) */
export function requireHead(created: PullRequest, asked: Head | undefined, text: string): PullRequest {
  const { ref, repo } = created.head;
  const { head: branch, fork_path: fork } = asked ?? { head: text };
  const isOther = (one: string | undefined, other: string | undefined): boolean =>
    one !== undefined && other !== undefined && foldCase(one) !== foldCase(other);
  if ((ref === undefined || ref === branch) && !isOther(repo?.full_name, fork)) return created;
  const from = [repo?.full_name, ref].filter((part) => part !== undefined).join(':');
  throw new Failure('conflict', 'created from another branch', {
    reason: 'otherHead',
    about: [`!${created.number}`, from, text],
  });
}
