import { l10n, type Memento } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { repositoryCommits } from '../../../domain/history/repositoryCommits.ts';
import { pullRequestCommits } from '../../../domain/pullRequests/pullRequestCommits.ts';
import {
  readPullRequestComparison,
  type PullRequestComparisonParts,
} from '../../../domain/pullRequests/pullRequestComparison.ts';
import { isReadyButNotByMe, unmetConditions } from '../../../domain/pullRequests/mergeConditions.ts';
import { pullRequestTitle } from '../../../domain/pullRequests/pullRequestHead.ts';
import { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { knownPeopleIn, peopleIn, roles, type Role, type RolePerson } from '../../../domain/pullRequests/roles.ts';
import { ViewedFiles } from '../../../domain/pullRequests/viewedFiles.ts';
import type { RefComparison } from '../../../domain/repositories/refComparison.ts';
import { formatCount } from '../../kit/messages/format.ts';
import { registerChangeMarks } from '../../kit/rows/changes/changedFile.ts';
import { commitNode, orNoCommits } from '../../kit/rows/changes/commitRows.ts';
import {
  comparedFileNodes,
  countText,
  isRowOf,
  startText,
  type ViewedMarks,
} from '../../kit/rows/changes/comparedFiles.ts';
import { filesList, type FilesLayout } from '../../kit/rows/changes/filesLayout.ts';
import { context, described, group } from '../../kit/rows/group.ts';
import { denied, repositoryTarget, type RepositoryPlace } from '../../kit/rows/place.ts';
import { deferred, fixed, lazyChildren, type Children, type Node } from '../../kit/tree/node.ts';
import { changesSinceNodes } from './pullRequestChangeRows.ts';
import { conditionText, decisionText, roleLabel } from '../../kit/rows/pullRequestTexts.ts';
import { ciNodes, type CiRowParts } from './ciRows.ts';
import { ConversationRows, type ConversationRowParts } from './conversationRow.ts';
import { mergeTrialNode } from './mergeTrialRows.ts';
import { mayBeStacked, stackNode } from './stackRows.ts';

export interface PullRequestDetails extends ConversationRowParts, CiRowParts {
  readonly loadComparison: () => Promise<PullRequestComparisonParts>;
  readonly layout: FilesLayout;
  readonly memory: Memento;
}

interface ListedPullRequest {
  readonly pull?: PullRequest;
  readonly head: string | undefined;
  /** Those of the list so far. */
  readonly known?: readonly PullRequest[];
}

/** The rows below a pull request. `pull`: undefined if the host does not list it; `head`: a full sha. Lists lack most of the people and conditions, so one request reads them, and one the runs; the rows send none before they are expanded. */
export function pullRequestDetails(
  place: RepositoryPlace,
  number: string,
  { pull, head, known = [] }: ListedPullRequest,
  details: PullRequestDetails,
): Children {
  const conversation = new ConversationRows(place, number, details);
  return fixed(async (signal) => {
    // The host of a head by git lists no comments.
    if (pull !== undefined) void conversation.read(signal);
    const ofHost = async (): Promise<readonly Node[]> => {
      if (pull === undefined) return [];
      const reading = wholeRecord(place, pull, details, signal);
      const [ci, whole] = await Promise.all([ciNodes(place, pull, details, conversation, signal), reading]);
      return [...decisionNodes(place, whole), ...ci];
    };
    return [
      ...(pull === undefined ? [] : [conversation.node()]),
      filesNode(place, number, details, conversation),
      commitsNode(place, number, details),
      ...(mayBeStacked(place, pull, known) ? [stackNode(place, number, pull, details.loadComparison)] : []),
      ...(head === undefined ? [] : changesSinceNodes(place, { number, head }, details)),
      ...(pull === undefined || pull.state === 'open' ? [mergeTrialNode(place, number, details)] : []),
      ...(await ofHost()),
    ];
  });
}

function filesNode(
  place: RepositoryPlace,
  number: string,
  details: PullRequestDetails,
  conversation: ConversationRows,
): Node {
  const { loadComparison, layout } = details;
  const { connection, name } = place;
  const id = `files:${number}`;
  let result: RefComparison | undefined;
  /** The layout of the rows. After another one was chosen, the result is shown again. */
  let shownAsTree: boolean | undefined;
  const refs = (base: string) => ({ base, head: pullRequestTitle(number) });
  const marks = viewedMarks(place, number, details, id);
  const read = async (signal: AbortSignal): Promise<RefComparison> => {
    if (result !== undefined && shownAsTree !== layout.isTree) return result;
    const parts = await loadComparison();
    return await readPullRequestComparison(parts, connection, name, { number }, { signal });
  };
  return {
    id,
    list: filesList,
    get row() {
      const files = result?.differences;
      const viewed = files?.filter(marks.has).length ?? 0;
      const count = files && countText(files.length);
      const ofAll =
        files && files.length > 0 ? l10n.t('{0} of {1} viewed', formatCount(viewed), formatCount(files.length)) : count;
      return {
        label: l10n.t('Files'),
        description: described(ofAll, result && startText(refs(result.base.name), result)),
        icon: 'files',
        context: 'pullRequestFiles',
      };
    },
    target: { ...repositoryTarget(place), number },
    children: fixed(async (signal) => {
      result = await read(signal);
      shownAsTree = layout.isTree;
      await layout.show(registerChangeMarks);
      details.redraw((node) => node.id === id);
      const files = {
        place,
        refs: refs(result.base.name),
        result,
        asTree: shownAsTree,
        whole: false,
        viewed: marks,
        note: (path: string) => conversation.openIn(path),
      };
      return comparedFileNodes(files);
    }),
  };
}

function viewedMarks(
  { connection, name }: RepositoryPlace,
  number: string,
  { memory, redraw }: PullRequestDetails,
  filesId: string,
): ViewedMarks {
  const viewed = new ViewedFiles(memory);
  const pull = { name, login: connection.account?.login, number };
  return {
    has: (file) => viewed.has(pull, file),
    set: async (files, isViewed) => {
      await viewed.set(pull, files, isViewed);
      const isChanged = isRowOf(files);
      redraw(({ id, checkbox }) => id === filesId || (checkbox !== undefined && isChanged(id)));
    },
  };
}

function commitsNode(place: RepositoryPlace, number: string, { loadComparison, layout }: PullRequestDetails): Node {
  const { connection, name } = place;
  const children = deferred(async (signal) => {
    const parts = await loadComparison();
    const read = pullRequestCommits(parts, connection, name, number, { signal });
    const files = repositoryCommits(parts, place, { tip: '', path: '' });
    await layout.show(registerChangeMarks);
    return lazyChildren(() => async () => {
      const page = await read();
      if (page === undefined) return undefined;
      const nodes = page.commits.map((commit) => commitNode(place, files, commit));
      return { nodes, unreadable: page.unreadable, more: page.hasMore };
    });
  });
  return group('pullRequestCommits', { label: l10n.t('Commits'), icon: 'git-commit' }, orNoCommits(children));
}

const decisionNodes = (place: RepositoryPlace, pull: PullRequest): Node[] => [
  ...peopleOf(place, pull),
  ...missingOf(pull),
];

async function wholeRecord(
  place: RepositoryPlace,
  pull: PullRequest,
  { loadComparison }: PullRequestDetails,
  signal: AbortSignal,
): Promise<PullRequest> {
  const isWhole = pull.mergeable_state !== undefined && roles.every((role) => knownPeopleIn(pull, role) !== undefined);
  return isWhole ? pull : await new PullRequests((await loadComparison()).features).whole(place, pull, { signal });
}

function peopleOf(place: RepositoryPlace, pull: PullRequest): Node[] {
  const { number, state } = pull;
  const all = roles.map((role) => ({ role, people: peopleIn(pull, role) })).filter(({ people }) => people.length > 0);
  const agreed = all.flatMap(({ people }) => people.filter(({ accept }) => accept === true)).length;
  const count = all.flatMap(({ people }) => people).length;
  const description = count === 0 ? l10n.t('none') : l10n.t('{0} of {1} agreed', agreed, count);
  const kind = context('pullRequestPeople', { open: state === 'open', ...denied(place) });
  const row = { label: l10n.t('People'), description, icon: 'organization', context: kind };
  const target = { ...repositoryTarget(place), number };
  if (count === 0) return [{ id: 'people', row, target }];
  const children = fixed(() => all.flatMap(({ role, people }) => people.map((one) => personNode(role, one))));
  return [{ ...group('people', { ...row, expanded: true }, children), target }];
}

function personNode(role: Role, person: RolePerson): Node {
  const { login, name } = person;
  const text = decisionText(role, person);
  return {
    id: `${role}:${login}`,
    row: {
      label: login,
      description: described(roleLabel(role), text, name === login ? undefined : name),
      icon: person.accept === true ? 'pass' : 'circle-large-outline',
      color: person.accept === true ? 'charts.green' : undefined,
      spoken: [login, roleLabel(role), text].join(', '),
      context: 'pullRequestPerson',
    },
  };
}

function missingOf(pull: PullRequest): Node[] {
  const missing = pull.state === 'open' ? unmetConditions(pull) : undefined;
  if (missing === undefined) return [];
  if (missing.length === 0) {
    const label = l10n.t('Nothing is missing for a merge');
    return [{ id: 'missing', row: { label, icon: 'pass', color: 'charts.green', context: 'mergeConditions' } }];
  }
  const nodes = missing.map((condition): Node => ({
    id: condition.name,
    row: { label: conditionText(condition), icon: 'circle-slash', color: 'charts.yellow', context: 'mergeCondition' },
  }));
  const description = isReadyButNotByMe(pull) ? l10n.t('others can merge it') : formatCount(missing.length);
  const row = { label: l10n.t('Missing for a merge'), description, icon: 'git-merge' };
  return [
    group(
      'missing',
      { ...row, expanded: true, context: 'mergeConditions' },
      fixed(() => nodes),
    ),
  ];
}
