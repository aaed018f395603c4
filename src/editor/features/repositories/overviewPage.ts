import { l10n } from 'vscode';
import type { Release } from '../../../api/record/release.ts';
import type { Contributor, Repository } from '../../../api/record/repository.ts';
import { fromBase64 } from '../../../core/base64.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { fullName, parseFullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import { homepageOf } from '../../../domain/hosts/knownRepositories.ts';
import { milestoneProgress } from '../../../domain/milestones/milestones.ts';
import { languageShares } from '../../../domain/pages/figures.ts';
import { html, type Html } from '../../../domain/pages/html.ts';
import { isDraftRelease, isPreRelease } from '../../../domain/releases/releases.ts';
import { webAddress } from '../../../domain/hosts/webAddress.ts';
import { formatCount } from '../../kit/messages/format.ts';
import { featuresLabel, repositoryTypeLabel } from '../../kit/messages/repositoryLabels.ts';
import { branchDistance } from '../../kit/rows/forkTexts.ts';
import type { Services } from '../../services/services.ts';
import { progressChart, sharesChart } from '../../pages/charts.ts';
import {
  laterRequest,
  firstRequest,
  type PageContent,
  type Section,
  type Turn,
  asideSection,
} from '../../pages/content.ts';
import { renderDocument } from '../../pages/markdown.ts';
import { pictureOf } from '../../pages/pictures.ts';
import {
  badge,
  button,
  facts,
  languageName,
  nothingText,
  person,
  repositoryLink,
  rowList,
  externalLink,
  ago,
  headButtons,
  branchLink,
  milestoneLink,
} from '../../pages/widgets.ts';

const shownContributors = 12;
const shownMilestones = 5;

export function overviewContent(name: RepositoryName, parts: Pick<Services, 'loadForks'>): PageContent {
  const at = { owner: name.owner, repo: name.repo };
  const full = fullName(name);
  let record: Promise<Repository> | undefined;
  return {
    title: full,
    icon: 'repository',
    head: {
      id: 'head',
      title: full,
      load: async (turn) => {
        record = turn.connection.api.repositories.get(at, firstRequest(turn));
        const repository = await record;
        turn.show(headOf(repository, name, turn));
        return repository;
      },
    },
    sections: [
      readme(name, at),
      forkBranches(name, parts, async () => (await record?.catch(() => undefined))?.forked_from !== undefined),
      languages(at, async () => await record?.catch(() => undefined)),
      release(name, at),
      milestones(name, at),
      contributors(at),
    ],
    picture: (path, reading) => pictureOf(name, path, reading),
  };
}

type At = Pick<RepositoryName, 'owner' | 'repo'>;

function headOf(repository: Repository, name: RepositoryName, { connection: { host } }: Turn): Html {
  const { description, license, forked_from: origin } = repository;
  const homepage = homepageOf(repository);
  const parent = parseFullName(origin ?? '');
  return html`<h1 tabindex="-1"><bdi>${fullName(name)}</bdi></h1>
    <p class="badges">
      ${badge(visibilityOf(repository))}${repository.fork === true ? badge(l10n.t('Fork')) : undefined}${badge(repositoryTypeLabel(repository))}
    </p>
    ${description === undefined || description === '' ? undefined : html`<p class="lead" dir="auto">${description}</p>`}
    ${facts([
      [l10n.t('Stars'), count(repository.stargazers_count)],
      [l10n.t('Forks'), count(repository.forks_count)],
      [l10n.t('Watchers'), count(repository.watchers_count)],
      [l10n.t('Open issues'), count(repository.open_issues_count)],
      [l10n.t('Default branch'), repository.default_branch],
      [l10n.t('License'), license],
      [l10n.t('Turned on'), featuresLabel(repository, true)],
      [l10n.t('Turned off'), featuresLabel(repository, false)],
      [l10n.t('Home page'), homepage === undefined ? undefined : externalLink(homepage, homepage)],
      [l10n.t('Forked from'), parent && repositoryLink(host, parent)],
      [l10n.t('Updated'), ago(repository.pushed_at ?? repository.updated_at)],
    ])}
    <p class="actions">
      ${button({ action: 'openFiles', key: 'open' }, l10n.t('Open Files'))}${headButtons(repository.web_url ?? webAddress(host, name))}
    </p>`;
}

const count = (number: number | undefined): string | undefined =>
  number === undefined ? undefined : formatCount(number);

function visibilityOf({ private: closed, internal, visibility }: Repository): string | undefined {
  if (closed === true || visibility === 'private') return l10n.t('Private');
  if (internal === true) return l10n.t('Internal');
  return closed === false || visibility === 'public' ? l10n.t('Public') : undefined;
}

