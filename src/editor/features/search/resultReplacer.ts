import { l10n, commands, Uri, window, workspace } from 'vscode';
import { Emitter } from '../../../core/emitter.ts';
import { Failure } from '../../../core/errors.ts';
import type { ReadOnlyReason, WriteAccess } from '../../../domain/permissions/writeAccess.ts';
import { lineExpression } from '../../../domain/search/lineMatches.ts';
import { literalPattern, applyReplacements } from '../../../domain/search/replacement.ts';
import type { LimitTime } from '../../../domain/search/searchRun.ts';
import type { FileMatches } from '../../../domain/search/textQuery.ts';
import { visible } from '../../../core/text.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { showMessage } from '../../kit/messages/show.ts';
import type { Failures } from '../../kit/messages/failures.ts';
import { fileUri } from '../../kit/uri.ts';
import { formatCount } from '../../kit/messages/format.ts';
import {
  applyPlan,
  planReplacing,
  undoReplacing,
  type PlannedFile,
  type ReplaceRequest,
  type ReplaceResult,
} from './replacing.ts';
import type { RunningSearch } from './runningSearch.ts';
import { leftOutText, replacedText } from './texts.ts';

export interface ReplacerParts {
  readonly readOnly: WriteAccess['draftReason'];
  readonly limitTime: LimitTime;
  readonly failures: Failures;
}

/** What is replaced: a line of a file, a file, or everything. `line` from 1. */
export interface ReplaceScope {
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

interface Pending {
  readonly run: RunningSearch;
  readonly pattern: string;
  /** Only these are replaced, and only as they are shown. */
  readonly plannedFiles: readonly PlannedFile[];
  readonly rest: readonly FileMatches[];
  readonly matches: number;
  readonly files: number;
  /** Files that are shown after these. */
  readonly more: number;
}

const mostShown = 1_000;

/** Replaces results. The changed files become drafts. */
export class ResultReplacer extends Lifetime {
  readonly #parts: ReplacerParts;
  readonly #preview = this.add(new ReplacePreview());
  readonly #changed = this.add(new Emitter<void>());
  #pending: Pending | undefined;
  #isRunning = false;

  constructor(parts: ReplacerParts) {
    super();
    this.#parts = parts;
  }

  readonly onDidChange = this.#changed.event;

  get pending(): Pending | undefined {
    return this.#pending;
  }

  /** Why the files of `run` cannot be changed; undefined if they can, or if nothing is known. */
  async blocked(run: RunningSearch | undefined): Promise<ReadOnlyReason | undefined> {
    const at = run?.at;
    if (at === undefined) return undefined;
    const kind = at.checkout === undefined ? (at.remote.state?.head.kind ?? 'commit') : 'branch';
    return await this.#parts.readOnly({ kind }, at.remote.name);
  }

