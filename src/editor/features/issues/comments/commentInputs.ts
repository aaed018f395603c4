import {
  languages,
  window,
  workspace,
  type CompletionItem,
  type CompletionList,
  type Position,
  type TextDocument,
} from 'vscode';
import type { CallOptions } from '../../../../api/http/send.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import { signalOf } from '../../../kit/signal.ts';
import type { CommentBox } from './commentBox.ts';

/** The scheme of the inputs in which comments are written. */
const scheme = 'comment';

type Complete = (
  box: CommentBox,
  document: TextDocument,
  position: Position,
  options: CallOptions,
) => Promise<CompletionItem[] | CompletionList | undefined>;

/** Connects the inputs of the editor with their boxes. The address of an input does not name its box; its text does. */
export class CommentInputs extends Lifetime {
  readonly #boxes: () => readonly CommentBox[];
  readonly #known = new WeakMap<TextDocument, CommentBox>();
  /** The box whose input the editor opens next. */
  #next: CommentBox | undefined;

  constructor(boxes: () => readonly CommentBox[], complete: Complete) {
    super();
    this.#boxes = boxes;
    this.add(workspace.onDidOpenTextDocument((document) => this.#opened(document)));
    this.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (isInput(document)) this.#boxOf(document)?.typed(document.getText());
      }),
    );
    this.add(
      languages.registerCompletionItemProvider(
        { scheme },
        {
          provideCompletionItems: async (document, position, token) => {
            const box = this.#boxOf(document);
            return box && (await complete(box, document, position, { signal: signalOf(token) }));
          },
        },
        '#',
        '@',
      ),
    );
  }

  /** The next input belongs to `box`. */
  expect(box: CommentBox): void {
    this.#next = box;
  }

  #opened(document: TextDocument): void {
    if (!isInput(document) || this.#next === undefined) return;
    this.#known.set(document, this.#next);
    void this.#next.fill(document);
    this.#next = undefined;
  }

  /** After a change of tabs the editor opens a new input with the same text. */
  #boxOf(document: TextDocument): CommentBox | undefined {
    const known = this.#known.get(document);
    if (known !== undefined) return known;
    const text = document.getText();
    const boxes = this.#boxes();
    const empty = boxes.filter((box) => box.text === '' && isVisible(box.document));
    const found = boxes.find((box) => text !== '' && box.text === text) ?? (empty.length === 1 ? empty[0] : undefined);
    if (found !== undefined) this.#known.set(document, found);
    return found;
  }
}

const isVisible = (document: TextDocument): boolean =>
  window.visibleTextEditors.some((editor) => editor.document === document);

/** The inputs of new threads have the id of a controller as their authority; no box of this extension has one. */
const isInput = ({ uri }: TextDocument): boolean => uri.scheme === scheme && uri.authority === '';
