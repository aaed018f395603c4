import { commands, l10n, ThemeIcon } from 'vscode';
import type { Issue } from '../../../../api/record/issue.ts';
import type { Priority } from '../../../../api/throttle/sharedPriority.ts';
import { Failure, isFailure, throwIfCancelled } from '../../../../core/errors.ts';
import { oneLine } from '../../../../core/text.ts';
import { fullName } from '../../../../domain/hosts/address.ts';
import { loadedIssue } from '../../../../domain/documents/kinds/issue.ts';
import {
  editIssues,
  neededInputs,
  type IssueInputs,
  type IssueResult,
} from '../../../../domain/documents/assist/issueEdits.ts';
import { listedIssues, undoOf, type UndoneField } from '../../../../domain/issues/bulkEdit.ts';
import { toNumbers } from '../../../kit/arguments.ts';
import type { Invocation } from '../../../kit/command.ts';
import type { Changes } from '../../../kit/changes.ts';
import { explain } from '../../../kit/messages/explain.ts';
import { inform, Prompt, warn } from '../../../kit/prompts/prompt.ts';
import type { Choice } from '../../../kit/prompts/question.ts';
import { target } from '../../../kit/prompts/target.ts';
import type { AtRepository } from '../../../kit/commands/declare.ts';
import {
  asPlanned,
  bulkResult,
  changedByOthersText,
  errorOf,
  minutesFor,
  planQuestion,
  unknownMilestoneText,
  type BulkResult,
} from './bulkResults.ts';
import { countOf, updateRecord, type LoadRecordTools } from '../../../documents/commands/recordTools.ts';
import { showInStatusBar } from '../../../kit/messages/show.ts';

type Change = IssueInputs | ((now: Issue) => IssueInputs);

interface RunOptions {
  readonly title?: string;
  readonly dryRun?: boolean;
  readonly priority?: Priority;
}

/** Changes of more issues leave a share of the requests to everything else. */
const manyIssues = 100;
const priorityOf = (issues: number): Priority => (issues > manyIssues ? 'background' : 'interactive');

/** Changes one or many issues, reports the result of each, and can undo the change. */
export class IssueEditing {
  readonly #changes: Changes;
  readonly #load: LoadRecordTools;

  constructor(changes: Changes, load: LoadRecordTools) {
    this.#changes = changes;
    this.#load = load;
  }

  /** Resolves with a record, or an array if `number` is one. If some fail, a program gets a Failure. */
  async edit(
    on: AtRepository,
    number: Parameters<typeof toNumbers>[0],
    change: Change,
    invocation: Invocation,
  ): Promise<Issue | readonly Issue[] | undefined> {
    const numbers = toNumbers(number);
    const results = await this.#run(on, numbers, change, invocation);
    const failed = results.filter(({ failure }) => failure !== undefined);
    const [first] = failed;
    const single = numbers.length === 1 ? results[0] : undefined;
    if (single?.failure !== undefined) throw single.failure;
    if (first?.failure !== undefined && invocation.silent) throw partly(results, failed, first.failure);
    if (!invocation.silent) void this.#notify(on, results, failedOf(results), invocation);
    const issues = results.flatMap(({ issue }) => issue ?? []);
    return typeof number === 'object' ? issues : issues[0];
  }

  /** Changes what differs, after a user confirms. One result for each issue. `dryRun`: reads only. */
  async editMany(
    on: AtRepository,
    number: Parameters<typeof toNumbers>[0],
    change: (now: Issue) => IssueInputs,
    invocation: Invocation,
    dryRun = false,
  ): Promise<BulkResult[]> {
    const numbers = toNumbers(number);
    const numberArguments = new Map((typeof number === 'object' ? number : [number]).map((one) => [String(one), one]));
    const needed = (now: Issue): IssueInputs => neededInputs(now, change(now));
    const plan = invocation.silent && !dryRun ? undefined : await this.#plan(on, numbers, needed, invocation);
    throwIfCancelled(invocation.signal);
    const affected = plan?.flatMap(({ number: one, inputs }) => (inputs === undefined ? [] : one)) ?? numbers;
    const priority = priorityOf(affected.length);
    const perMinute = on.connection.budget.rate(priority);
    if (plan !== undefined && !invocation.silent)
      await confirmPlan(plan, affected.length, { invocation, dryRun, perMinute });
    const agreed = plan === undefined ? needed : asPlanned(plan, needed);
    const run = async (): Promise<IssueResult[]> => await this.#run(on, affected, agreed, invocation, { priority });
    const results = dryRun || affected.length === 0 ? [] : await run();
    const all = numbers.flatMap((one) => [...results, ...(plan ?? [])].find((result) => result.number === one) ?? []);
    const reported = all.filter((result) => results.includes(result) || result.failure !== undefined);
    if (!invocation.silent && reported.length > 0) void this.#notify(on, reported, failedOf(reported), invocation);
    return all.map((result) => bulkResult(result, numberArguments.get(result.number) ?? result.number));
  }

