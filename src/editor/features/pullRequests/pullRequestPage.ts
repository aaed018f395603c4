import { l10n } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import { inApi } from '../../../domain/hosts/source.ts';
import { webAddress } from '../../../domain/hosts/webAddress.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import { html, type Html } from '../../../domain/pages/html.ts';
import { findPullRequest, issuesOfPullRequest } from '../../../domain/pullRequests/findPullRequest.ts';
import {
  isReadyButNotByMe,
  unmetConditions,
  type MergeCondition,
} from '../../../domain/pullRequests/mergeConditions.ts';
import { readStack } from '../../../domain/pullRequests/stack.ts';
import { isSamePerson, peopleIn, roles, type Role, type RolePerson } from '../../../domain/pullRequests/roles.ts';
import { conditionText, decisionText, pullRequestState, roleLabel } from '../../kit/rows/pullRequestTexts.ts';
import type { RecordAction } from '../../pages/actions.ts';
import { firstRequest, laterRequest, type PageContent, type Turn } from '../../pages/content.ts';
import { PageTalk } from '../../pages/conversation/pageTalk.ts';
import type { TalkParts } from '../../pages/talkParts.ts';
import {
  descriptionSection,
  linkedRecords,
  recordButton,
  SharedRecord,
  linkedSection,
  ifTold,
} from '../../pages/conversation/recordParts.ts';
import { ciSection } from './ciSection.ts';
import {
  ago,
  badge,
  button,
  facts,
  labelBadge,
  milestoneLink,
  nothingText,
  person,
  repositoryLink,
  rowList,
  headButtons,
} from '../../pages/widgets.ts';

export function pullRequestContent(name: RepositoryName, number: string, parts: TalkParts): PageContent {
  let title = `!${number} · ${name.repo}`;
  const record = new SharedRecord<PullRequest>();
  const page = ({ html_url: own }: PullRequest, host: Host): string =>
    own ?? webAddress(host, name, 'merge_requests', number);
  const talk = new PageTalk(
    {
      kind: 'pullRequests',
      name,
      number,
      record: async ({ host }) => {
        const pull = await record.get();
        if (pull === undefined) return undefined;
        const labels = pull.labels.map((label) => label.name);
        const tips = { base: pull.base.sha, head: pull.head.sha };
        return { author: pull.user?.login, labels, page: page(pull, host), ...tips };
      },
      opens: async (...version) => await noteVersion(parts, { name, number, pull: await record.get() }, ...version),
      readBody: async (connection) =>
        (await findPullRequest(await parts.loadHostFeatures(), connection, name, number, {})).body ?? '',
    },
    parts,
  );
  return {
    get title() {
      return title;
    },
    icon: 'pullRequest',
    head: {
      id: 'head',
      title: `!${number}`,
      load: async (turn) => {
        const read = async (): Promise<PullRequest> =>
          await findPullRequest(await parts.loadHostFeatures(), turn.connection, name, number, firstRequest(turn));
        const pull = await record.read(read());
        title = `!${number} ${pull.title ?? ''}`;
        const show = (headTime?: string): void =>
          turn.show(headOf(pull, name, { page: page(pull, turn.connection.host), headTime }, turn));
        show();
        void timeOfHead(parts, name, pull, turn).then((time) => time !== undefined && show(time));
        return pull;
      },
    },
    sections: [
      descriptionSection(record, name, ({ user }, { connection: { account } }) => isSamePerson(user, account?.login)),
      record.aside('missing', l10n.t('Missing for a merge'), missingOf),
      ciSection(record, name, parts, talk),
      record.aside('people', l10n.t('People'), peopleOf),
      record.aside('facts', l10n.t('Facts'), (pull, { connection: { host } }) => factsOf(pull, name, host)),
      linkedSection(
        ['issues', l10n.t('Linked issues'), '#'],
        name,
        async (turn) =>
          await issuesOfPullRequest(await parts.loadHostFeatures(), turn.connection, name, number, laterRequest(turn)),
      ),
      record.aside('stack', l10n.t('Stack'), async (pull, turn) => await stackOf(pull, name, parts, turn)),
    ],
    talk,
  };
}

