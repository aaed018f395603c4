import { l10n } from 'vscode';
import type { Issue, IssueComment, Label } from '../../../api/record/issue.ts';
import type { ListPage } from '../../../api/client/pages.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { colorOf, readableOn } from '../../../domain/text/color.ts';
import { oneLine } from '../../../core/text.ts';
import { issueTitles, oldestFirst } from '../../../domain/documents/kinds/issue.ts';
import { html, type Html } from '../../../domain/pages/html.ts';
import { pageAddressOrNone, webAddress } from '../../../domain/hosts/webAddress.ts';
import { formatDay } from '../../kit/messages/format.ts';
import { laterRequest, firstRequest, type PageContent, type Section, type Turn } from '../../pages/content.ts';
import { renderMarkdown } from '../../pages/markdown.ts';
import {
  badge,
  button,
  facts,
  link,
  moreButton,
  nothingText,
  person,
  repositoryLink,
  externalLink,
  when,
} from '../../pages/widgets.ts';

const commentsPerPage = 50;

export function issueContent(name: RepositoryName, number: string): PageContent {
  return {
    title: `#${number} · ${name.repo}`,
    icon: 'issue',
    head: {
      id: 'head',
      title: `#${number}`,
      load: async (turn) => {
        const issue = await turn.connection.api.issues.get(
          { owner: name.owner, repo: name.repo, number },
          firstRequest(turn),
        );
        turn.show(await issueOf(issue, name, turn));
        return issue;
      },
    },
    sections: [comments(name, number)],
  };
}

async function issueOf(issue: Issue, name: RepositoryName, turn: Turn): Promise<Html> {
  const { host } = turn.connection;
  const { number, title, body, labels, assignee, assignees, milestone } = issue;
  const people = assignees.length === 0 ? (assignee === undefined ? [] : [assignee]) : assignees;
  const { type, stage, priority } = issueTitles(issue);
  const closed = issue.state === 'closed';
  const label =
    body === undefined || body.trim() === ''
      ? nothingText(l10n.t('No description.'))
      : await markdown(body, name, turn);
  return html`<h1 tabindex="-1"><bdi>${title ?? ''}</bdi> <span class="quiet">#${number}</span></h1>
    <p class="badges">
      ${badge(closed ? l10n.t('Closed') : l10n.t('Open'), closed ? 'closed' : 'open')}${labels.map(labelOf)}
    </p>
    ${facts([
      [l10n.t('Repository'), repositoryLink(host, name)],
      [l10n.t('Author'), issue.user === undefined ? undefined : person(host, issue.user)],
      [l10n.t('Assignee'), people.length === 0 ? undefined : people.map((one) => person(host, one))],
      [l10n.t('Milestone'), milestone === undefined ? undefined : milestoneOf(milestone, name, turn)],
      [l10n.t('Created'), when(issue.created_at)],
      [l10n.t('Updated'), when(issue.updated_at)],
      [l10n.t('Closed'), closed ? when(issue.finished_at) : undefined],
      [l10n.t('Type'), type],
      [l10n.t('Stage'), stage],
      [l10n.t('Severity'), issue.severity],
      [l10n.t('Priority'), priority],
    ])}
    <p class="actions">
      ${button({ action: 'edit', key: 'edit' }, l10n.t('Edit'))}${button({ action: 'comment', key: 'comment' }, l10n.t('Comment'), 'secondary')}${externalLink(issue.html_url ?? webAddress(host, name, 'issues', number), l10n.t('Open on the Web'), 'button')}${button({ action: 'refresh', key: 'refresh' }, l10n.t('Refresh'), 'secondary')}
    </p>
    <section class="text" aria-labelledby="text-title">
      <h2 id="text-title">${l10n.t('Description')}</h2>
      ${label}
    </section>`;
}

function milestoneOf(
  { number, title = number, due_on: due, url }: NonNullable<Issue['milestone']>,
  name: RepositoryName,
  { connection: { host } }: Turn,
): Html {
  const day = formatDay(due);
  const href = pageAddressOrNone(url) ?? webAddress(host, name, 'milestones', number);
  return html`${link({ href, action: { action: 'milestone', number } }, html`<bdi>${title}</bdi>`)}
  ${day === undefined ? undefined : html`<span class="quiet">${l10n.t('due {0}', day)}</span>`}`;
}

/** A label in its colours, or with a dot in its colour where its name would not be readable. */
function labelOf({ name, color, text_color, description = '' }: Label): Html {
  const fill = colorOf(color);
  const dot =
    fill === undefined
      ? undefined
      : html`<svg class="dot" aria-hidden="true" viewBox="0 0 10 10">
          <circle fill="${fill}" cx="5" cy="5" r="4.5"></circle>
        </svg>`;
  const text = readableOn(fill, colorOf(text_color));
  const title = oneLine(description, 200);
  return text === undefined
    ? html`<span class="label" title="${title}">${dot}<bdi>${name}</bdi></span>`
    : html`<span class="label" title="${title}" data-fill="${fill}" data-text="${text}"
        >${dot}<bdi>${name}</bdi></span
      >`;
}

async function markdown(text: string, name: RepositoryName, { connection: { host } }: Turn): Promise<Html> {
  return await renderMarkdown(text, { owner: name.owner, repo: name.repo, webAddress: webAddress(host, name) });
}

function comments({ owner, repo, host }: RepositoryName, number: string): Section {
  let pages: AsyncIterator<ListPage<IssueComment>> | undefined;
  let read: readonly IssueComment[] = [];
  let unread = 0;
  const rendered = new WeakMap<IssueComment, Promise<Html>>();
  const render = async (comment: IssueComment, turn: Turn): Promise<Html> => {
    const work = rendered.get(comment) ?? commentOf(comment, { owner, repo, host }, turn);
    rendered.set(comment, work);
    return await work;
  };
  const next = async (turn: Turn): Promise<void> => {
    const page = await pages?.next();
    const { items, more, unreadable } =
      page === undefined || page.done === true ? { items: [], more: false, unreadable: [] } : page.value;
    read = oldestFirst([...read, ...items]);
    unread += unreadable.length;
    const texts = await Promise.all(read.map((comment) => render(comment, turn)));
    const unreadableRow = html`<li>${nothingText(l10n.t('1 record could not be read'))}</li>`;
    const rows = [...texts, ...Array.from({ length: unread }, () => unreadableRow)];
    turn.show(
      rows.length === 0
        ? nothingText(l10n.t('No comments yet.'))
        : html`<ol class="comments">
              ${rows}
            </ol>
            ${more ? moreButton('comments') : undefined}`,
    );
  };
  return {
    id: 'comments',
    title: l10n.t('Comments'),
    load: async (turn) => {
      const list = { owner, repo, number, order: 'asc', per_page: commentsPerPage } as const;
      pages = turn.connection.api.issues.comments.all(list, laterRequest(turn)).pages();
      [read, unread] = [[], 0];
      await next(turn);
    },
    more: next,
  };
}

async function commentOf(
  { id, user, body, created_at: created }: IssueComment,
  name: RepositoryName,
  turn: Turn,
): Promise<Html> {
  const text = await markdown(body ?? '', name, turn);
  return html`<li>
    <article id="comment-${id}">
      <p class="byline">${person(turn.connection.host, user)} ${when(created)}</p>
      ${text}
    </article>
  </li>`;
}
