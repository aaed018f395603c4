import { l10n } from 'vscode';
import { Failure } from '../../core/errors.ts';
import type { RepositoryName } from '../../domain/hosting/address.ts';
import type { ReadOnlyReason } from '../../domain/permissions/writeAccess.ts';
import { lineExpression } from '../../domain/search/lineMatches.ts';
import type { FileMatches } from '../../domain/search/textQuery.ts';
import { showMessage } from '../kit/messages/show.ts';
import type { Failures } from '../kit/messages/failures.ts';
import { fileUri } from '../kit/uri.ts';
import { formatCount } from '../kit/messages/format.ts';
import { replaceMatches, undoReplacing, type ReplaceResult } from './replacing.ts';
import type { ShownSearch } from './run.ts';
import { leftOutText, replacedText } from './texts.ts';

export interface ReplacerParts {
  readonly readOnly: (
    head: { readonly kind: 'branch' | 'tag' | 'commit' },
    name: RepositoryName,
  ) => ReadOnlyReason | undefined;
  readonly failures: Failures;
}

/** What is replaced: a line of a file, a file, or everything. `line` from 1. */
export interface ReplaceScope {
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

/** Replaces results. The changed files become drafts. */
export class ResultReplacer {
  readonly #parts: ReplacerParts;
  #isRunning = false;

  constructor(parts: ReplacerParts) {
    this.#parts = parts;
  }

  /** Why the files of `run` cannot be changed; undefined if they can, or if nothing is known. */
  blocked(run: ShownSearch | undefined): ReadOnlyReason | undefined {
    const at = run?.at;
    if (at === undefined) return undefined;
    const kind = at.checkout === undefined ? (at.files.state?.head.kind ?? 'commit') : 'branch';
    return this.#parts.readOnly({ kind }, at.files.name);
  }

  /** Replaces after a preview if several files change. Says what happened, with Undo. */
  async replace(run: ShownSearch, pattern: string, scope: ReplaceScope): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      const result = await this.#replace(run, pattern, scope);
      // The message waits for the user; meanwhile more can be replaced.
      if (result !== undefined) void this.#tell(result);
    } catch (error) {
      this.#parts.failures.show(error, { task: l10n.t('Not replaced') });
    } finally {
      this.#isRunning = false;
    }
  }

  async #replace(run: ShownSearch, pattern: string, { path, line }: ReplaceScope): Promise<ReplaceResult | undefined> {
    const { at } = run;
    const reason = this.blocked(run);
    if (at === undefined) return undefined;
    if (reason !== undefined) throw new Failure('forbidden', 'the files are read-only', { reason });
    const files = path === undefined ? run.files : [run.file(path)].filter((file) => file !== undefined);
    return await replaceMatches({
      files: line === undefined ? files : files.map((file) => onlyLine(file, line)),
      uriOf: (file) => fileUri({ ...at.files.name, ref: at.files.ref, path: file }),
      expression: run.query.isRegex ? lineExpression(run.query) : undefined,
      pattern,
      isPreviewed: path === undefined,
    });
  }

  async #tell({ replaced, matches, unreadable, changed }: ReplaceResult): Promise<void> {
    const undo = l10n.t('Undo');
    const leftOut = leftOutText(unreadable, changed);
    const done = matches === 0 ? undefined : replacedText(matches, replaced.length);
    if (done === undefined && leftOut === undefined) return;
    const text = [done, leftOut].filter((sentence) => sentence !== undefined).join(' ');
    const actions = done === undefined ? [] : [undo];
    if ((await showMessage(leftOut === undefined ? 'information' : 'warning', text, actions)) !== undo) return;
    try {
      const kept = await undoReplacing(replaced);
      if (kept > 0)
        await showMessage('warning', l10n.t('{0} files were changed since and stay as they are.', formatCount(kept)));
    } catch (error) {
      this.#parts.failures.show(error, { task: l10n.t('The replacement was not undone') });
    }
  }
}

const onlyLine = (file: FileMatches, line: number): FileMatches => ({
  ...file,
  lines: file.lines.filter(({ ranges: [first] }) => first?.line === line),
});
