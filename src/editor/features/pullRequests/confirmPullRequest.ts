import { env, l10n, type Memento } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { shortSha } from '../../../domain/objects/gitSha.ts';
import { headName } from '../../../domain/pullRequests/headName.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import type { OwnRights } from '../../../domain/permissions/gates.ts';
import { roleNameOf } from '../../../domain/permissions/memberAccess.ts';
import { peopleIn, type Role } from '../../../domain/pullRequests/roles.ts';
import { ViewedHeads } from '../../../domain/pullRequests/viewedHeads.ts';
import type { Changes } from '../../kit/changes.ts';
import type { Invocation } from '../../kit/command.ts';
import { confirmCurrent } from '../../kit/commands/confirmCurrent.ts';
import type { AtRepository } from '../../kit/commands/declare.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import type { FirstButton } from '../../kit/prompts/prompt.ts';
import { roleLabel } from '../../kit/rows/pullRequestTexts.ts';

export interface ConfirmParts {
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
  readonly first?: FirstButton;
}

/** What changed since the account looked at a pull request, and showing it. `on`: where it is. */
export function lookedAt({ changes, memory }: ConfirmParts, on: AtRepository, number: string) {
  const pull = { name: on.name, login: on.connection.account?.login, number };
  const looked = new ViewedHeads(memory);
  let shown: string | undefined;
  return {
    /** The sha that the account looked at, or that was shown last, if the head is another one now. Notes the present one. */
    movedSince: ({ head: { sha } }: PullRequest): string | undefined => {
      const since = looked.last(pull) ?? shown;
      shown = sha;
      return since === sha ? undefined : since;
    },
    showChanges: async (since: string): Promise<void> => {
      await looked.look(pull, since);
      const reveal = [number, 'pullRequestChanges'];
      changes.report({ subject: 'pullRequests', host: on.name.host, repository: on.name, reveal, opens: true });
    },
  };
}

/** What a decision depends on: if one of these differs, the user is asked again. */
export const decidedOn = ({ head: { ref, sha, repo }, base, state }: PullRequest): unknown => [
  ref,
  sha,
  repo?.full_name,
  base.ref,
  state,
];

/** Asks before a decision about the commits of a pull request; again if its head, base or state are others then. */
export async function confirmPullRequest(
  parts: ConfirmParts,
  { on, number, first }: ConfirmedPullRequest,
  invocation: Invocation,
  { message, detail, action, first: button = 'notNow' }: PullRequestQuestion,
): Promise<PullRequest | undefined> {
  const { signal } = invocation;
  const { movedSince, showChanges } = lookedAt(parts, on, number);
  return await confirmCurrent(invocation, {
    first,
    read: async () => await (await parts.load()).get(on, number, { signal }),
    keyOf: decidedOn,
    question: (now) => {
      const since = movedSince(now);
      const lines = [detail(now), placeText(now), ...stateTexts(now, since)];
      const offer = { label: l10n.t('Changes Since I Looked'), run: async () => await showChanges(since ?? '') };
      const text = lines.filter((line) => line !== '').join('\n');
      return {
        message: message(now),
        detail: text,
        action: action(),
        first: button,
        offer: since === undefined ? undefined : offer,
      };
    },
  });
}

/** That it is not open any more, and that its commits changed. */
export const stateTexts = (now: PullRequest, since: string | undefined): readonly string[] => [
  ...(now.state === 'open' ? [] : [l10n.t('The pull request is not open any more: {0}.', now.state ?? '')]),
  ...(since === undefined ? [] : [l10n.t('Its commits changed since you looked at {0}.', shortSha(since))]),
];

export function rightsText(rights: OwnRights | undefined): string {
  const role = rights === undefined ? undefined : roleNameOf(rights, env.language);
  return role === undefined
    ? l10n.t('As far as the host says, your role does not include this.')
    : l10n.t('As far as the host says, your role {0} does not include this.', role);
}

export function placeText(pull: PullRequest): string {
  const { head, base } = pull;
  const from = plainLabel(headName(pull) ?? '');
  const into = plainLabel(base.ref ?? '');
  return head.sha === undefined
    ? l10n.t('From “{0}” into “{1}”.', from, into)
    : l10n.t('From “{0}” into “{1}”, as of {2}.', from, into, shortSha(head.sha));
}

/** Asks only if others changed the people after the user chose them: all are replaced. `first`: those that the user saw. */
export async function confirmPeople(
  load: ConfirmParts['load'],
  { on, number, wanted, first }: ConfirmedPullRequest & { readonly wanted: readonly string[] },
  invocation: Invocation,
  role: Role,
): Promise<void> {
  const { signal } = invocation;
  const loginsOf = (now: PullRequest): string[] => peopleIn(now, role).map(({ login }) => login);
  await confirmCurrent(invocation, {
    first,
    isAsked: true,
    read: async () => await (await load()).get(on, number, { signal }),
    keyOf: loginsOf,
    question: (now) => ({
      message: l10n.t('Set the people of !{0}?', number),
      detail: [
        roleLabel(role),
        l10n.t('Now: {0}', loginsOf(now).join(', ') || l10n.t('none')),
        l10n.t('Then: {0}', wanted.join(', ') || l10n.t('none')),
      ].join('\n'),
      action: l10n.t('Set'),
    }),
  });
}
