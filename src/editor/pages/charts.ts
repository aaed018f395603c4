import { env, l10n } from 'vscode';
import type { ActivityCalendar } from '../../domain/pages/calendar.ts';
import type { MilestoneProgress } from '../../domain/milestones/milestones.ts';
import type { Share } from '../../domain/pages/figures.ts';
import { html, type Html } from '../../domain/pages/html.ts';
import { formatCount, formatDay, formatPercent } from '../kit/messages/format.ts';

const pitch = 14;
const cell = 11;
const left = 30;
const top = 18;

/** A year as a grid of days, and the same numbers as a table of months. */
export function calendarChart(calendar: ActivityCalendar): Html {
  const summary = calendarSummary(calendar);
  return html`<p>${summary}</p>
    <div class="scroll" data-scroll tabindex="0" role="group" aria-label="${l10n.t('Calendar of the last year')}">
      ${dayGrid(calendar, summary)}
    </div>
    <details data-key="months">
      <summary data-key="months-summary">${l10n.t('As a table')}</summary>
      ${monthTable(calendar)}
    </details>`;
}

function calendarSummary({ total, busiest, weeks }: ActivityCalendar): string {
  if (busiest === undefined) return l10n.t('No activity in the last year.');
  const days = weeks.flat();
  const since = days.find(({ isKnown: known }) => known);
  if (since !== undefined && since !== days[0]) {
    return l10n.t(
      'Activity since {0}: {1}. The busiest day was {2} with {3}. Earlier days are not loaded.',
      formatDay(since.day) ?? since.day,
      formatCount(total),
      formatDay(busiest.day) ?? busiest.day,
      formatCount(busiest.count),
    );
  }
  return l10n.t(
    'Activity in the last year: {0}. The busiest day was {1} with {2}.',
    formatCount(total),
    formatDay(busiest.day) ?? busiest.day,
    formatCount(busiest.count),
  );
}

/** One column for each week, one row for each day of the week. */
function dayGrid({ weeks, months }: ActivityCalendar, label: string): Html {
  const [width, height] = [left + weeks.length * pitch, top + 7 * pitch];
  const days = weeks.flatMap((week, x) =>
    week.map(({ day, count, level, isKnown: known }) => {
      const y = new Date(`${day}T00:00:00Z`).getUTCDay();
      const text = known ? dayText(day, count) : l10n.t('{0}: not loaded', formatDay(day) ?? day);
      return html`<rect
        class="${known ? `level${level}` : 'unknown'}"
        x="${left + x * pitch}"
        y="${top + y * pitch}"
        width="${cell}"
        height="${cell}"
        rx="2"
        ><title>${text}</title></rect
      >`;
    }),
  );
  const labels = months
    .filter(({ week }, index) => (months[index + 1]?.week ?? weeks.length) - week > 2)
    .map(({ month, week }) => html`<text x="${left + week * pitch}" y="11">${monthName(month, 'short')}</text>`);
  const weekdays = [1, 3, 5].map(
    (weekday) => html`<text x="0" y="${top + weekday * pitch + 9}">${weekdayName(weekday)}</text>`,
  );
  return html`<svg
    class="calendar"
    role="img"
    aria-label="${label}"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
  >
    ${labels}${weekdays}${days}
  </svg>`;
}

function monthTable({ months }: ActivityCalendar): Html {
  const rows = months.map(
    ({ month, count }) =>
      html`<tr>
        <th scope="row">${monthName(month, 'long')}</th>
        <td align="right">${formatCount(count)}</td>
      </tr>`,
  );
  return html`<table class="figures">
    <thead>
      <tr>
        <th scope="col">${l10n.t('Month')}</th>
        <th scope="col" align="right">${l10n.t('Activities')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function dayText(day: string, count: number): string {
  const date = formatDay(day) ?? day;
  if (count === 0) return l10n.t('{0}: nothing', date);
  return count === 1 ? l10n.t('{0}: 1 activity', date) : l10n.t('{0}: {1} activities', date, formatCount(count));
}

function monthName(month: string, style: 'short' | 'long'): string {
  const options: Intl.DateTimeFormatOptions =
    style === 'short' ? { month: 'short', timeZone: 'UTC' } : { month: 'long', year: 'numeric', timeZone: 'UTC' };
  return new Intl.DateTimeFormat(env.language, options).format(new Date(`${month}-01T00:00:00Z`));
}

function weekdayName(weekday: number): string {
  // 1 January 2023 was a Sunday.
  const day = new Date(Date.UTC(2023, 0, 1 + weekday));
  return new Intl.DateTimeFormat(env.language, { weekday: 'short', timeZone: 'UTC' }).format(day);
}

const fillOf = ({ color }: Share, index: number): Html =>
  color === undefined ? html`class="color${index}"` : html`fill="${color}"`;

/** Shares of a whole as one bar, and as a list with the same colours. */
export function sharesChart(shares: readonly Share[], label: string): Html {
  const starts = shares.map((_, index) => shares.slice(0, index).reduce((sum, share) => sum + share.percent, 0));
  const text = shares.map((share) => `${share.name} ${formatPercent(share.percent)}`).join(', ');
  const bars = shares.map(
    (share, index) =>
      html`<rect ${fillOf(share, index)} x="${starts[index] ?? 0}" y="0" width="${share.percent}" height="8"></rect>`,
  );
  const rows = shares.map(
    (share, index) =>
      html`<li>
        <svg class="dot" aria-hidden="true" viewBox="0 0 10 10">
          <circle ${fillOf(share, index)} cx="5" cy="5" r="4.5"></circle></svg
        ><span>${share.name}</span> <span class="quiet">${formatPercent(share.percent)}</span>
      </li>`,
  );
  return html`<svg
      class="shares"
      role="img"
      aria-label="${label}: ${text}"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
    >
      ${bars}
    </svg>
    <ul class="legend">
      ${rows}
    </ul>`;
}

export function progressChart({ done, total, percent: share }: MilestoneProgress, label: string): Html {
  const text = l10n.t('Issues closed: {0} of {1} ({2})', formatCount(done), formatCount(total), formatPercent(share));
  return html`<svg
      class="progress"
      role="img"
      aria-label="${label}: ${text}"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
    >
      <rect class="track" x="0" y="0" width="100" height="6"></rect>
      <rect class="done" x="0" y="0" width="${share}" height="6"></rect>
    </svg>
    <p class="quiet">${text}</p>`;
}
