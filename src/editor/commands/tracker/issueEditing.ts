import { l10n, ThemeIcon } from 'vscode';
import type { Issue } from '../../../api/record/issue.ts';
import { Failure, isFailure } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import { loadedIssue } from '../../../domain/records/kinds/issue.ts';
import { editIssues, inverse, type IssueInputs, type IssueResult } from '../../../domain/records/assist/issueEdits.ts';
import { toNumbers } from '../../kit/arguments.ts';
import type { Invocation } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import { explain } from '../../kit/messages/explain.ts';
import { inform, Prompt, warn } from '../../kit/prompts/prompt.ts';
import type { AtRepository } from '../framework/declare.ts';
import { countOf, updateRecord, openRecord, type LoadRecordTools } from './recordTools.ts';
import { showInStatusBar } from '../../kit/messages/show.ts';

type Change = IssueInputs | ((now: Issue) => IssueInputs);

/** Changes one or many issues, reports the result of each, and can undo the change. */
export class IssueEditing {
  readonly #changes: Changes;
  readonly #load: LoadRecordTools;

  constructor(changes: Changes, load: LoadRecordTools) {
    this.#changes = changes;
    this.#load = load;
  }

  /**
   * Resolves with the record, or with an array of records if `number` is an array. If some issues fail, a program gets
   * a Failure with their numbers; a user sees the result of each issue.
   */
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
    if (!invocation.silent) void this.#notify(on, results, failed, invocation);
    const issues = results.flatMap(({ issue }) => issue ?? []);
    return typeof number === 'object' ? issues : issues[0];
  }

  async #run(
    on: AtRepository,
    numbers: readonly string[],
    change: Change,
    invocation: Invocation,
  ): Promise<IssueResult[]> {
    const { api, name: repository } = on;
    const { account } = on.connection;
    const place = { api, repository, login: account?.login };
    const tools = await this.#load();
    const work = async (
      signal: AbortSignal,
      report: (message: string, increment?: number) => void,
    ): Promise<IssueResult[]> =>
      await editIssues(place, numbers, change, {
        signal,
        onResult: ({ number, issue }) => {
          report(`#${number}`, 100 / numbers.length);
          if (issue !== undefined)
            updateRecord(tools, { ...repository, kind: 'issues', id: number }, loadedIssue(issue));
        },
      });
    const results =
      numbers.length === 1
        ? await work(invocation.signal, () => {})
        : await invocation.withProgress(l10n.t('Changing {0}', countOf(numbers.length)), work);
    const changed = results.flatMap(({ issue }) => issue ?? []);
    const reveal = changed.length === 1 ? changed.map(({ number }) => number) : undefined;
    if (changed.length > 0)
      this.#changes.report({
        subject: 'issues',
        host: repository.host,
        repository,
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
    const done = results.filter(({ issue }) => issue !== undefined);
    const [undo, show] = [l10n.t('Undo'), l10n.t('Show Results')];
    const [first] = results;
    const report = async (): Promise<string | undefined> => {
      if (first !== undefined && results.length === 1) return await inform(changeLabel(first), undo);
      if (failed.length === 0) return await inform(l10n.t('{0} changed.', countOf(done.length)), undo, show);
      const actions = done.length > 0 ? [undo, show] : [show];
      return await warn(l10n.t('{0} changed, {1} not.', countOf(done.length), failed.length), ...actions);
    };
    const chosen = await report();
    const takeBack = async (): Promise<void> => await this.#undo(on, done, invocation.renewed());
    if (chosen === undo) await takeBack();
    if (chosen === show) await this.#show(on, results, done.length > 0 ? takeBack : undefined);
  }

  /** Restores the earlier values, except of issues that others changed in the meantime. */
  async #undo(on: AtRepository, done: readonly IssueResult[], invocation: Invocation): Promise<void> {
    const known = new Map(done.map((result) => [result.number, result]));
    const back = (now: Issue): IssueInputs => {
      const result = known.get(now.number);
      return result === undefined ? {} : inverse(result)(now);
    };
    const results = await this.#run(on, [...known.keys()], back, invocation);
    const failed = results.filter(({ failure }) => failure !== undefined);
    if (failed.length === 0) showInStatusBar(`$(discard) ${l10n.t('Undone')}`, 5_000);
    else await this.#show(on, results);
  }

  /** Lists every issue with its result and opens the chosen one. The last row undoes the changes. */
  async #show(
    { name: repository }: AtRepository,
    results: readonly IssueResult[],
    takeBack?: () => Promise<void>,
  ): Promise<void> {
    try {
      const undo = { label: l10n.t('Undo'), iconPath: new ThemeIcon('discard'), value: '' };
      const chosen = await new Prompt({ title: l10n.t('Results') }).pick({
        placeholder: l10n.t('Select one to open'),
        items: [
          ...results.map(({ number, issue, failure }) => ({
            label: `#${number} ${oneLine(issue?.title ?? '', 100)}`,
            detail: failure === undefined ? l10n.t('changed') : explain(failure),
            iconPath: new ThemeIcon(failure === undefined ? 'check' : 'error'),
            value: number,
          })),
          ...(takeBack === undefined ? [] : [undo]),
        ],
      });
      if (chosen === undo.value) await takeBack?.();
      else await openRecord(await this.#load(), { ...repository, kind: 'issues', id: chosen });
    } catch (error) {
      if (!isFailure(error, 'cancelled')) throw error;
    }
  }
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

/** What a change did to one issue: it is closed, reopened or updated. */
function changeLabel({ number, before, issue }: IssueResult): string {
  if (before === undefined || before.state === issue?.state) return l10n.t('Updated issue #{0}', number);
  return issue?.state === 'closed' ? l10n.t('Closed issue #{0}', number) : l10n.t('Reopened issue #{0}', number);
}