  async #plan(
    on: AtRepository,
    numbers: readonly string[],
    change: Change,
    invocation: Invocation,
  ): Promise<IssueResult[]> {
    const title = l10n.t('Reading {0}', countOf(numbers.length));
    const priority = priorityOf(numbers.length);
    return await this.#run(on, numbers, change, invocation, { title, dryRun: true, priority });
  }

  async #run(
    on: AtRepository,
    numbers: readonly string[],
    change: Change,
    invocation: Invocation,
    { title = l10n.t('Changing {0}', countOf(numbers.length)), dryRun = false, priority }: RunOptions = {},
  ): Promise<IssueResult[]> {
    const { api, name: repository } = on;
    const perMinute = on.connection.budget.rate(priority ?? 'interactive');
    const { account } = on.connection;
    const place = { api, repository, login: account?.login };
    const tools = await this.#load();
    const work = async (
      signal: AbortSignal,
      report: (message: string, increment?: number) => void,
    ): Promise<IssueResult[]> => {
      const loadedIssues = dryRun ? await listedIssues(place, numbers, { signal, priority }) : new Map<string, Issue>();
      let left = numbers.length - loadedIssues.size;
      return await editIssues(place, numbers, change, {
        signal,
        priority,
        dryRun,
        loadedIssues,
        onResult: ({ number, issue }) => {
          left -= loadedIssues.has(number) ? 0 : 1;
          report(stepText(number, minutesFor(left * (dryRun ? 1 : 2), perMinute)), 100 / numbers.length);
          if (issue !== undefined)
            updateRecord(tools, { ...repository, kind: 'issues', id: number }, loadedIssue(issue));
        },
      });
    };
    const results =
      numbers.length === 1 ? await work(invocation.signal, () => {}) : await invocation.withProgress(title, work);
    const changed = results.flatMap(({ issue, inputs }) => (inputs === undefined ? [] : (issue ?? [])));
    const reveal = changed.length === 1 ? changed.map(({ number }) => number) : undefined;
    if (changed.length > 0)
      this.#changes.report({
        subject: 'issues',
        host: repository.host,
        repository,
        issues: changed,
        ...(reveal === undefined ? {} : { reveal }),
      });
    return results;
  }

  async #notify(
    on: AtRepository,
    results: readonly IssueResult[],
    failed: readonly IssueResult[],
    invocation: Invocation,
  ): Promise<void> {
    const done = results.filter(({ issue, inputs }) => issue !== undefined && inputs !== undefined);
    const [undo, show] = [l10n.t('Undo'), l10n.t('Show Results')];
    const [first] = results;
    const report = async (): Promise<string | undefined> => {
      if (first !== undefined && results.length === 1 && failed.length === 0)
        return await inform(changeLabel(first), undo);
      if (failed.length === 0) return await inform(l10n.t('{0} changed.', countOf(done.length)), undo, show);
      const actions = done.length > 0 ? [undo, show] : [show];
      const complete = done.filter((result) => !failed.includes(result)).length;
      return await warn(l10n.t('{0} changed, {1} not.', countOf(complete), failed.length), ...actions);
    };
    const chosen = await report();
    const takeBack = async (): Promise<void> => await this.#undo(on, done, invocation.renewed());
    if (chosen === undo) await takeBack();
    if (chosen === show) await this.#show(on, results, done.length > 0 ? takeBack : undefined);
  }

  /** Restores the earlier values. What others changed in the meantime stays, and is named. */
  async #undo(on: AtRepository, done: readonly IssueResult[], invocation: Invocation): Promise<void> {
    const resultByNumber = new Map(done.map((result) => [result.number, result]));
    const others = new Map<string, readonly UndoneField[]>();
    const unknown = new Set<string>();
    const back = (now: Issue): IssueInputs => {
      const result = resultByNumber.get(now.number);
      if (result === undefined) return {};
      const { inputs, changedByOthers, isMilestoneUnknown } = undoOf(result, now);
      if (changedByOthers.length > 0) others.set(now.number, changedByOthers);
      if (isMilestoneUnknown) unknown.add(now.number);
      return inputs;
    };
    const title = l10n.t('Restoring {0}', countOf(resultByNumber.size));
    const results = await this.#run(on, [...resultByNumber.keys()], back, invocation, {
      title,
      priority: priorityOf(resultByNumber.size),
    });
    if (others.size > 0) void warn(changedByOthersText(others));
    if (unknown.size > 0) void warn(unknownMilestoneText([...unknown]));
    if (failedOf(results).length > 0) await this.#show(on, results);
    else if (others.size === 0 && unknown.size === 0) showInStatusBar(`$(discard) ${l10n.t('Undone')}`, 5_000);
  }

  /** Lists every issue with its result and shows the chosen one. The last row undoes the changes. */
  async #show(
    { name: repository }: AtRepository,
    results: readonly IssueResult[],
    takeBack?: () => Promise<void>,
  ): Promise<void> {
    try {
      const undo = { label: l10n.t('Undo'), iconPath: new ThemeIcon('discard'), value: '' };
      const chosen = await new Prompt({ title: l10n.t('Results') }).pick({
        placeholder: l10n.t('Select one to show'),
        items: [...results.map(resultChoice), ...(takeBack === undefined ? [] : [undo])],
      });
      if (chosen === undo.value) await takeBack?.();
      else {
        const args = { host: repository.host, repository: fullName(repository), number: chosen };
        await commands.executeCommand('sourcehost.issue.show', { [target]: args });
      }
    } catch (error) {
      if (!isFailure(error, 'cancelled')) throw error;
    }
  }
}

