import type { Comment, Discussion } from './conversation.ts';
import { isByRobot, reportOf, type RobotReport } from './robots.ts';

/** What happened to an issue or a pull request, in the words of the host. */
export interface TimelineEvent {
  readonly id: string;
  readonly content?: string | undefined;
  readonly action_type?: string | undefined;
  readonly created_at?: string | undefined;
  readonly user?: Discussion['user'];
}

export interface DiscussionEntry {
  readonly kind: 'discussion';
  readonly key: string;
  readonly discussion: Discussion;
  readonly isRobot: boolean;
  readonly report: RobotReport | undefined;
  /** A newer report has the same name, or it is resolved: one line is enough until somebody opens it. */
  readonly isFolded: boolean;
  /** The notes right before it by the same robot with the same text. */
  readonly equal: readonly Comment[];
}

export interface EventsEntry {
  readonly kind: 'events';
  readonly key: string;
  readonly events: readonly TimelineEvent[];
}

export type Entry = DiscussionEntry | EventsEntry;

/** What a conversation shows, oldest first: notes of robots folded, and what happened between the comments. */
export function entriesOf(discussions: readonly Discussion[], events: readonly TimelineEvent[]): readonly Entry[] {
  return withEvents(foldRobots(discussions), events);
}

/** While a conversation is read again: what is known of it now, and what was `before` and was not read yet. Oldest first. */
export function withEarlier(read: readonly Discussion[], before: readonly Discussion[]): readonly Discussion[] {
  const known = new Set(read.map(({ key }) => key));
  const rest = before.filter(({ key }) => !known.has(key));
  return rest.length === 0 ? read : [...read, ...rest].sort((one, other) => timeOf(one) - timeOf(other));
}

/** Whether the host itself wrote a reply, because a later commit changed the line. */
export const lineChange = (body: string): boolean => /^changed this line on \[[\da-f]{7,40}\]\(/.test(body);

function foldRobots(discussions: readonly Discussion[]): readonly DiscussionEntry[] {
  /** The newest report of each robot and name. */
  const newest = new Map<string, Discussion>();
  const entries: DiscussionEntry[] = [];
  for (const discussion of discussions) {
    const isRobot = isByRobot(discussion);
    const report = isRobot && discussion.place === undefined ? reportOf(discussion.body) : undefined;
    if (report !== undefined) newest.set(reportKey(discussion, report), discussion);
    const last = entries.at(-1);
    const repeats = isRobot && last !== undefined && isSameNote(last.discussion, discussion);
    if (repeats) entries.pop();
    entries.push({
      kind: 'discussion',
      key: discussion.key,
      discussion,
      isRobot,
      report,
      isFolded: discussion.resolved === true,
      equal: repeats ? [...last.equal, last.discussion] : [],
    });
  }
  return entries.map((entry) => {
    const { report, discussion } = entry;
    const isOlder = report !== undefined && newest.get(reportKey(discussion, report)) !== discussion;
    return isOlder ? { ...entry, isFolded: true } : entry;
  });
}

const reportKey = ({ user }: Discussion, { name }: RobotReport): string => `${user?.login ?? ''}\n${name}`;

function isSameNote(one: Discussion, other: Discussion): boolean {
  const isPlain = [one, other].every(({ place, replies }) => place === undefined && replies.length === 0);
  return isPlain && one.user?.login === other.user?.login && one.body.trim() === other.body.trim();
}

function withEvents(entries: readonly DiscussionEntry[], events: readonly TimelineEvent[]): readonly Entry[] {
  const sorted = events.toSorted((one, other) => timeOf(one) - timeOf(other));
  const result: Entry[] = [];
  let next = 0;
  const addUntil = (time: number): void => {
    const from = next;
    while (next < sorted.length && timeOf(sorted[next]) < time) next += 1;
    const between = sorted.slice(from, next);
    if (between[0] !== undefined) result.push({ kind: 'events', key: `event ${between[0].id}`, events: between });
  };
  for (const entry of entries) {
    addUntil(timeOf(entry.discussion));
    result.push(entry);
  }
  addUntil(Infinity);
  return result;
}

const timeOf = (one: { readonly created_at?: string | undefined } | undefined): number =>
  Date.parse(one?.created_at ?? '') || 0;