/** The threads look at what is noted last as the newest: an earlier version is noted before the present one. */
async function noteVersion(
  { heads }: TalkParts,
  {
    name,
    number,
    pull,
  }: { readonly name: RepositoryName; readonly number: string; readonly pull: PullRequest | undefined },
  commit: string,
  side: 'new' | 'old',
): Promise<void> {
  const present = side === 'old' ? heads.commits(name, number).base : pull?.head.sha;
  const versions = [commit, present ?? commit];
  if (side === 'old') for (const one of versions) heads.noteBase(name, one, number);
  else for (const one of versions) await heads.add(name, one, number);
}

/** When the head was written: by git if its history is here, else by one request. Undefined: nobody tells. */
async function timeOfHead(
  { git, loadHostFeatures }: TalkParts,
  name: RepositoryName,
  { head: { sha } }: PullRequest,
  turn: Turn,
): Promise<string | undefined> {
  if (sha === undefined || !isSha(sha)) return undefined;
  const read = async (): Promise<string | undefined> => {
    const local = await git.of(name).historyCommit(sha);
    if (local !== undefined) return local.authoredDate;
    const at = { ...inApi(name), sha };
    const told = await (
      await loadHostFeatures()
    ).call(turn.connection, {
      operation: 'commits.get',
      page: webAddress(turn.connection.host, name, 'commit', sha),
      send: (api) => api.commits.get(at, laterRequest(turn)),
    });
    return told.commit?.committer?.date ?? told.commit?.author?.date;
  };
  return await read().catch(() => undefined);
}

function headOf(
  pull: PullRequest,
  name: RepositoryName,
  { page, headTime }: { readonly page: string; readonly headTime: string | undefined },
  { connection: { host, account } }: Turn,
): Html {
  const { number, title, state = 'open', labels, user, created_at: created } = pull;
  const isOpen = state === 'open';
  const draft = pull.draft === true && isOpen;
  const kind = isOpen ? 'open' : 'closed';
  const words = draft ? l10n.t('draft') : pullRequestState(pull);
  const mayAct = account !== undefined;
  return html`<h1 tabindex="-1"><bdi>${title ?? ''}</bdi> <span class="quiet">!${number}</span></h1>
    <p class="badges">${badge(words, kind)}${labels.map(labelBadge)}</p>
    <p class="line">${person(host, user)} ${l10n.t('opened')} ${ago(created)} · ${repositoryLink(host, name)}</p>
    ${branches(pull, headTime)}
    <p class="actions">
      ${[
        isOpen && mayAct ? recordButton('merge', l10n.t('Merge…'), 'primary') : undefined,
        isOpen && mayAct && !isSamePerson(user, account.login)
          ? recordButton('approve', l10n.t('Approve…'))
          : undefined,
        recordButton('compare', l10n.t('Show Changes')),
        recordButton('open', l10n.t('Open Branch')),
        mayAct ? recordButton('edit', l10n.t('Edit')) : undefined,
        isOpen && mayAct ? recordButton('close', l10n.t('Close')) : undefined,
        state === 'closed' && mayAct ? recordButton('reopen', l10n.t('Reopen')) : undefined,
      ]}${headButtons(page)}
    </p>`;
}

/** `main ← alice/fork:topic · 1a2b3c4d · 2 days ago` */
function branches({ base, head }: PullRequest, headTime: string | undefined): Html {
  const fork = head.repo?.full_name;
  const isFork = fork !== undefined && fork !== base.repo?.full_name;
  const from = `${isFork ? `${fork}:` : ''}${head.ref ?? l10n.t('a branch that is gone')}`;
  const sha = head.sha === undefined ? undefined : html` <code title="${head.sha}">${head.sha.slice(0, 8)}</code>`;
  return html`<p class="branches line">
    <bdi>${base.ref ?? ''}</bdi> <span role="img" aria-label="${l10n.t('gets')}">←</span> <bdi>${from}</bdi>${sha}
    ${ago(headTime)}
  </p>`;
}

/** What helps if a condition of a merge is not met. */
const help: Readonly<Record<string, readonly (readonly [RecordAction, () => string])[]>> = {
  approval_approvers_required: [
    ['approve', () => l10n.t('Approve…')],
    ['assignApprovers', () => l10n.t('Choose Approvers…')],
  ],
  approval_reviewers_required: [['assignReviewers', () => l10n.t('Choose Reviewers…')]],
  approval_testers_required: [
    ['markTested', () => l10n.t('Mark as Tested…')],
    ['assignTesters', () => l10n.t('Choose Testers…')],
  ],
  conflict: [['tryMerge', () => l10n.t('Show Conflicts')]],
  non_ff: [['open', () => l10n.t('Open Branch')]],
  work_in_progress: [['ready', () => l10n.t('Mark as Ready')]],
};

