import { l10n, workspace } from 'vscode';
import { name as text, optional } from '../../../../api/contract/field.ts';
import type { Issue } from '../../../../api/record/issue.ts';
import { Failure, isFailure, nobodySignedIn, toFailure, wrongValue, unlessFailed } from '../../../../core/errors.ts';
import type { FailureReason } from '../../../../core/failureReason.ts';
import { requires } from '../../../../core/requirement.ts';
import { mentioning } from '../../../../domain/history/commitMessage.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import type { HostFeatures } from '../../../../domain/hosts/hostFeatures.ts';
import { refNameProblem } from '../../../../domain/objects/gitNames.ts';
import { assigneesOf, issueState, loadedIssue } from '../../../../domain/documents/kinds/issue.ts';
import { relateBranch } from '../../../../domain/issues/issueBranches.ts';
import { assignIssue, createWorkBranch, workBranchName } from '../../../../domain/issues/workBranch.ts';
import { recordNumber } from '../../../kit/arguments.ts';
import type { Changes } from '../../../kit/changes.ts';
import type { Ask, Invocation } from '../../../kit/command.ts';
import { explain } from '../../../kit/messages/explain.ts';
import { showInStatusBar } from '../../../kit/messages/show.ts';
import { plainLabel } from '../../../kit/messages/labels.ts';
import { Prompt, warn } from '../../../kit/prompts/prompt.ts';
import { fileUri } from '../../../kit/uri.ts';
import { refNameWrong } from '../../../kit/commands/ask.ts';
import { changeNotifier } from '../../../kit/commands/changeNotifier.ts';
import { atRepository, onRepository, repositoryAt, type AtRepository } from '../../../kit/commands/declare.ts';
import { folderOf } from '../../../kit/commands/activeEditor.ts';
import { askShownIssue } from './issueCommands.ts';
import { shownRecord, updateRecord, type LoadRecordTools } from '../../../documents/commands/recordTools.ts';
import { switchOpened, type RefSwitchParts } from '../../../kit/commands/switchRef.ts';

type ChangeMessage = (message: string) => string;

export interface StartWorkParts extends RefSwitchParts {
  readonly changes: Changes;
  readonly loadRecords: LoadRecordTools;
  readonly loadHostFeatures: () => Promise<HostFeatures>;
  /** The setting `issues.branchName`; undefined if it is empty. */
  readonly branchPattern: () => string | undefined;
  readonly openClone: (name: RepositoryName) => Promise<
    | {
        readonly checkOut: (branch: string, confirm: Invocation['confirm'] | undefined) => Promise<void>;
        readonly changeMessage: (change: ChangeMessage) => void;
      }
    | undefined
  >;
  /** Changes the commit message of a remote branch, also if it is opened later. */
  readonly prepareMessage: (
    branch: RepositoryName & { readonly branch: string },
    change: ChangeMessage,
  ) => Promise<void>;
}

const stepOrder = ['branch', 'assign', 'open', 'message', 'relate'] as const;
type StepName = (typeof stepOrder)[number];
/** Reasons of a step that failed only because an earlier step failed. */
const consequences: readonly (FailureReason | undefined)[] = ['branchNotCreated', 'branchNotOpened'];

interface StepResult {
  readonly step: StepName;
  readonly failure?: Failure;
}

/** What was done. `isNew`: the service created the branch. */
interface StartedWork {
  readonly steps: readonly StepResult[];
  readonly isNew: boolean;
}

interface IssueWork {
  readonly on: AtRepository;
  readonly issue: Issue;
  readonly branch: string;
  readonly login: string;
  readonly invocation: Invocation;
}

/** The issues that were read for the questions of a run, by number. */
const read = new WeakMap<AtRepository, Map<string, Promise<Issue>>>();

function issueOf(on: AtRepository, number: string, signal: AbortSignal): Promise<Issue> {
  const issues = read.get(on) ?? new Map<string, Promise<Issue>>();
  const issue = issues.get(number) ?? on.api.issues.get({ ...on.at, number }, { signal });
  read.set(on, issues.set(number, issue));
  return issue;
}

