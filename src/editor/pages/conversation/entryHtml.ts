import { l10n } from 'vscode';
import { gist, oneLine } from '../../../core/text.ts';
import { isSamePerson } from '../../../domain/pullRequests/roles.ts';
import {
  lineChange,
  type DiscussionEntry,
  type Entry,
  type EventsEntry,
} from '../../../domain/conversation/entries.ts';
import { isOpen, type Comment, type Discussion } from '../../../domain/conversation/conversation.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import { html, type Html, type Part } from '../../../domain/pages/html.ts';
import { formatAgo, formatCount, formatTime } from '../../kit/messages/format.ts';
import { ago, badge, person } from '../widgets.ts';
import { draftIds } from './draftIds.ts';

export interface EntryContext {
  readonly host: Host;
  /** The login of the account; undefined: nobody is signed in, and nothing can be written. */
  readonly login: string | undefined;
  /** The login of who wrote the issue or the pull request. */
  readonly author: string | undefined;
  /** `tasksOf`: the id of a comment whose tasks the reader may tick. */
  readonly render: (text: string, tasksOf: string | undefined) => Promise<Html>;
  /** The lines of the difference that a discussion is about, as far as they are known. */
  readonly excerpt: (key: string) => Html | undefined;
}

export async function entryHtml(entry: Entry, context: EntryContext): Promise<Html> {
  return entry.kind === 'events' ? eventsHtml(entry, context) : await discussionHtml(entry, context);
}

function eventsHtml({ key, events }: EventsEntry, { host }: EntryContext): Html {
  const lines = events.map(
    ({ user, content, action_type: action = '', created_at: at }) =>
      html`<p class="event quiet">
        ${person(host, user)}<span dir="auto">${eventText(content, action)}</span>
        ${ago(at)}
      </p>`,
  );
  if (lines.length <= 3) return html`<div class="entry events">${lines}</div>`;
  const summary = l10n.t('{0} changes', formatCount(lines.length));
  return html`<details class="entry events" data-key="${key}">
    <summary class="quiet" data-key="${key} summary">${summary} · ${ago(events.at(-1)?.created_at)}</summary>
    ${lines}
  </details>`;
}

/** The words of the host, whose Markdown is bold text at most. */
function eventText(content: string | undefined, action: string): Part {
  const words = content === undefined || content === '' ? action.replaceAll('_', ' ') : content;
  return oneLine(words, 300)
    .split('**')
    .map((part, index) => (index % 2 === 0 ? part : html`<b>${part}</b>`));
}

async function discussionHtml(entry: DiscussionEntry, context: EntryContext): Promise<Html> {
  const { discussion, isRobot, isFolded, report, equal } = entry;
  const kind = [isRobot ? 'robot' : 'human', isOpen(discussion) ? 'unresolved' : ''].join(' ');
  const times = timesText(equal);
  const inner = await discussionBody(entry, context);
  const place = placeText(discussion);
  const state = isOpen(discussion) ? [l10n.t('Unresolved')] : stateTexts(discussion);
  const label = [authorOf(discussion), formatAgo(discussion.created_at), times, place, ...state]
    .filter(Boolean)
    .join(', ');
  const article = html`<article
    class="entry ${kind}"
    tabindex="-1"
    aria-label="${label}"
    data-comment="${discussion.id}"
  >
    ${inner}
  </article>`;
  if (!isFolded) return article;
  const about = report?.summary ?? gist(discussion.body, 100);
  const words = html`<bdi>${authorOf(discussion)}</bdi>
    <span dir="auto">${about}</span> ${times === undefined ? undefined : badge(times)} ${badges(discussion)}
    ${ago(discussion.created_at)}`;
  return html`<details class="fold ${kind}" data-key="fold ${entry.key}">
    <summary class="quiet" data-key="fold ${entry.key} summary">${words}</summary>
    ${article}
  </details>`;
}

async function discussionBody({ key, discussion, equal }: DiscussionEntry, context: EntryContext): Promise<Html> {
  const { replies, place } = discussion;
  const excerpt = place === undefined ? undefined : context.excerpt(key);
  const rest = await Promise.all(replies.map((reply) => replyHtml(reply, discussion, context)));
  return html`${place === undefined ? undefined : lineHtml(discussion)}${excerpt}
  ${await commentHtml(discussion, discussion, context, [timesBadge(equal), badges(discussion)])}
  ${
    rest.length === 0
      ? undefined
      : html`<ol class="replies">
          ${rest.map((reply) => html`<li>${reply}</li>`)}
        </ol>`
  }
  ${discussion.discussionId === undefined ? undefined : html`<div data-slot="${draftIds.reply(discussion.discussionId)}"></div>`}`;
}

