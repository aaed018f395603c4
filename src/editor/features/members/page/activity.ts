import { l10n } from 'vscode';
import type { ActivityEvent } from '../../../../api/record/user.ts';
import { parseFullName } from '../../../../domain/hosts/address.ts';
import { localDay } from '../../../../core/time.ts';
import { activityCalendar, yearBefore } from '../../../../domain/pages/calendar.ts';
import { Feed } from '../../../../domain/pages/feed.ts';
import { html, type Html } from '../../../../domain/pages/html.ts';
import { formatCount, formatDay, formatTimeOfDay } from '../../../kit/messages/format.ts';
import { calendarChart } from '../../../pages/charts.ts';
import { laterRequest, type Section, type Turn } from '../../../pages/content.ts';
import { nothingText, repositoryLink, moreButton } from '../../../pages/widgets.ts';

const mostAutomaticRequests = 6;
/** Days that the feed shows at first, and adds with every “Load more”. */
const daysShown = 5;

export function activitySection(username: string): Section {
  let feed = new Feed();
  let days = daysShown;
  const show = (turn: Turn): void => turn.show(activityOf(feed, days, turn));
  const read = async (turn: Turn, pages: number): Promise<void> => {
    const from = yearBefore(today());
    for (let page = 0; page < pages; page += 1) {
      const { next } = feed;
      feed.add(
        await turn.connection.api.users.events(
          { username, ...(next === undefined ? {} : { next }) },
          laterRequest(turn),
        ),
      );
      show(turn);
      const { knownFrom } = feed;
      if (feed.next === undefined || knownFrom === undefined || knownFrom <= from) return;
    }
  };
  return {
    id: 'activity',
    title: l10n.t('Activity'),
    load: async (turn) => {
      feed = new Feed();
      days = daysShown;
      await read(turn, mostAutomaticRequests);
    },
    more: async (turn) => {
      days += daysShown * 2;
      if (days > feed.days.length && feed.next !== undefined) await read(turn, 1);
      show(turn);
    },
  };
}

const today = (): string => localDay(new Date().toISOString()) ?? '';

function activityOf(feed: Feed, days: number, turn: Turn): Html {
  const calendar = activityCalendar(feed.counts, today(), feed.knownFrom);
  const visibleDays = feed.days.slice(0, days);
  const more = feed.days.length > days || feed.next !== undefined;
  const rows = visibleDays.map(
    ([day, events]) =>
      html`<li>
        <h3><time datetime="${day}">${formatDay(day)}</time></h3>
        <ul class="rows">
          ${events.map((event) => eventOf(event, turn))}
        </ul>
      </li>`,
  );
  const feedOf =
    rows.length === 0
      ? nothingText(l10n.t('No activity yet.'))
      : html`<ol class="feed">
          ${rows}
        </ol>`;
  return html`${calendarChart(calendar)}${feedOf}${more ? moreButton('activity') : undefined}`;
}

function eventOf(event: ActivityEvent, { connection: { host } }: Turn): Html {
  const { action_name: action, project_name: project, push_data: push, created_at: created } = event;
  const name = parseFullName(project ?? '');
  const where = name === undefined ? html`<bdi>${project}</bdi>` : repositoryLink(host, name);
  const what = [actionLabel(action), push?.ref].filter((part) => part !== undefined).join(' ');
  const commits = push?.commit_count ?? 0;
  const many = commits > 1 ? l10n.t('{0} commits', formatCount(commits)) : undefined;
  const title = push?.commit_title;
  return html`<li>
    <p>
      ${what === '' ? l10n.t('Activity') : html`<bdi>${what}</bdi>`} ·
      ${where}${many === undefined ? undefined : html` · ${many}`} <span class="quiet">${timeOf(created)}</span>
    </p>
    ${title === undefined || title === '' ? undefined : html`<p class="quiet" dir="auto">${title}</p>`}
  </li>`;
}

function timeOf(time: string | undefined): Html | undefined {
  const text = formatTimeOfDay(time);
  return text === undefined || time === undefined ? undefined : html`<time datetime="${time}">${text}</time>`;
}

/** The name of an action of the service; an unknown one as the service wrote it. */
function actionLabel(action: string | undefined): string | undefined {
  const text = action?.replaceAll('_', ' ').trim();
  const labels = new Map([
    ['pushed', l10n.t('Pushed to')],
    ['pushed to', l10n.t('Pushed to')],
    ['pushed new', l10n.t('Created the branch')],
    ['created', l10n.t('Added')],
    ['opened', l10n.t('Opened')],
    ['closed', l10n.t('Closed')],
    ['reopened', l10n.t('Reopened')],
    ['merged', l10n.t('Merged')],
    ['accepted', l10n.t('Merged')],
    ['commented', l10n.t('Commented on')],
    ['commented on', l10n.t('Commented on')],
    ['deleted', l10n.t('Deleted')],
    ['removed', l10n.t('Deleted')],
    ['joined', l10n.t('Joined')],
    ['left', l10n.t('Left')],
  ]);
  return labels.get(text?.toLowerCase() ?? '') ?? text;
}