export function startWorkCommands(parts: StartWorkParts) {
  const nameFor = (issue: Issue): string =>
    workBranchName(parts.branchPattern() ?? '', { number: issue.number, title: issue.title ?? '' });
  const askBranch: Ask<string> = async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const issue = await issueOf(on, String(args.number), invocation.signal);
    return await prompt.input({
      prompt: l10n.t('Name of the new branch'),
      value: nameFor(issue),
      validate: refNameWrong,
    });
  };
  return {
    'sourcehost.issue.startWork': onRepository({
      does: 'Creates a branch from the default branch, relates it to the issue where the host can, assigns the issue to the account, opens the branch, and mentions the issue in its commit message. The name is `branch_name`, else the setting `sourcehost.issues.branchName` makes it. If a remote folder of the repository is open, it switches to the branch; else an open clone checks the branch out; else a folder opens in a new window. It can run again, because an existing branch does not change.',
      result:
        '`{ branch, steps: [{ step, error? }] }`; the steps are `branch`, `assign`, `open`, `message`, and `relate` where the host has it',
      needsAccount: true,
      fields: { number: recordNumber, branch_name: optional(text) },
      repository: repositoryAt(() => shownRecord('issues')),
      ask: { number: askShownIssue('open'), branch_name: askBranch },
      run: async ({ number, branch_name }, on, invocation) => {
        const login = on.connection.account?.login;
        if (login === undefined) throw nobodySignedIn();
        if (branch_name !== undefined && refNameProblem(branch_name) !== undefined)
          throw wrongValue('branch_name', requires('valid'));
        const issue = await issueOf(on, String(number), invocation.signal);
        await confirmClosed(issue, invocation);
        await confirmAssignee(issue, login, invocation);
        const work = { on, issue, branch: branch_name ?? nameFor(issue), login, invocation };
        const done = await start(parts, work);
        if (!invocation.silent) void report(parts, work, done);
        return {
          branch: work.branch,
          steps: done.steps.map(({ step, failure }) =>
            failure === undefined ? { step } : { step, error: explain(failure) },
          ),
        };
      },
    }),
  };
}

async function confirmClosed({ number, state }: Issue, { confirm }: Invocation): Promise<void> {
  if (issueState(state) !== 'closed') return;
  await confirm(
    l10n.t('#{0} is closed. Start work on it?', number),
    l10n.t('Starting work does not reopen the issue.'),
    l10n.t('Start Work'),
    'action',
  );
}

async function confirmAssignee(issue: Issue, login: string, { confirm }: Invocation): Promise<void> {
  const assignees = assigneesOf(issue);
  if (assignees.length === 0 || assignees.includes(login)) return;
  await confirm(
    l10n.t('#{0} is assigned to {1}. Assign it to you?', issue.number, assignees.join(', ')),
    l10n.t('Starting work on an issue assigns it to you.'),
    l10n.t('Assign to Me'),
    'action',
  );
}

/** Runs each step, also after a step failed. A step that was done before changes nothing. */
async function start(parts: StartWorkParts, work: IssueWork): Promise<StartedWork> {
  const { on, issue, branch } = work;
  const { signal } = work.invocation;
  const results: StepResult[] = [];
  const attempt = async (step: StepName, run: () => Promise<void>): Promise<boolean> => {
    try {
      await run();
      results.push({ step });
      return true;
    } catch (error) {
      if (isFailure(error, 'cancelled')) throw error;
      results.push({ step, failure: toFailure(error) });
      return false;
    }
  };
  let isNew = false;
  const isCreated = await attempt('branch', async () => {
    isNew = await createBranch(parts, work);
  });
  await attempt('assign', () => assign(parts, work));
  const features = await parts.loadHostFeatures();
  const place = { connection: on.connection, name: on.name, number: issue.number };
  const relate = async (): Promise<void> => await relateBranch(features, place, branch, { signal });
  if (isCreated && !(await features.lacks(on.connection.host, 'issueBranches.set'))) {
    await attempt('relate', relate);
    if (results.at(-1)?.failure?.kind === 'unsupported') results.pop();
  }
  const notCreated = new Failure('missing', `the branch ${branch} was not created`, { reason: 'branchNotCreated' });
  const onBranch = (step: StepName, run: () => Promise<void>): Promise<boolean> =>
    attempt(step, () => (isCreated ? run() : Promise.reject(notCreated)));
  const change: ChangeMessage = (message) => mentioning(message, { number: issue.number, title: issue.title ?? '' });
  const clone = folderOf(on.name) === undefined ? await parts.openClone(on.name) : undefined;
  if (clone === undefined) {
    // The message first: opening a folder can end this window.
    await onBranch('message', () => parts.prepareMessage({ ...on.name, branch }, change));
    const isWhole = results.every(({ failure }) => failure === undefined);
    await onBranch('open', () => openBranch(parts, work, isWhole, signal));
  } else {
    const isOpen = await onBranch('open', () => clone.checkOut(branch, isNew ? undefined : work.invocation.confirm));
    await attempt('message', () => {
      if (!isOpen) throw new Failure('missing', `${branch} is not checked out`, { reason: 'branchNotOpened' });
      clone.changeMessage(change);
      return Promise.resolve();
    });
  }
  const steps = results.toSorted((one, other) => stepOrder.indexOf(one.step) - stepOrder.indexOf(other.step));
  return { steps, isNew };
}

