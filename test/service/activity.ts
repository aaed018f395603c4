import type { Habits } from './habits.ts';
import type { Host } from './host.ts';
import { avatarUrl } from './forms/user.ts';
import { stamp } from './forms/times.ts';
import { webAddress } from './forms/repository.ts';
import type { Activity } from './state.ts';

const dayOf = (time: number): string => stamp(time).slice(0, 10);
const daysOfPage = 31;

/**
 * The activity feed: `year` begins it, `next` is the time before which the next page begins. The answer's `next` is
 * empty at the end.
 */
export function activityOf(
  host: Host,
  login: string,
  year: string | undefined,
  next: string | undefined,
  { feedNext, feedEnd }: Pick<Habits, 'feedNext' | 'feedEnd'>,
): unknown {
  const from = year === undefined ? -Infinity : Date.parse(`${year}-01-01T00:00:00+08:00`);
  const before = next === undefined || next === '' ? Infinity : Date.parse(next);
  const all = host.state.activities
    .filter(({ author, time }) => author === login && time >= from && time < before)
    .sort((one, other) => other.time - one.time);
  const events: Record<string, unknown[]> = {};
  let last = 0;
  for (const activity of all) {
    const day = dayOf(activity.time);
    if (events[day] === undefined && Object.keys(events).length >= daysOfPage)
      return { events, next: followingPage(activity.time, last, feedNext) };
    (events[day] ??= []).push(eventForm(host, activity));
    last = activity.time;
  }
  const end = { blank: '', null: null, absent: undefined, same: next ?? '' };
  return { events, next: end[feedEnd] };
}

const nextSecond = (time: number): number => Math.floor(time / 1000) * 1000 + 1000;

/** The time before which the page after one that ended with `last` begins; `first` is what comes first on it. */
function followingPage(first: number, last: number, habit: Habits['feedNext']): string {
  if (habit === 'after') return stamp(nextSecond(first));
  return stamp(habit === 'inclusive' ? nextSecond(last) : Date.parse(`${dayOf(last)}T23:59:59+08:00`) + 1000);
}

function eventForm(host: Host, activity: Activity): unknown {
  const account = host.state.accounts.get(activity.author);
  const repository = host.state.repositories.get(activity.repository);
  const web = repository === undefined ? host.url : webAddress(host, repository);
  return {
    action: activity.action,
    action_name: activity.actionName,
    author: {
      id: Number.parseInt(account?.id.slice(-6) ?? '0', 16),
      iam_id: account?.id,
      username: activity.author,
      state: 'active',
      avatar_url: avatarUrl(host, activity.author),
      email: '',
      name: account?.name ?? activity.author,
      name_cn: account?.name ?? '',
      web_url: `${host.url}/${activity.author}`,
    },
    author_id: Number.parseInt(account?.id.slice(-6) ?? '0', 16),
    author_username: activity.author,
    created_at: stamp(activity.time),
    project: {
      main_repository_language: account?.languages.slice(0, 1) ?? [],
      star_count: repository?.stars ?? 0,
      forks_count: repository?.forks ?? 0,
      develop_mode: 'normal',
      stared: false,
    },
    project_id: repository?.id ?? 0,
    project_name: activity.repository,
    ...(activity.push === undefined ? {} : { push_data: pushData(activity.push) }),
    _links: { project: web, action_type: web },
  };
}

const pushData = (push: NonNullable<Activity['push']>): unknown => ({
  commit_count: push.count,
  action: push.from === null ? 'created' : 'pushed',
  ref_type: push.ref.startsWith('refs/tags/') ? 'tag' : 'branch',
  commit_from: push.from,
  commit_to: push.to,
  ref: push.ref.replace(/^refs\/(heads|tags)\//, ''),
  commit_title: push.title,
});
