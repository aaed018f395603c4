import {
  OverviewRulerLane,
  Range,
  ThemeColor,
  window,
  workspace,
  type DecorationRenderOptions,
  type TextEditor,
} from 'vscode';
import type { MarkedConflict } from '../../domain/conflict.ts';
import { ContextKey } from '../kit/context.ts';
import { linesOf, type Markers } from './markers.ts';

type Part = 'mineHeader' | 'mine' | 'theirs' | 'theirsHeader';

const parts: readonly Part[] = ['mineHeader', 'mine', 'theirs', 'theirsHeader'];

/** Colours the two sides of each conflict as the editor colours those of git. */
export class MarkerColors {
  readonly #markers: Markers;
  readonly #inConflict = new ContextKey<boolean>('sourcehost.conflictMarkers');
  readonly #styles = {
    mineHeader: style('merge.currentHeaderBackground', 'editorOverviewRuler.currentContentForeground'),
    mine: style('merge.currentContentBackground'),
    theirs: style('merge.incomingContentBackground'),
    theirsHeader: style('merge.incomingHeaderBackground', 'editorOverviewRuler.incomingContentForeground'),
  };
  readonly #listeners: readonly { dispose(): void }[];
  /** Editors that wear colours. */
  readonly #worn = new WeakSet<TextEditor>();

  constructor(markers: Markers) {
    this.#markers = markers;
    const showAll = (): void => window.visibleTextEditors.forEach((editor) => this.#show(editor));
    this.#listeners = [
      window.onDidChangeVisibleTextEditors(showAll),
      window.onDidChangeActiveTextEditor(() => this.#note()),
      workspace.onDidChangeTextDocument(({ document }) => {
        for (const editor of window.visibleTextEditors) if (editor.document === document) this.#show(editor);
        this.#note();
      }),
    ];
    showAll();
    this.#note();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    for (const part of parts) this.#styles[part].dispose();
  }

  #note(): void {
    const document = window.activeTextEditor?.document;
    void this.#inConflict.set(document !== undefined && this.#markers.of(document).length > 0);
  }

  #show(editor: TextEditor): void {
    const { document } = editor;
    const conflicts = this.#markers.of(document);
    if (conflicts.length === 0 && !this.#worn.has(editor)) return;
    this.#worn.add(editor);
    for (const part of parts) {
      const ranges = conflicts.map((conflict) => {
        const [from, to] = linesIn(conflict, part);
        return linesOf(document, from, to);
      });
      // An empty side has no line to colour.
      editor.setDecorations(this.#styles[part], ranges.filter(({ isEmpty }) => !isEmpty).map(withoutNext));
    }
  }
}

function linesIn({ from, middle, to }: MarkedConflict, part: Part): readonly [from: number, to: number] {
  switch (part) {
    case 'mineHeader':
      return [from, from + 1];
    case 'mine':
      return [from + 1, middle];
    case 'theirs':
      return [middle + 1, to];
    case 'theirsHeader':
      return [to, to + 1];
  }
}

/** Whole lines end before the first character of the line below. */
const withoutNext = ({ start, end }: Range): Range =>
  end.character === 0 && end.line > start.line ? new Range(start.line, 0, end.line - 1, 0) : new Range(start, end);

function style(background: string, ruler?: string): ReturnType<typeof window.createTextEditorDecorationType> {
  const options: DecorationRenderOptions = { isWholeLine: true, backgroundColor: new ThemeColor(background) };
  return window.createTextEditorDecorationType(
    ruler === undefined
      ? options
      : { ...options, overviewRulerColor: new ThemeColor(ruler), overviewRulerLane: OverviewRulerLane.Full },
  );
}
