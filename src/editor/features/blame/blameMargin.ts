import {
  Range,
  ThemeColor,
  window,
  workspace,
  type DecorationOptions,
  type TextDocument,
  type TextEditor,
  type TextEditorDecorationType,
} from 'vscode';
import { isFailure } from '../../../core/errors.ts';
import { blameBlocks, type BlameBlock, type LineOrigin } from '../../../domain/blame/fileBlame.ts';
import { cutToColumns } from '../../../domain/text/columns.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import type { DocumentBlame } from './documentBlame.ts';
import { commitHover, describeLine } from './texts.ts';

/** Width of the margin in characters. */
const columns = 48;
/** Milliseconds after an edit. */
const pause = 250;
/** Also before a heading of Markdown, which is bold. */
const shape = { width: `${columns}ch`, margin: '0 1em 0 0', fontWeight: 'normal', fontStyle: 'normal' };

interface BlameMarks {
  readonly rules: readonly Range[];
  readonly headers: readonly DecorationOptions[];
  readonly others: readonly Range[];
}

/** Shows the commits of all lines before the lines. The first line of a block has its header, with a hover. */
export class BlameMargin extends Lifetime {
  readonly #blame: DocumentBlame;
  readonly #onFailure: (error: unknown) => void;
  readonly #abort = new AbortController();
  readonly #marks = new Map<TextDocument, BlameMarks>();
  readonly #timers = new Map<TextDocument, ReturnType<typeof setTimeout>>();
  readonly #rule = this.#type({
    isWholeLine: true,
    borderStyle: 'solid',
    borderWidth: '1px 0 0 0',
    borderColor: new ThemeColor('editorGroup.border'),
  });
  readonly #header = this.#type({});
  /** The lines of a block below its header: an empty margin of the same width. */
  readonly #other = this.#type({ before: { ...shape, contentText: '\u00a0' } });

  constructor(blame: DocumentBlame, onFailure: (error: unknown) => void) {
    super();
    this.#blame = blame;
    this.#onFailure = onFailure;
    this.add(workspace.onDidChangeTextDocument(({ document }) => this.#updateLater(document)));
    this.add(workspace.onDidCloseTextDocument((document) => this.#forget(document)));
    this.add(
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) if (this.isShown(editor.document)) this.#draw(editor);
      }),
    );
    this.add(
      blame.onDidChange(() => {
        for (const document of this.#marks.keys()) this.#updateLater(document);
      }),
    );
  }

  isShown(document: TextDocument): boolean {
    return this.#marks.has(document);
  }

  /** Shows the margin of `document` and returns the origins of its lines. @throws Failure of `DocumentBlame.lines` */
  async show(document: TextDocument, signal: AbortSignal): Promise<readonly LineOrigin[]> {
    const { version } = document;
    const origins = await this.#blame.lines(document, signal);
    if (document.isClosed) return origins;
    this.#set(document, marksOf(document, origins));
    if (document.version !== version) this.#updateLater(document);
    return origins;
  }

  hide(document: TextDocument): void {
    this.#forget(document);
    this.#drawAll(document);
  }

  override dispose(): void {
    this.#abort.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    super.dispose();
  }

  #type(options: Parameters<typeof window.createTextEditorDecorationType>[0]): TextEditorDecorationType {
    return this.add(window.createTextEditorDecorationType(options));
  }

  #set(document: TextDocument, marks: BlameMarks): void {
    this.#marks.set(document, marks);
    this.#drawAll(document);
  }

  #forget(document: TextDocument): void {
    clearTimeout(this.#timers.get(document));
    this.#timers.delete(document);
    this.#marks.delete(document);
  }

  #updateLater(document: TextDocument): void {
    if (!this.#marks.has(document)) return;
    clearTimeout(this.#timers.get(document));
    this.#timers.set(
      document,
      setTimeout(() => void this.#update(document), pause),
    );
  }

  async #update(document: TextDocument): Promise<void> {
    this.#timers.delete(document);
    const { version } = document;
    try {
      const origins = await this.#blame.lines(document, this.#abort.signal);
      const isCurrent = this.#marks.has(document) && document.version === version;
      if (isCurrent) this.#set(document, marksOf(document, origins));
    } catch (error) {
      if (!isFailure(error, 'cancelled')) this.#onFailure(error);
    }
  }

  #drawAll(document: TextDocument): void {
    for (const editor of window.visibleTextEditors) if (editor.document === document) this.#draw(editor);
  }

  #draw(editor: TextEditor): void {
    const { rules = [], headers = [], others = [] } = this.#marks.get(editor.document) ?? {};
    editor.setDecorations(this.#rule, rules);
    editor.setDecorations(this.#header, headers);
    editor.setDecorations(this.#other, others);
  }
}

function marksOf(document: TextDocument, origins: readonly LineOrigin[]): BlameMarks {
  const blocks = blameBlocks(origins);
  return {
    rules: blocks.slice(1).map(({ from }) => startOf(from)),
    headers: blocks.map((block) => headerOf(document, block)),
    others: blocks.flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, index) => startOf(from + index + 1)),
    ),
  };
}

function headerOf(document: TextDocument, { from, commit }: BlameBlock): DecorationOptions {
  const color = commit === undefined ? 'gitDecoration.modifiedResourceForeground' : 'descriptionForeground';
  const contentText = cutToColumns(describeLine(commit), columns);
  return {
    range: startOf(from),
    hoverMessage: commitHover(commit, document.uri, from),
    renderOptions: { before: { ...shape, color: new ThemeColor(color), contentText } },
  };
}

const startOf = (line: number): Range => new Range(line - 1, 0, line - 1, 0);