async function replyHtml(reply: Comment, discussion: Discussion, context: EntryContext): Promise<Html> {
  if (lineChange(reply.body))
    return html`<p class="event quiet">
      ${person(context.host, reply.user)}${l10n.t('changed this line since')} ${ago(reply.created_at)}
    </p>`;
  const label = [authorOf(reply), formatAgo(reply.created_at), l10n.t('reply')].filter(Boolean).join(', ');
  return html`<article tabindex="-1" aria-label="${label}" data-comment="${reply.id}">
    ${await commentHtml(reply, discussion, context, [])}
  </article>`;
}

async function commentHtml(comment: Comment, discussion: Discussion, context: EntryContext, more: Part): Promise<Html> {
  const { host, author, login } = context;
  const { id, user, body, created_at: created } = comment;
  const isOwn = isSamePerson(user, login);
  const text = await context.render(body, isOwn && id !== undefined ? id : undefined);
  const isAuthor = isSamePerson(user, author);
  return html`<p class="byline">
      ${person(host, user)}${isAuthor ? badge(l10n.t('Author')) : undefined}${more}<span class="end"
        >${ago(created)}</span
      >
    </p>
    ${text}
    <p class="tools">${tools(comment, discussion, { isOwn, mayWrite: login !== undefined })}</p>
    ${id === undefined ? undefined : html`<div data-slot="${draftIds.edit(id)}"></div>`}`;
}

function tools(
  comment: Comment,
  discussion: Discussion,
  { isOwn, mayWrite }: { readonly isOwn: boolean; readonly mayWrite: boolean },
): Html {
  const { id } = comment;
  const { key, discussionId, resolved, place } = discussion;
  const isRoot = comment === discussion;
  const button = (talk: string, label: string, of = id ?? key): Html =>
    html`<button
      type="button"
      class="quiet"
      data-talk="${talk}"
      data-id="${of}"
      data-of="${key}"
      data-key="${talk} ${of}"
    >
      ${label}
    </button>`;
  const writing = mayWrite
    ? [
        discussionId === undefined ? undefined : button('reply', l10n.t('Reply')),
        button('quote', l10n.t('Quote')),
        isOwn && id !== undefined ? button('edit', l10n.t('Edit')) : undefined,
        isOwn && id !== undefined ? button('delete', l10n.t('Delete')) : undefined,
        isRoot && place !== undefined && discussionId !== undefined
          ? resolved === true
            ? button('unresolve', l10n.t('Open Again'))
            : button('resolve', l10n.t('Resolve'))
          : undefined,
      ]
    : [];
  return html`${writing}${button('copyLink', l10n.t('Copy Link'))}`;
}

function lineHtml(discussion: Discussion): Html {
  const { key, place } = discussion;
  const name = placeText(discussion);
  return html`<p class="place">
    <bdi>${name}</bdi>${
      place?.path === undefined
        ? undefined
        : html`<button type="button" class="quiet" data-talk="openLine" data-of="${key}" data-key="openLine ${key}">
            ${l10n.t('Open at Its Line')}
          </button>`
    }
  </p>`;
}

const timesText = (equal: readonly Comment[]): string | undefined =>
  equal.length === 0 ? undefined : l10n.t('{0} times', formatCount(equal.length + 1));

/** How often a robot wrote the same, with the earlier times as a tooltip. A page can begin at each of them. */
function timesBadge(equal: readonly Comment[]): Html | undefined {
  const text = timesText(equal);
  if (text === undefined) return undefined;
  const title = equal.map(({ created_at: at }) => formatTime(at) ?? '').join('\n');
  const places = equal.map(({ id }) => html`<span data-comment="${id}" tabindex="-1"></span>`);
  return html`<span class="badge" title="${title}">${text}${places}</span>`;
}

/** `src/a.ts, line 3` */
export function placeText({ place }: Pick<Discussion, 'place'>): string | undefined {
  if (place === undefined) return undefined;
  const { path = l10n.t('a file that the host does not name'), line, startLine, side } = place;
  if (line === undefined) return path;
  const from = startLine ?? line;
  const at = from < line ? l10n.t('lines {0} to {1}', from, line) : l10n.t('line {0}', line);
  return side === 'old' ? l10n.t('{0}, {1} of the old version', path, at) : l10n.t('{0}, {1}', path, at);
}

const stateTexts = ({ resolved, isOutdated }: Discussion): string[] => [
  ...(resolved === true ? [l10n.t('resolved')] : []),
  ...(isOutdated ? [l10n.t('outdated')] : []),
];

const badges = (discussion: Discussion): Part => stateTexts(discussion).map((text) => html`${badge(text)} `);

const authorOf = ({ user }: Comment): string => user?.login ?? l10n.t('Someone');