async function createBranch(
  { repositories, changes }: StartWorkParts,
  { on, branch, invocation }: IssueWork,
): Promise<boolean> {
  const { signal } = invocation;
  const base = await repositories.atDefault(on.name).head({ signal });
  if (base.commit === undefined) throw new Failure('refused', 'the repository is empty', { reason: 'noCommits' });
  const source = { ...on.name, connect: () => Promise.resolve(on.connection) };
  const isNew = await createWorkBranch(source, branch, base.name, { signal });
  changeNotifier(changes, 'branches')(on, { silent: true }, branch);
  return isNew;
}

async function assign({ changes, loadRecords }: StartWorkParts, work: IssueWork): Promise<void> {
  const { on, issue, login, invocation } = work;
  if (assigneesOf(issue).includes(login)) return;
  const assigned = await assignIssue(on.api, on.at, issue, login, { signal: invocation.signal });
  if (assigned !== undefined)
    updateRecord(await loadRecords(), { ...on.name, kind: 'issues', id: issue.number }, loadedIssue(assigned));
  changeNotifier(changes, 'issues')(on, { silent: true }, issue.number);
}

/** Switches the open folder of the repository, or opens a folder. `mayReplace`: in an empty window, also in this one. */
async function openBranch(
  parts: StartWorkParts,
  { on: { name }, branch, invocation }: IssueWork,
  mayReplace: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (folderOf(name) !== undefined) {
    await switchOpened(parts, name, branch, invocation);
    return;
  }
  const remote = parts.repositories.at({ ...name, ref: branch });
  await remote.head({ signal });
  await remote.flush();
  const isEmpty = (workspace.workspaceFolders ?? []).length === 0;
  const mode = isEmpty && mayReplace && !invocation.silent ? 'thisWindow' : 'newWindow';
  await parts.afterwards.open(fileUri({ ...name, ref: branch, path: '' }), undefined, mode);
}

/** Tells the user that work began, or which steps failed, and offers to repeat them, with another name if the branch failed. */
async function report(parts: StartWorkParts, work: IssueWork, { steps, isNew }: StartedWork): Promise<void> {
  const { on, issue, branch, invocation } = work;
  const failed = steps.filter(({ failure }) => failure !== undefined);
  if (failed.length === 0) {
    const text = isNew
      ? l10n.t('Work on #{0} began on {1}', issue.number, branch)
      : l10n.t('Work on #{0} continues on {1}, which already exists', issue.number, branch);
    showInStatusBar(`$(git-branch) ${plainLabel(text)}`, 8_000);
    return;
  }
  const [again, rename] = [l10n.t('Try Again'), l10n.t('Change Branch Name…')];
  // What the other steps need is named by their own failures.
  const causes = failed.filter(({ failure }) => !consequences.includes(failure?.reason));
  const failures = causes.map(({ step, failure }) =>
    l10n.t('{0}: {1}', stepLabels[step](work), explain(toFailure(failure))),
  );
  const message = l10n.t('Not everything was done to start work on #{0}. {1}', issue.number, failures.join(' · '));
  const actions = failed.some(({ step }) => step === 'branch') ? [again, rename] : [again];
  const chosen = await warn(message, ...actions);
  if (chosen === undefined) return;
  const named = chosen === rename ? await askName(issue, branch) : branch;
  if (named === undefined) return;
  const renewed = invocation.renewed();
  const now = await on.api.issues
    .get({ ...on.at, number: issue.number }, { signal: renewed.signal })
    .catch(() => issue);
  const next = { ...work, branch: named, issue: now, invocation: renewed };
  await report(parts, next, await start(parts, next));
}

async function askName({ number }: Issue, branch: string): Promise<string | undefined> {
  const question = { prompt: l10n.t('Name of the new branch'), value: branch, validate: refNameWrong };
  const asked = new Prompt({ title: l10n.t('Start Work on Issue #{0}', number) }).input(question);
  return await unlessFailed(asked, 'cancelled');
}

const stepLabels: Readonly<Record<StepName, (work: IssueWork) => string>> = {
  branch: ({ branch }) => l10n.t('Create the branch “{0}”', branch),
  assign: ({ login }) => l10n.t('Assign the issue to {0}', login),
  open: () => l10n.t('Open the branch'),
  message: () => l10n.t('Write the commit message'),
  relate: ({ branch, issue }) => l10n.t('Relate the branch “{0}” to #{1}', branch, issue.number),
};