interface PlanContext {
  readonly invocation: Invocation;
  readonly dryRun: boolean;
  readonly perMinute: number;
}

/** The progress after an issue. `minutes`: how long the rest takes, if the limit of the host delays it. */
const stepText = (number: string, minutes: number | undefined): string =>
  minutes === undefined ? `#${number}` : l10n.t('#{0}, about {1} min left', number, minutes);

/** Shows a user what a bulk edit would change, and asks whether to change it, unless nothing changes. */
async function confirmPlan(
  plan: readonly IssueResult[],
  affected: number,
  { invocation, dryRun, perMinute }: PlanContext,
): Promise<void> {
  const { message, detail, action } = planQuestion(plan, perMinute);
  if (affected > 0 && !dryRun) await invocation.withoutProgress(invocation.confirm(message, detail, action));
  else if (failedOf(plan).length === 0) void inform(affected === 0 ? l10n.t('Nothing to change.') : message);
}

const failedOf = (results: readonly IssueResult[]): IssueResult[] =>
  results.filter((result) => errorOf(result) !== undefined);

function resultChoice(result: IssueResult): Choice<string> {
  const error = errorOf(result);
  const { number, before, issue = before, inputs } = result;
  return {
    label: `#${number} ${oneLine(issue?.title ?? '', 100)}`.trim(),
    detail: error ?? (inputs === undefined ? l10n.t('unchanged') : l10n.t('changed')),
    iconPath: new ThemeIcon(error === undefined ? 'check' : 'error'),
    value: number,
  };
}

function partly(results: readonly IssueResult[], failed: readonly IssueResult[], first: Failure): Failure {
  const why = failed
    .map(({ number, failure }) => `#${number}: ${failure === undefined ? '' : explain(failure)}`)
    .join('; ');
  const { kind, status, operation } = first;
  const about = [`${failed.length}`, `${results.length}`, why];
  const message = `${failed.length} of ${results.length} issues could not be changed`;
  return new Failure(kind, message, { reason: 'issuesNotChanged', about, status, operation, cause: first });
}

function changeLabel({ number, before, issue }: IssueResult): string {
  if (before === undefined || before.state === issue?.state) return l10n.t('Updated issue #{0}', number);
  return issue?.state === 'closed' ? l10n.t('Closed issue #{0}', number) : l10n.t('Reopened issue #{0}', number);
}
