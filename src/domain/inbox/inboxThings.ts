import * as v from 'valibot';
import type { Issue } from '../../api/record/issue.ts';
import type { Notification } from '../../api/record/notification.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { foldCase } from '../../core/text.ts';
import { unmetConditions } from '../pullRequests/mergeConditions.ts';
import { isSamePerson } from '../pullRequests/roles.ts';
import { parseFullName, repositoryKey, type RepositoryName } from '../hosts/address.ts';

export const inboxReasons = ['approve', 'review', 'test', 'created', 'assigned', 'mentioned', 'updated'] as const;
/** Why a thing is in the inbox. `updated`: the host notifies of it, or others changed it since the user saw it. */
export type InboxReason = (typeof inboxReasons)[number];

/** A notification of a thing; `time` in milliseconds since 1970. */
const Notice = v.object({ id: v.string(), unread: v.boolean(), time: v.number() });

/** An issue, a pull request, or a notification of one that no list has. */
export const InboxThing = v.object({
  /** `host/owner/repo#number` of an issue, `…!number` of a pull request, `…@id` of another notification; lower case. */
  key: v.string(),
  kind: v.picklist(['issue', 'pullRequest', 'notification']),
  repository: v.object({ host: v.string(), owner: v.string(), repo: v.string() }),
  number: v.optional(v.string()),
  title: v.string(),
  /** Milliseconds since 1970. */
  updated: v.number(),
  reasons: v.pipe(v.array(v.picklist(inboxReasons)), v.readonly()),
  comments: v.optional(v.number()),
  /** The user created it, and nobody updated it since. */
  untouched: v.optional(v.boolean()),
  /** The first condition that a merge of the user's pull request lacks: its name in the API, and the words of the host. */
  blocked: v.optional(v.object({ name: v.string(), reason: v.optional(v.string()) })),
  notices: v.optional(v.array(Notice)),
});
export type InboxThing = Readonly<v.InferOutput<typeof InboxThing>>;

/** Milliseconds in which a service completes what it creates. */
const creation = 1_000;
/** Milliseconds after which a mention that was read is shown no longer. */
const mentionTime = 14 * 24 * 3_600_000;
/** What others must do; the rest waits for the author. */
const ofOthers = /^(approval_|all_depend|merge_by_self|merged_by_user)/;

export const isBlockedByOthers = ({ blocked }: InboxThing): boolean =>
  blocked !== undefined && ofOthers.test(blocked.name);

/** `at`: as of `issueThing`. Undefined for a closed one, and for one whose repository is not told. */
export function pullThing(
  host: string,
  pull: PullRequest,
  reason: Extract<InboxReason, 'approve' | 'review' | 'assigned' | 'created'>,
  login: string,
  at?: RepositoryName,
): InboxThing | undefined {
  const repository = at ?? repositoryAt(host, pull.base.repo?.full_name);
  if (repository === undefined || (pull.state ?? 'open') !== 'open') return undefined;
  const isAuthor = isSamePerson(pull.user, login);
  // A host that ignores the scope lists those of the user in place of those that wait for the user.
  if (isAuthor && (reason === 'approve' || reason === 'review')) return undefined;
  const reasons = reason === 'created' ? [reason] : rolesOf(pull, reason, login);
  const { number, title = '', updated_at, created_at } = pull;
  return {
    key: `${repositoryKey(repository)}!${number}`,
    kind: 'pullRequest',
    repository,
    number,
    title,
    ...timesOf(updated_at, created_at, isAuthor),
    reasons,
    blocked: reason === 'created' ? blockedBy(pull) : undefined,
  };
}

/** One of a list of the repository `at`: undefined if the user neither wrote it nor has a role in it. */
export function plainPullThing(pull: PullRequest, login: string, at: RepositoryName): InboxThing | undefined {
  if (isSamePerson(pull.user, login)) return pullThing(at.host, pull, 'created', login, at);
  const people = [pull.assignees, pull.approval_reviewers, pull.testers].flatMap((each) => each ?? []);
  return people.some((person) => isSamePerson(person, login))
    ? pullThing(at.host, pull, 'assigned', login, at)
    : undefined;
}

/** The roles in which the user is asked: who decided is asked no longer. */
function rolesOf(pull: PullRequest, reason: InboxReason, login: string): InboxReason[] {
  const people = { approve: pull.assignees, review: pull.approval_reviewers, test: pull.testers };
  const own = (['approve', 'review', 'test'] as const).flatMap((role) => {
    const me = people[role]?.find((person) => isSamePerson(person, login));
    return me === undefined ? [] : [{ role, accept: me.accept }];
  });
  // Lists do not tell decisions. Those to approve and to review have lists of their own.
  const isAsked = ({ role, accept = role !== 'test' }: (typeof own)[number]): boolean => !accept;
  const asked: InboxReason[] = own.filter(isAsked).map(({ role }) => role);
  const decided = own.filter(({ accept }) => accept === true);
  const isDone =
    reason === 'assigned'
      ? own.length > 0 && decided.length === own.length
      : decided.some(({ role }) => role === reason);
  return isDone ? asked : inboxReasons.filter((one) => one === reason || asked.includes(one));
}

