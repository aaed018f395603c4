import { l10n } from 'vscode';
import type { Issue } from '../../../api/record/issue.ts';
import { issueTitles } from '../../../domain/documents/kinds/issue.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { inApi } from '../../../domain/hosts/source.ts';
import { webAddress } from '../../../domain/hosts/webAddress.ts';
import { html, type Html } from '../../../domain/pages/html.ts';
import { branchesOfIssue } from '../../../domain/issues/issueBranches.ts';
import { pullRequestsOfIssue } from '../../../domain/pullRequests/findPullRequest.ts';
import { isSamePerson } from '../../../domain/pullRequests/roles.ts';
import { firstRequest, laterRequest, type PageContent, type Turn, asideSection } from '../../pages/content.ts';
import { PageTalk } from '../../pages/conversation/pageTalk.ts';
import type { TalkParts } from '../../pages/talkParts.ts';
import {
  descriptionSection,
  recordButton,
  SharedRecord,
  linkedSection,
  ifTold,
} from '../../pages/conversation/recordParts.ts';
import {
  ago,
  badge,
  facts,
  labelBadge,
  milestoneLink,
  person,
  repositoryLink,
  rowList,
  headButtons,
  branchLink,
} from '../../pages/widgets.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';

export function issueContent(name: RepositoryName, number: string, parts: TalkParts): PageContent {
  const at = { ...inApi(name), number };
  let title = `#${number} · ${name.repo}`;
  const record = new SharedRecord<Issue>();
  const page = ({ html_url: own }: Issue, { connection: { host } }: Pick<Turn, 'connection'>): string =>
    own ?? webAddress(host, name, 'issues', number);
  const talk = new PageTalk(
    {
      kind: 'issues',
      name,
      number,
      record: async (connection) => {
        const issue = await record.get();
        const labels = issue?.labels.map((label) => label.name) ?? [];
        return issue && { author: issue.user?.login, labels, page: page(issue, { connection }) };
      },
      readBody: async ({ api }) => (await api.issues.get(at)).body ?? '',
    },
    parts,
  );
  return {
    get title() {
      return title;
    },
    icon: 'issue',
    head: {
      id: 'head',
      title: `#${number}`,
      load: async (turn) => {
        const issue = await record.read(turn.connection.api.issues.get(at, firstRequest(turn)));
        title = `#${number} ${issue.title ?? ''}`;
        turn.show(headOf(issue, name, page(issue, turn), turn));
        return issue;
      },
    },
    sections: [
      descriptionSection(record, name, ({ user }, { connection: { account } }) => isSamePerson(user, account?.login)),
      record.aside('facts', l10n.t('Facts'), (issue, { connection: { host } }) => factsOf(issue, name, host)),
      asideSection('branches', l10n.t('Branches'), async (turn) => await branchesOf(name, number, parts, turn)),
      linkedSection(
        ['pullRequests', l10n.t('Pull requests'), '!'],
        name,
        async (turn) =>
          await pullRequestsOfIssue(await parts.loadHostFeatures(), turn.connection, name, number, laterRequest(turn)),
      ),
    ],
    talk,
  };
}

function headOf(issue: Issue, name: RepositoryName, page: string, { connection: { host, account } }: Turn): Html {
  const { number, title, labels, user, created_at: created } = issue;
  const closed = issue.state === 'closed';
  return html`<h1 tabindex="-1"><bdi>${title ?? ''}</bdi> <span class="quiet">#${number}</span></h1>
    <p class="badges">
      ${badge(closed ? l10n.t('closed') : l10n.t('open'), closed ? 'closed' : 'open')}${labels.map(labelBadge)}
    </p>
    <p class="line">${person(host, user)} ${l10n.t('opened')} ${ago(created)} · ${repositoryLink(host, name)}</p>
    <p class="actions">
      ${recordButton('edit', l10n.t('Edit'), 'primary')}${
        account === undefined
          ? undefined
          : [
              closed ? recordButton('reopen', l10n.t('Reopen')) : recordButton('close', l10n.t('Close Issue')),
              closed ? undefined : recordButton('startWork', l10n.t('Start Work')),
            ]
      }${headButtons(page)}
    </p>`;
}

function factsOf(issue: Issue, name: RepositoryName, host: Host): Html | undefined {
  const { milestone, assignee, assignees, severity } = issue;
  const people = assignees.length === 0 ? [assignee].filter((one) => one !== undefined) : assignees;
  const { type, stage, priority } = issueTitles(issue);
  return facts([
    [l10n.t('Assignee'), people.length === 0 ? l10n.t('nobody') : people.map((one) => person(host, one))],
    [l10n.t('Milestone'), milestone === undefined ? undefined : milestoneLink(milestone, name, host)],
    [l10n.t('Updated'), ago(issue.updated_at)],
    [l10n.t('Closed'), issue.state === 'closed' ? ago(issue.finished_at) : undefined],
    [l10n.t('Type'), type],
    [l10n.t('Stage'), stage],
    [l10n.t('Severity'), severity],
    [l10n.t('Priority'), priority],
  ]);
}

async function branchesOf(
  name: RepositoryName,
  number: string,
  { loadHostFeatures }: TalkParts,
  turn: Turn,
): Promise<Html | undefined> {
  const { connection } = turn;
  const branches = await ifTold(
    branchesOfIssue(await loadHostFeatures(), { connection, name, number }, laterRequest(turn)),
  );
  const rows = branches?.map((branch) => html`<li>${branchLink(connection.host, name, branch)}</li>`);
  return rows && rowList(rows, l10n.t('None.'));
}
