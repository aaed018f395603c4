import { env, l10n } from 'vscode';
import type { ListPage, Pages } from '../../../../api/client/pages.ts';
import type { Organization } from '../../../../api/record/organization.ts';
import type { Repository } from '../../../../api/record/repository.ts';
import type { User } from '../../../../api/record/user.ts';
import { parseFullName } from '../../../../domain/hosts/address.ts';
import type { PageTarget } from '../../../../domain/pages/target.ts';
import { html, type Html } from '../../../../domain/pages/html.ts';
import { webAddressOf } from '../../../../domain/hosts/webAddress.ts';
import { formatCount } from '../../../kit/messages/format.ts';
import { repositoryTypeLabel } from '../../../kit/messages/repositoryLabels.ts';
import { roleLabel } from '../../../kit/messages/roles.ts';
import { activitySection } from './activity.ts';
import {
  laterRequest,
  firstRequest,
  type PageContent,
  type Section,
  type Turn,
  asideSection,
} from '../../../pages/content.ts';
import {
  avatar,
  badge,
  facts,
  languageName,
  link,
  moreButton,
  nothingText,
  repositoryLink,
  rowList,
  externalLink,
  ago,
  headButtons,
} from '../../../pages/widgets.ts';
import { yesOrNo } from '../../../pages/factsPage.ts';

type UserTarget = Extract<PageTarget, { kind: 'user' }>;

export function profileContent(target: UserTarget): PageContent {
  const { username, org, enterprise } = target;
  const own = target.account !== undefined && target.account.toLowerCase() === username.toLowerCase();
  return {
    title: username,
    icon: 'user',
    head: {
      id: 'head',
      title: username,
      load: async (turn) => {
        const { api } = turn.connection;
        const options = firstRequest(turn);
        const user = own ? await api.users.self({}, options) : await api.users.get({ username }, options);
        turn.show(headOf(user, turn));
        return user;
      },
    },
    sections: [
      activitySection(username),
      repositories(username),
      ...(org === undefined ? [] : [organizationMember(org, username)]),
      ...(enterprise === undefined ? [] : [enterpriseMember(enterprise, username)]),
      organizations(username),
      ...(own ? [emails()] : []),
    ],
  };
}

function headOf(user: User, { connection: { host } }: Turn): Html {
  const { login, name, bio, blog, website, location, email, company, top_languages: languages } = user;
  const { followers, following } = user;
  const named = name !== undefined && name !== '' && name !== login;
  return html`<div class="portrait">
      ${avatar(host, user, 'large')}
      <div>
        <h1 tabindex="-1"><bdi>${named ? name : login}</bdi></h1>
        ${named ? html`<p class="quiet"><bdi>${login}</bdi></p>` : undefined}
      </div>
    </div>
    ${bio === undefined || bio === '' ? undefined : html`<p class="lead" dir="auto">${bio}</p>`}
    ${facts([
      [l10n.t('Company'), company],
      [l10n.t('Location'), location],
      [l10n.t('Website'), website === undefined || website === blog ? undefined : externalLink(website, website)],
      [l10n.t('Blog'), blog === undefined ? undefined : externalLink(blog, blog)],
      ['GitHub', gitHubLink(user)],
      [l10n.t('Email'), email === undefined ? undefined : externalLink(`mailto:${email}`, email)],
      [l10n.t('Followers'), followers === undefined ? undefined : formatCount(followers)],
      [l10n.t('Following'), following === undefined ? undefined : formatCount(following)],
      [l10n.t('Languages'), languages.join(', ')],
    ])}
    <p class="actions">${headButtons(user.html_url ?? webAddressOf(host, login))}</p>`;
}

/** The account at GitHub: a name, or the address of its page. */
function gitHubLink({ github_account: account }: User): Html | undefined {
  if (account === undefined) return undefined;
  const isName = /^[a-z\d](-?[a-z\d])*$/i.test(account);
  return externalLink(isName ? `https://github.com/${account}` : account, html`<bdi>${account}</bdi>`);
}