function readme(name: RepositoryName, at: At): Section {
  return {
    id: 'readme',
    title: l10n.t('README'),
    load: async (turn) => {
      const { api, host } = turn.connection;
      const file = await unlessFailed(api.files.content({ ...at, path: 'README.md' }, firstRequest(turn)), 'missing');
      const bytes = file === undefined || !('content' in file) ? undefined : fromBase64(file.content ?? '');
      if (bytes === undefined || bytes.length === 0) {
        turn.show(nothingText(l10n.t('This repository has no README.md yet.')));
        return;
      }
      const text = new TextDecoder().decode(bytes);
      turn.show(await renderDocument(text, { ...at, webAddress: webAddress(host, name) }));
    },
  };
}

/** The facts of `main`: the main language and its colour. */
function languages(at: At, main: () => Promise<Repository | undefined>): Section {
  return asideSection('languages', l10n.t('Languages'), async (turn) => {
    const read = await turn.connection.api.repositories.languages(at, laterRequest(turn));
    const { language, language_color: color } = (await main()) ?? {};
    const shares = languageShares(read, l10n.t('Other'));
    const colored = shares.map((share) => (share.name === language ? { ...share, color } : share));
    if (colored.length > 0) return sharesChart(colored, l10n.t('Languages'));
    return language === undefined ? nothingText(l10n.t('Not known yet.')) : languageName(language, color);
  });
}

/** How far the branches of a fork are from its parent. Left out for other repositories, and without git. */
function forkBranches(
  name: RepositoryName,
  { loadForks }: Pick<Services, 'loadForks'>,
  isFork: () => Promise<boolean>,
): Section {
  return asideSection('fork', l10n.t('Compared with the parent'), async (turn) => {
    if (!(await isFork())) return undefined;
    const { connection } = turn;
    const told = await (await loadForks()).branches({ connection, name }, laterRequest(turn));
    const rows = told?.branches.map(
      (branch) =>
        html`<li>
          ${branchLink(connection.host, name, branch.name)}
          <span class="quiet">${branchDistance(branch.name, branch)}</span>
        </li>`,
    );
    return rows && rowList(rows, l10n.t('None.'));
  });
}

function release(name: RepositoryName, at: At): Section {
  return asideSection('release', l10n.t('Latest release'), async (turn) => {
    const latest = await unlessFailed(turn.connection.api.releases.latest(at, laterRequest(turn)), 'missing');
    return latest === undefined ? nothingText(l10n.t('No releases yet.')) : releaseOf(latest, name, turn);
  });
}

function releaseOf(latest: Release, name: RepositoryName, { connection: { host } }: Turn): Html {
  const { tag_name: tag, name: title, author, created_at: created, assets } = latest;
  const attached = assets.filter(({ type }) => type !== 'source').length;
  return html`<p>
      ${externalLink(webAddress(host, name, 'releases', tag), html`<bdi>${title === undefined || title === '' ? tag : title}</bdi>`)}
      ${badge(isDraftRelease(latest) ? l10n.t('Draft') : isPreRelease(latest) ? l10n.t('Pre-release') : undefined)}
    </p>
    ${facts([
      [l10n.t('Tag'), tag],
      [l10n.t('By'), author === undefined ? undefined : person(host, author)],
      [l10n.t('Released'), ago(created)],
      [l10n.t('Attachments'), attached === 0 ? undefined : formatCount(attached)],
    ])}`;
}

function milestones(name: RepositoryName, at: At): Section {
  return asideSection('milestones', l10n.t('Milestones'), async (turn) => {
    const { api, host } = turn.connection;
    const { items } = await api.milestones.list({ ...at, state: 'open' }, laterRequest(turn));
    const rows = items.slice(0, shownMilestones).map(
      (milestone) =>
        html`<li>
          <p>${milestoneLink(milestone, name, host)}</p>
          ${progressChart(milestoneProgress(milestone), milestone.title ?? milestone.number)}
        </li>`,
    );
    return rowList(rows, l10n.t('No open milestones.'));
  });
}

function contributors(at: At): Section {
  return asideSection('contributors', l10n.t('Contributors'), async (turn) => {
    const { items } = await turn.connection.api.repositories.contributors(at, laterRequest(turn));
    return contributorsOf(items);
  });
}

function contributorsOf(all: readonly Contributor[]): Html {
  const sorted = all.toSorted((one, two) => (two.contributions ?? 0) - (one.contributions ?? 0));
  const rows = sorted
    .slice(0, shownContributors)
    .map(
      ({ name, contributions }) =>
        html`<li><bdi>${name}</bdi> <span class="quiet">${commits(contributions)}</span></li>`,
    );
  const rest = all.length - rows.length;
  const more = rest > 0 ? html`<p class="quiet">${l10n.t('and {0} more', formatCount(rest))}</p>` : undefined;
  return html`${rowList(rows, l10n.t('No one yet.'))}${more}`;
}

function commits(number: number | undefined): string | undefined {
  if (number === undefined) return undefined;
  return number === 1 ? l10n.t('1 commit') : l10n.t('{0} commits', formatCount(number));
}
