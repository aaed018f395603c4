import { commands, l10n, type TextDocument } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { isFailure, toFailure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import type { HistoryCommit } from '../../../domain/git/gitHistory.ts';
import type { CommittedFile } from '../../../domain/history/commitList.ts';
import type { LineOrigin } from '../../../domain/blame/fileBlame.ts';
import { parseFileAddress } from '../../../domain/hosts/address.ts';
import type { Failures } from '../../kit/messages/failures.ts';
import { comparisonOf } from '../../kit/uri.ts';
import { CurrentLineBlame } from './currentLineBlame.ts';
import { DocumentBlame, type DocumentBlameParts } from './documentBlame.ts';
import { BlameMargin } from './blameMargin.ts';

export class BlameView implements Disposable {
  readonly #blame: DocumentBlame;
  readonly #failures: Failures;
  #margin: BlameMargin | undefined;
  #currentLine: CurrentLineBlame | undefined;
  /** The user has read once in this window why git cannot be used. */
  #isTold = false;

  constructor(parts: DocumentBlameParts, failures: Failures) {
    this.#blame = new DocumentBlame(parts);
    this.#failures = failures;
  }

  setCurrentLine(isOn: boolean): void {
    if (isOn === (this.#currentLine !== undefined)) return;
    this.#currentLine?.dispose();
    this.#currentLine = isOn ? new CurrentLineBlame(this.#blame, (error) => this.#report(error)) : undefined;
  }

  /** Shows or hides the commits of all lines; undefined after hiding. @throws Failure of `DocumentBlame.lines` */
  async toggle(document: TextDocument, signal: AbortSignal): Promise<readonly LineOrigin[] | undefined> {
    this.#margin ??= new BlameMargin(this.#blame, (error) => this.#report(error));
    if (!this.#margin.isShown(document)) return await this.#margin.show(document, signal);
    this.#margin.hide(document);
    return undefined;
  }

  /**
   * Compares the file with its version before the commit of `line` (from 1). Returns the origin of the line.
   * @throws Failure of `DocumentBlame.lines`; `invalid` if the line is not committed
   */
  async showCommit(document: TextDocument, line: number, signal: AbortSignal): Promise<LineOrigin> {
    const origin = (await this.#blame.lines(document, signal))[line - 1];
    if (origin?.commit === undefined) throw wrongValue('line', requires('committedLine'));
    const changed = await this.#blame.change(document, origin, signal);
    const comparison = comparisonOf(parseFileAddress(document.uri), changed ?? onlyVersion(origin.commit, origin.path));
    await commands.executeCommand(comparison.command, ...comparison.arguments);
    return origin;
  }

  dispose(): void {
    this.#currentLine?.dispose();
    this.#margin?.dispose();
  }

  /** Reports a failure of a blame that the user did not start at this moment. */
  #report(error: unknown): void {
    const failure = toFailure(error);
    if (!isFailure(failure, 'refused') || this.#isTold) {
      this.#failures.log(failure);
      return;
    }
    this.#isTold = true;
    this.#failures.show(failure, { task: l10n.t('Blame could not be shown') });
  }
}

function onlyVersion(commit: HistoryCommit, path = ''): CommittedFile {
  return { status: 'added', path, oldPath: undefined, commit, parent: undefined };
}
