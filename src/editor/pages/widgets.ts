import { l10n } from 'vscode';
import type { Failure } from '../../core/errors.ts';
import type { Label, Milestone } from '../../api/record/issue.ts';
import { oneLine } from '../../core/text.ts';
import { fullName, type RepositoryName } from '../../domain/hosts/address.ts';
import type { Host } from '../../domain/hosts/hosts.ts';
import { Html, html, type Part } from '../../domain/pages/html.ts';
import { linkAttributes, linkOf, pictureAddress, type LinkTarget } from '../../domain/pages/link.ts';
import { pageAddressOrNone, webAddress, webAddressOf } from '../../domain/hosts/webAddress.ts';
import { colorOf, readableOn } from '../../domain/text/color.ts';
import { explain } from '../kit/messages/explain.ts';
import { formatAgo, formatDay, formatTime } from '../kit/messages/format.ts';
import type { Section } from './content.ts';

/** A link that opens `href` or runs its action. Without an address only its text. */
export function link(target: LinkTarget | undefined, label: Part, name = ''): Html {
  if (target === undefined) return html`${label}`;
  const attributes = linkAttributes(target).map(([key, value]) => html` ${new Html(key)}="${value}"`);
  return html`<a class="${name}" ${attributes}>${label}</a>`;
}

/** A link to a web page, if `address` is valid. */
export function externalLink(address: string | undefined, label: Part, name = ''): Html {
  return link(linkOf(address ?? ''), label, name);
}

export function button(action: Readonly<Record<string, string>>, label: string, name = 'primary'): Html {
  const attributes = Object.entries(action).map(([key, value]) => html` data-${new Html(key)}="${value}"`);
  return html`<button type="button" class="${name}" ${attributes}>${label}</button>`;
}

/** The last buttons of a head. `page`: the address of its web page. */
export const headButtons = (page: string | undefined): Html =>
  html`${page === undefined ? undefined : externalLink(page, l10n.t('Open on the Web'), 'button')}${button({ action: 'refresh', key: 'refresh' }, l10n.t('Refresh'), 'secondary')}`;

interface Person {
  readonly login: string;
  readonly name?: string | undefined;
  readonly avatar_url?: string | undefined;
}

/** The avatar of a user; a letter if there is none. It has no accessible name, because the name stands next to it. */
export function avatar(host: Host, { login, name, avatar_url }: Person, size: 'small' | 'large' = 'small'): Html {
  const letter = Array.from((name ?? login).trim())[0] ?? '?';
  const origins = [host.webUrl, host.apiUrl].map((own) => new URL(own).origin);
  const address = pictureAddress(avatar_url ?? '', origins);
  const picture =
    address === undefined
      ? undefined
      : html`<img src="${address}" alt="" referrerpolicy="no-referrer" loading="lazy" />`;
  return html`<span class="avatar ${size}" aria-hidden="true">${letter}${picture}</span>`;
}

export function person(host: Host, somebody: Person | undefined): Html {
  if (somebody === undefined) return html`${l10n.t('Someone')}`;
  const { login, name } = somebody;
  const label =
    name === undefined || name === '' || name === login ? undefined : html` <bdi class="quiet">${name}</bdi>`;
  const target = { href: webAddressOf(host, login), action: { action: 'user', username: login } };
  return html`<span class="person">${avatar(host, somebody)}${link(target, html`<bdi>${login}</bdi>`)}${label}</span>`;
}

export function repositoryLink(host: Host, name: { readonly owner: string; readonly repo: string }): Html {
  const repository = fullName(name);
  const href = webAddressOf(host, repository);
  return link({ href, action: { action: 'repository', repository } }, html`<bdi>${repository}</bdi>`);
}

export const branchLink = (host: Host, name: RepositoryName, branch: string): Html =>
  link(
    { href: webAddress(host, name, 'tree', branch), action: { action: 'branch', branch } },
    html`<bdi>${branch}</bdi>`,
  );

/** A programming language with a dot of its colour. `color`: `#` and hexadecimal digits. */
export function languageName(name: string, color: string | undefined): Html {
  return html`${dotOf(color)}<bdi>${name}</bdi>`;
}

function dotOf(color: string | undefined): Html | undefined {
  return color === undefined
    ? undefined
    : html`<svg class="dot" aria-hidden="true" viewBox="0 0 10 10">
        <circle fill="${color}" cx="5" cy="5" r="4.5"></circle>
      </svg>`;
}

/** The age of a time in words, with the exact time as a tooltip. */
export function ago(time: string | undefined): Html | undefined {
  const words = formatAgo(time);
  return words === undefined || time === undefined
    ? undefined
    : html`<time class="quiet" datetime="${time}" title="${formatTime(time)}">${words}</time>`;
}

export type Fact = readonly [label: string, value: Part];

/** Labels with their values. Entries without a value are left out. */
export function facts(all: readonly Fact[]): Html | undefined {
  const nonEmpty = all.filter(([, value]) => value !== undefined && value !== '');
  if (nonEmpty.length === 0) return undefined;
  return html`<dl class="facts">
    ${nonEmpty.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

export function badge(label: string | undefined, kind = ''): Html | undefined {
  return label === undefined || label === '' ? undefined : html`<span class="badge ${kind}">${label}</span>`;
}

/** A label in its colours, or with a dot in its colour where its name would not be readable. */
export function labelBadge({ name, color, text_color, description = '' }: Label): Html {
  const fill = colorOf(color);
  const dot = dotOf(fill);
  const text = readableOn(fill, colorOf(text_color));
  const title = oneLine(description, 200);
  return text === undefined
    ? html`<span class="label" title="${title}">${dot}<bdi>${name}</bdi></span>`
    : html`<span class="label" title="${title}" data-fill="${fill}" data-text="${text}"
        >${dot}<bdi>${name}</bdi></span
      >`;
}

export function milestoneLink(
  { number, title = number, due_on: due, url }: Partial<Milestone> & Pick<Milestone, 'number'>,
  name: RepositoryName,
  host: Host,
): Html {
  const day = formatDay(due);
  const href = pageAddressOrNone(url) ?? webAddress(host, name, 'milestones', number);
  return html`${link({ href, action: { action: 'milestone', number } }, html`<bdi>${title}</bdi>`)}
  ${day === undefined ? undefined : html`<span class="quiet">${l10n.t('due {0}', day)}</span>`}`;
}

export function loading(): Html {
  return html`<p class="quiet">${l10n.t('Loading…')}</p>`;
}

export function nothingText(label: string): Html {
  return html`<p class="quiet">${label}</p>`;
}

export function rowList(rows: readonly Html[], none: string): Html {
  if (rows.length === 0) return nothingText(none);
  return html`<ul class="rows">
    ${rows}
  </ul>`;
}

export function moreButton(section: string): Html {
  return html`<p>${button({ action: 'more', section, key: `more-${section}` }, l10n.t('Load more'), 'secondary')}</p>`;
}

export function failureBox(failure: Failure, { id, title }: Pick<Section, 'id' | 'title'>): Html {
  const help =
    failure.kind === 'signedOut'
      ? button({ action: 'signIn' }, l10n.t('Sign In'))
      : button({ action: 'retry', section: id }, l10n.t('Try Again'));
  return html`<div class="failure" role="alert">
    <p>${explain(failure, l10n.t('{0} could not be loaded', title))}</p>
    ${help}
  </div>`;
}