function missingOf(pull: PullRequest, { connection: { account } }: Turn): Html | undefined {
  const unmet = pull.state === 'open' ? unmetConditions(pull) : undefined;
  if (unmet === undefined) return undefined;
  const note = isReadyButNotByMe(pull)
    ? nothingText(l10n.t('The pull request is ready, but you cannot merge it.'))
    : undefined;
  const rows = unmet.map((one) => conditionRow(one, account !== undefined));
  const nothing = l10n.t('Nothing is missing for a merge');
  return rows.length === 0 ? nothingText(nothing) : html`${note}${rowList(rows, '')}`;
}

/** The host's own words come first; the name of a condition helps where it says none. */
function conditionRow(condition: MergeCondition, mayAct: boolean): Html {
  const { name } = condition;
  const actions = mayAct ? (help[name] ?? []) : [];
  const resolve =
    name === 'resolve_discussion'
      ? html`<button type="button" class="quiet" data-filter="unresolved">${l10n.t('Show Unresolved')}</button>`
      : undefined;
  return html`<li>
    <p><bdi>${conditionText(condition)}</bdi></p>
    <p class="tools">${actions.map(([action, label]) => recordButton(action, label(), 'quiet'))}${resolve}</p>
  </li>`;
}

/** What chooses the people of a role. */
const chooseIn: Readonly<Record<Role, RecordAction>> = {
  approvers: 'assignApprovers',
  reviewers: 'assignReviewers',
  testers: 'assignTesters',
};

function peopleOf(pull: PullRequest, { connection: { host, account } }: Turn): Html {
  const mayAct = pull.state === 'open' && account !== undefined;
  const parts = roles.map((role) => {
    const people = peopleIn(pull, role).map((one) => personRow(role, one, host));
    const change = mayAct ? recordButton(chooseIn[role], l10n.t('Change…'), 'quiet') : undefined;
    return html`<h3>${roleLabel(role)} ${change}</h3>
      ${rowList(people, l10n.t('nobody'))}`;
  });
  return html`${parts}`;
}

function personRow(role: Role, one: RolePerson, host: Host): Html {
  const words = decisionText(role, one);
  const isAgreed = one.accept === true;
  return html`<li>
    ${person(host, one)} <span class="${isAgreed ? '' : 'quiet'}">${isAgreed ? '✓ ' : ''}${words}</span>
  </li>`;
}

function factsOf(pull: PullRequest, name: RepositoryName, host: Host): Html | undefined {
  const { number, title } = pull.milestone ?? {};
  const link = number === undefined || title === undefined ? undefined : { number, title };
  return facts([
    [l10n.t('Milestone'), link && milestoneLink(link, name, host)],
    [l10n.t('Updated'), ago(pull.updated_at)],
    [l10n.t('Merged'), ago(pull.merged_at)],
    [l10n.t('Closed'), pull.merged_at === undefined ? ago(pull.closed_at) : undefined],
  ]);
}

/** Left out where it stands alone, or the host does not list them. */
async function stackOf(
  pull: PullRequest,
  name: RepositoryName,
  { loadHostFeatures, repositories }: TalkParts,
  turn: Turn,
): Promise<Html | undefined> {
  if (pull.state !== 'open') return undefined;
  const { connection } = turn;
  const about = { pull, defaultBranch: repositories.knownRepositories.get(name).defaultBranch };
  const stack = await ifTold(readStack(await loadHostFeatures(), connection, name, about, laterRequest(turn)));
  if (stack === undefined) return undefined;
  const { pulls, mergedBelow } = stack;
  const base = mergedBelow?.base.ref;
  const change =
    base === undefined || connection.account === undefined
      ? undefined
      : button({ action: 'changeBase', base, key: 'changeBase' }, l10n.t('Change Base to {0}…', base), 'quiet');
  const all = [...(mergedBelow === undefined ? [] : [mergedBelow]), ...pulls];
  return all.length > 1 ? html`${linkedRecords(all, '!', name, connection)}${change}` : undefined;
}
