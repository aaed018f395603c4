import { l10n, type Memento } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { shortSha } from '../../../domain/objects/gitSha.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { peopleIn, type Role } from '../../../domain/pullRequests/roles.ts';
import { ViewedHeads } from '../../../domain/pullRequests/viewedHeads.ts';
import type { Changes } from '../../kit/changes.ts';
import type { Invocation } from '../../kit/command.ts';
import { confirmCurrent } from '../../kit/commands/confirmCurrent.ts';
import type { AtRepository } from '../../kit/commands/declare.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { missingWords } from '../../kit/rows/pullRequestTexts.ts';

interface ConfirmParts {
  readonly load: () => Promise<PullRequests>;
  readonly changes: Changes;
  /** Of all windows. */
  readonly memory: Memento;
}

interface ConfirmedPullRequest {
  readonly on: AtRepository;
  readonly number: string;
  readonly first?: PullRequest | undefined;
}

interface PullRequestQuestion {
  readonly message: (now: PullRequest) => string;
  readonly detail: (now: PullRequest) => string;
  readonly action: () => string;
}

/** Asks before a decision about the commits of a pull request; again if its head, base or state are others then. */
export async function confirmPullRequest(
  { load, changes, memory }: ConfirmParts,
  { on, number, first }: ConfirmedPullRequest,
  invocation: Invocation,
  { message, detail, action }: PullRequestQuestion,
): Promise<PullRequest | undefined> {
  const pull = { name: on.name, login: on.connection.account?.login, number };
  const looked = new ViewedHeads(memory);
  const { signal } = invocation;
  let shown: string | undefined;
  const showChanges = async (since: string): Promise<void> => {
    await looked.look(pull, since);
    const { name: repository } = on;
    const reveal = [number, 'pullRequestChanges'];
    changes.report({ subject: 'pullRequests', host: repository.host, repository, reveal, opens: true });
  };
  return await confirmCurrent(invocation, {
    first,
    read: async () => await (await load()).get(on, number, { signal }),
    keyOf: ({ head: { ref, sha, repo }, base, state }) => [ref, sha, repo?.full_name, base.ref, state],
    question: (now) => {
      const { sha } = now.head;
      const since = looked.last(pull) ?? shown;
      shown = sha;
      const isMoved = since !== undefined && since !== sha;
      const lines = [
        detail(now),
        placeText(now),
        now.state === 'open' ? '' : l10n.t('The pull request is not open any more: {0}.', now.state ?? ''),
        isMoved ? l10n.t('Its commits changed since you looked at {0}.', shortSha(since)) : '',
      ];
      const offer = { label: l10n.t('Changes Since I Looked'), run: async () => await showChanges(since ?? '') };
      const text = lines.filter((line) => line !== '').join('\n');
      return { message: message(now), detail: text, action: action(), offer: isMoved ? offer : undefined };
    },
  });
}

function placeText({ head, base }: PullRequest): string {
  const from = plainLabel(head.label ?? head.ref ?? '');
  const into = plainLabel(base.ref ?? '');
  return head.sha === undefined
    ? l10n.t('From “{0}” into “{1}”.', from, into)
    : l10n.t('From “{0}” into “{1}”, as of {2}.', from, into, shortSha(head.sha));
}

export function missingText(now: PullRequest): string {
  const missing = missingWords(now);
  return missing.length === 0 ? '' : l10n.t('The host still requires: {0}', missing.join(', '));
}

interface PeopleQuestion {
  /** Those from which the user chose. */
  readonly first: PullRequest | undefined;
  readonly role: Role;
  readonly message: () => string;
}

/** Asks only if others changed the people after the user chose them: all are replaced. */
export async function confirmPeople(
  load: ConfirmParts['load'],
  { on, number, wanted }: ConfirmedPullRequest & { readonly wanted: readonly string[] },
  invocation: Invocation,
  { first, role, message }: PeopleQuestion,
): Promise<void> {
  const { signal } = invocation;
  const loginsOf = (now: PullRequest): string[] => peopleIn(now, role).map(({ login }) => login);
  await confirmCurrent(invocation, {
    first,
    isAsked: true,
    read: async () => await (await load()).get(on, number, { signal }),
    keyOf: loginsOf,
    question: (now) => ({
      message: message(),
      detail: [
        l10n.t('Now: {0}', loginsOf(now).join(', ') || l10n.t('none')),
        l10n.t('Then: {0}', wanted.join(', ') || l10n.t('none')),
      ].join('\n'),
      action: l10n.t('Set'),
    }),
  });
}