/** What the merge of an open pull request lacks first, before what waits for others. Lists tell only draft and conflict. */
export function blockedBy(pull: PullRequest): InboxThing['blocked'] {
  const listed = [pull.draft === true ? 'work_in_progress' : [], pull.mergeable === false ? 'conflict' : []].flat();
  const unmet = unmetConditions(pull) ?? listed.map((name) => ({ name, reason: undefined }));
  return unmet.find(({ name }) => !ofOthers.test(name)) ?? unmet[0];
}

/** `at`: the repository of an issue of its list; else the issue tells it. Undefined for one of somebody else. */
export function issueThing(host: string, issue: Issue, login: string, at?: RepositoryName): InboxThing | undefined {
  const repository = at ?? repositoryAt(host, issue.repository?.full_name);
  const { number, title = '', updated_at, created_at, comments, assignee, assignees } = issue;
  const people = [assignee ?? [], assignees].flat();
  const isOther = people.length > 0 && !people.some((person) => isSamePerson(person, login));
  if (repository === undefined || isOther || issue.state === 'closed') return undefined;
  return {
    key: `${repositoryKey(repository)}#${number}`,
    kind: 'issue',
    repository,
    number,
    title,
    ...timesOf(updated_at, created_at, isSamePerson(issue.user, login)),
    reasons: ['assigned'],
    comments,
  };
}

/** The notifications of a repository, one thing for all of one issue or pull request. `now`: milliseconds since 1970. */
export function noticeThings(
  repository: RepositoryName,
  notifications: readonly Notification[],
  login: string,
  now: number,
): InboxThing[] {
  const things = new Map<string, InboxThing>();
  for (const { id, content = '', type = '', unread = true, update_at, html_url = '' } of notifications) {
    const [, path = '', number] = /\/(issues|merge_requests|pulls?)\/(\d+)(?!.*\/\d)/.exec(html_url) ?? [];
    const updated = timeOf(update_at) ?? 0;
    const sign = path === 'issues' ? '#' : '!';
    const key = `${repositoryKey(repository)}${number === undefined ? `@${foldCase(id)}` : `${sign}${number}`}`;
    const isMention = /referer|mention/i.test(type) || names(content, login);
    const reason = isMention && (unread || now - updated < mentionTime) ? 'mentioned' : unread ? 'updated' : undefined;
    const known = things.get(key);
    const isNewer = known === undefined || updated > known.updated;
    things.set(key, {
      key,
      kind: 'notification',
      repository,
      number,
      title: isNewer ? content : known.title,
      updated: Math.max(updated, known?.updated ?? 0),
      reasons: inboxReasons.filter((one) => one === reason || known?.reasons.includes(one)),
      notices: [...(known?.notices ?? []), { id, unread, time: updated }],
    });
  }
  return [...things.values()];
}

/** Whether a text has `@login`: that of a longer login is of somebody else. */
function names(text: string, login: string): boolean {
  const [, ...after] = foldCase(text).split(`@${foldCase(login)}`);
  return after.some((rest) => !/^(?:[\w-]|\.\w)/.test(rest));
}

/** One thing of all that the lists have about it. */
export function mergeThings(one: InboxThing, other: InboxThing): InboxThing {
  const [main, more] = one.kind === 'notification' ? [other, one] : [one, other];
  return {
    ...main,
    updated: Math.max(main.updated, more.updated),
    reasons: inboxReasons.filter((reason) => main.reasons.includes(reason) || more.reasons.includes(reason)),
    blocked: main.blocked ?? more.blocked,
    notices: [...(main.notices ?? []), ...(more.notices ?? [])],
  };
}

/** In milliseconds since 1970; undefined if the service does not send it. */
function timeOf(text = ''): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

function timesOf(updatedAt: string | undefined, createdAt: string | undefined, isOwn: boolean) {
  const created = timeOf(createdAt) ?? 0;
  const updated = timeOf(updatedAt) ?? created;
  return { updated, untouched: isOwn && updated - created <= creation };
}

function repositoryAt(host: string, path: string | undefined): RepositoryName | undefined {
  const named = parseFullName(path ?? '');
  return named && { host, ...named };
}