  /** Replaces in a line or a file. For all files it shows a preview; `confirm` or `discard` follows. */
  async replace(run: RunningSearch, pattern: string, scope: ReplaceScope): Promise<void> {
    await this.#alone(async () => {
      const request = await this.#requestOf(run, pattern, scope);
      if (scope.path !== undefined) this.#tell(await applyPlan(await planReplacing(request)));
      else await this.#show(run, pattern, request);
    });
  }

  /** Applies the pending replacement as it is shown. Shows the next files if they were too many for one preview. */
  async confirm(): Promise<void> {
    const pending = this.#pending;
    if (pending === undefined) return;
    await this.#alone(async () => {
      await this.#set(undefined);
      this.#tell(await applyPlan({ files: pending.plannedFiles, unreadable: [], changed: [] }));
      const { run, pattern, rest: files } = pending;
      if (files.length > 0) await this.#show(run, pattern, { ...(await this.#requestOf(run, pattern, {})), files });
    });
  }

  async discard(): Promise<void> {
    if (this.#pending !== undefined) await this.#set(undefined);
  }

  /** Runs `work` unless other work runs. Shows its failure. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      await work();
    } catch (error) {
      this.#parts.failures.show(error, { task: l10n.t('Not replaced') });
    } finally {
      this.#isRunning = false;
    }
  }

  async #show(run: RunningSearch, pattern: string, request: ReplaceRequest): Promise<void> {
    const { files, unreadable, changed } = await planReplacing(request);
    this.#tell({ replaced: [], matches: 0, unreadable, changed });
    if (files.length === 0) return;
    const plannedFiles = files.slice(0, mostShown);
    const next = new Set(files.slice(mostShown).map(({ path }) => path));
    await this.#preview.show(plannedFiles);
    const matches = plannedFiles.reduce((count, { replacements }) => count + replacements.length, 0);
    const rest = request.files.filter(({ path }) => next.has(path));
    await this.#set({ run, pattern, plannedFiles, rest, matches, files: plannedFiles.length, more: rest.length });
  }

  async #set(pending: Pending | undefined): Promise<void> {
    this.#pending = pending;
    this.#changed.fire();
    if (pending === undefined) await this.#preview.close();
  }

  /** @throws Failure `forbidden` if the files are read-only */
  async #requestOf(run: RunningSearch, pattern: string, { path, line }: ReplaceScope): Promise<ReplaceRequest> {
    const { at, query } = run;
    const reason = (await this.blocked(run)) ?? (at === undefined ? 'isCommit' : undefined);
    if (at === undefined || reason !== undefined)
      throw new Failure('forbidden', 'the files are read-only', { reason: reason ?? 'isCommit' });
    const files = path === undefined ? run.files : [run.file(path)].filter((file) => file !== undefined);
    return {
      files: line === undefined ? files : files.map((file) => onlyLine(file, line)),
      uriOf: (file) => fileUri({ ...at.remote.name, ref: at.remote.ref, path: file }),
      expression: lineExpression(query),
      pattern: query.isRegex ? pattern : literalPattern(pattern),
      limitTime: this.#parts.limitTime,
    };
  }

  /** Says what happened, with Undo. Does not wait for the user: meanwhile more can be replaced. */
  #tell(result: ReplaceResult): void {
    void this.#offerUndo(result);
  }

  async #offerUndo({ replaced, matches, unreadable, changed }: ReplaceResult): Promise<void> {
    const undo = l10n.t('Undo');
    const leftOut = leftOutText(unreadable, changed);
    const done = matches === 0 ? undefined : replacedText(matches, replaced.length);
    if (done === undefined && leftOut === undefined) return;
    const text = [done, leftOut].filter((sentence) => sentence !== undefined).join(' ');
    const actions = done === undefined ? [] : [undo];
    if ((await showMessage(leftOut === undefined ? 'information' : 'warning', text, actions)) !== undo) return;
    try {
      const skippedCount = await undoReplacing(replaced);
      if (skippedCount > 0)
        await showMessage(
          'warning',
          l10n.t('Files that were changed since and stay as they are: {0}', formatCount(skippedCount)),
        );
    } catch (error) {
      this.#parts.failures.show(error, { task: l10n.t('The replacement was not undone') });
    }
  }
}

const onlyLine = (file: FileMatches, line: number): FileMatches => ({
  ...file,
  lines: file.lines.filter(({ ranges: [first] }) => first?.line === line),
});

const scheme = 'sourcehost-replaced';

/** Shows the changes of a replacement, which is not applied yet: a comparison of all files in one editor. */
class ReplacePreview extends Lifetime {
  readonly #files = new Map<string, PlannedFile>();
  #count = 0;

  constructor() {
    super();
    const provideTextDocumentContent = (uri: Uri): string => {
      const file = this.#files.get(uri.toString());
      return file === undefined ? '' : applyReplacements(file.before, file.replacements);
    };
    this.add(workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent }));
  }

  async show(files: readonly PlannedFile[]): Promise<void> {
    await this.close();
    // Another address each time, because the editor keeps the texts of an address.
    this.#count += 1;
    const resources = files.map((file) => {
      const uri = Uri.from({ scheme, authority: file.uri.authority, path: file.uri.path, query: `${this.#count}` });
      this.#files.set(uri.toString(), file);
      return [file.uri, file.uri, uri];
    });
    await commands.executeCommand('vscode.changes', title(), resources);
  }

  /** Closes the editor. The label of its tab also has the number of files. */
  async close(): Promise<void> {
    this.#files.clear();
    const ownTabs = window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ label }) => label.startsWith(title())));
    if (ownTabs.length > 0) await window.tabGroups.close(ownTabs);
  }
}

const title = (): string => visible(l10n.t('Replacement Preview'));