function listSection<T>(
  about: Pick<Section, 'id' | 'title' | 'aside'>,
  list: (turn: Turn) => Pages<T>,
  row: (item: T, turn: Turn) => Html,
  none: () => string,
): Section {
  let pages: AsyncIterator<ListPage<T>> | undefined;
  let items: readonly Html[] = [];
  const next = async (turn: Turn): Promise<void> => {
    const page = await pages?.next();
    const read = page === undefined || page.done === true ? undefined : page.value;
    const odd = (read?.unreadable ?? []).map(() => html`<li>${nothingText(l10n.t('1 record could not be read'))}</li>`);
    items = [...items, ...(read?.items ?? []).map((item) => row(item, turn)), ...odd];
    turn.show(html`${rowList(items, none())}${read?.more === true ? moreButton(about.id) : undefined}`);
  };
  return {
    ...about,
    load: async (turn) => {
      pages = list(turn).pages();
      items = [];
      await next(turn);
    },
    more: next,
  };
}

const repositories = (username: string): Section =>
  listSection(
    { id: 'repositories', title: l10n.t('Repositories') },
    (turn) =>
      turn.connection.api.users.repositories.all({ username, sort: 'pushed', per_page: 30 }, laterRequest(turn)),
    repositoryRow,
    () => l10n.t('No repositories.'),
  );

function repositoryRow(repository: Repository, { connection: { host } }: Turn): Html {
  const {
    full_name: full,
    description,
    private: closed,
    stargazers_count: stars,
    language,
    language_color: color,
  } = repository;
  const name = parseFullName(full);
  const title = name === undefined ? html`<bdi>${full}</bdi>` : repositoryLink(host, name);
  const starsText = stars === undefined ? undefined : l10n.t('Stars: {0}', formatCount(stars));
  const languageHtml = language === undefined ? undefined : languageName(language, color);
  const separator = languageHtml === undefined || starsText === undefined ? undefined : ' · ';
  return html`<li>
    <p>${title} ${badge(closed === true ? l10n.t('Private') : undefined)}${badge(repositoryTypeLabel(repository))}</p>
    ${description === undefined || description === '' ? undefined : html`<p dir="auto">${description}</p>`}
    <p class="quiet">${languageHtml}${separator}${starsText} ${ago(repository.pushed_at ?? repository.updated_at)}</p>
  </li>`;
}

const organizations = (username: string): Section =>
  listSection(
    { id: 'organizations', title: l10n.t('Organizations'), aside: true },
    (turn) => turn.connection.api.organizations.ofUser.all({ username, per_page: 30 }, laterRequest(turn)),
    organizationRow,
    () => l10n.t('Not in any organization.'),
  );

function organizationRow(
  { login, path = login, name, avatar_url }: Organization,
  { connection: { host } }: Turn,
): Html {
  const target = { href: webAddressOf(host, path), action: { action: 'organization', org: path } };
  return html`<li class="person">
    ${avatar(host, { login: path, name, avatar_url })}${link(target, html`<bdi>${name === undefined || name === '' ? path : name}</bdi>`)}
  </li>`;
}

function organizationMember(org: string, username: string): Section {
  return asideSection('member', l10n.t('In {0}', org), async (turn) => {
    const { name, path, user } = await turn.connection.api.organizations.member({ org, username }, laterRequest(turn));
    const all = facts([
      [l10n.t('Organization'), name ?? path ?? org],
      [l10n.t('Name'), user?.name ?? user?.login],
    ]);
    return all ?? nothingText(l10n.t('A member.'));
  });
}

function enterpriseMember(enterprise: string, username: string): Section {
  return asideSection('enterprise', l10n.t('In {0}', enterprise), async (turn) => {
    const { api } = turn.connection;
    const { role, active, user } = await api.enterprises.member({ enterprise, username }, laterRequest(turn));
    const all = facts([
      [l10n.t('Name'), user.name ?? user.login],
      [l10n.t('Role'), roleLabel(role)],
      [l10n.t('Active'), yesOrNo(active)],
    ]);
    return all ?? nothingText(l10n.t('A member.'));
  });
}

function emailStateLabel(state: string | undefined): string | undefined {
  if (state === 'confirmed') return l10n.t('confirmed');
  return state === 'unconfirmed' ? l10n.t('unconfirmed') : state;
}

function emails(): Section {
  return asideSection('emails', l10n.t('Email addresses'), async (turn) => {
    const { items } = await turn.connection.api.users.emails({}, laterRequest(turn));
    const sorted = items.toSorted((one, two) => one.email.localeCompare(two.email, env.language));
    const rows = sorted.map(
      ({ email, state }) => html`<li><bdi>${email}</bdi> <span class="quiet">${emailStateLabel(state)}</span></li>`,
    );
    return rowList(rows, l10n.t('No email addresses.'));
  });
}
