import { commands, Position, window, workspace, WorkspaceEdit, type TextDocument } from 'vscode';
import { delay } from '../../../../core/async.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import { Lifetime } from '../../../kit/lifetime.ts';

const scheme = 'comment';
/** Milliseconds in which the editor gives a new input its text; nobody types so soon. */
const settleTime = 50;
/** Milliseconds after a text was put into an input in which the editor may replace it by none; nobody deletes all so soon. */
const replaceTime = 1_000;

/** A comment that is being written in an input of the editor. */
export interface InputBox {
  readonly text: string;
  readonly review: { readonly name: RepositoryName };
  typed(text: string): void;
}

/** Connects the inputs of the editor with their boxes. The address of an input does not name its box; its text does. */
export class CommentInputs extends Lifetime {
  readonly #boxes: () => readonly InputBox[];
  readonly #inputs = new Map<InputBox, TextDocument>();
  /** Inputs that opened without a text. One of another extension opens with the text of its comment. */
  readonly #empty = new WeakSet<TextDocument>();
  /** Boxes whose texts go into the next inputs. */
  #unfilled: readonly InputBox[] = [];
  /** Inputs into which a text is being put. */
  readonly #filling = new WeakSet<TextDocument>();
  /** When the text of a box was put into its input: milliseconds since 1970. */
  readonly #filled = new WeakMap<InputBox, number>();

  /** `boxes`: those in the visible documents that show their inputs. */
  constructor(boxes: () => readonly InputBox[]) {
    super();
    this.#boxes = boxes;
    this.add(workspace.onDidOpenTextDocument((document) => void this.#opened(document)));
    // The editor opens all inputs anew for a new controller, and closes the earlier ones later.
    this.add(
      workspace.onDidCloseTextDocument((closed) => {
        if (isOwnInput(closed)) for (const document of workspace.textDocuments) void this.#fill(document);
      }),
    );
    this.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (!isOwnInput(document)) return;
        const [box, text] = [this.#boxOf(document), document.getText()];
        const isWaiting = box === undefined || this.#unfilled.includes(box);
        if (!isWaiting && (text !== '' || Date.now() - (this.#filled.get(box) ?? 0) > replaceTime)) box.typed(text);
        else if (text === '') {
          if (!isWaiting) this.#unfilled = [...this.#unfilled, box];
          void this.#fill(document);
        }
      }),
    );
    // A box gets its text only while its document is visible.
    this.add(
      window.onDidChangeVisibleTextEditors(() => {
        for (const document of workspace.textDocuments) void this.#fill(document);
      }),
    );
  }

  /** Undefined for an input of another extension. */
  repositoryOf(input: TextDocument): RepositoryName | undefined {
    if (!isOwnInput(input)) return undefined;
    // Which one of several empty boxes does not matter: the shown threads are those of one pull request.
    const [empty] = this.#empty.has(input) ? this.#boxes().filter(({ text }) => text === '') : [];
    return (this.#boxOf(input) ?? empty)?.review.name;
  }

  async #opened(input: TextDocument): Promise<void> {
    if (!isOwnInput(input)) return;
    await this.#fill(input);
    await delay(settleTime);
    if (input.getText() === '') this.#empty.add(input);
  }

  async #fill(input: TextDocument): Promise<void> {
    if (!isOwnInput(input) || this.#filling.has(input)) return;
    this.#filling.add(input);
    try {
      // The editor sets the text of a new input while it is already open: it then refuses an edit, or replaces its text.
      for (let attempt = 0; attempt < 20; attempt += 1) if (await this.#tryToFill(input)) return;
    } finally {
      this.#filling.delete(input);
    }
  }

  /** Whether nothing is left to do. */
  async #tryToFill(input: TextDocument): Promise<boolean> {
    const box = this.#unfilled.find((one) => this.#boxes().includes(one)) ?? this.#withoutInput();
    const isOfAnother = [...this.#inputs].some(([other, one]) => one === input && other !== box);
    if (box === undefined || isOfAnother || input.getText() !== '') return true;
    const edit = new WorkspaceEdit();
    edit.insert(input.uri, new Position(0, 0), box.text);
    if (!(await workspace.applyEdit(edit)) || input.getText() === '') return false;
    this.#inputs.set(box, input);
    this.#unfilled = this.#unfilled.filter((one) => one !== box);
    this.#filled.set(box, Date.now());
    await commands.executeCommand('cursorBottom');
    return true;
  }

  /** A box with a text whose input was closed by the editor. */
  #withoutInput(): InputBox | undefined {
    return this.#boxes().find((box) => box.text !== '' && this.#inputs.get(box)?.isClosed === true);
  }

  /** A new input gets the text of its box, also after a change of tabs. */
  #boxOf(input: TextDocument): InputBox | undefined {
    const boxes = this.#boxes();
    for (const box of this.#inputs.keys()) if (!boxes.includes(box)) this.#inputs.delete(box);
    const ownBox = boxes.find((box) => this.#inputs.get(box) === input);
    if (ownBox !== undefined) return ownBox;
    const text = input.getText();
    const free = boxes.filter((box) => this.#inputs.get(box)?.isClosed !== false);
    const empty = free.filter((box) => box.text === '');
    const match =
      free.find((box) => text !== '' && box.text === text) ??
      (empty.length === 1 && this.#empty.has(input) ? empty[0] : undefined);
    if (match !== undefined) this.#inputs.set(match, input);
    return match;
  }
}

export const isVisible = (document: TextDocument): boolean =>
  window.visibleTextEditors.some((editor) => editor.document === document);

/** Whether a document is the input of a comment. Those that the editor opens for `+` have the id of a controller as their authority. */
export const isInput = ({ uri }: TextDocument): boolean => uri.scheme === scheme;

/** The input of a comment that an extension created. */
const isOwnInput = (input: TextDocument): boolean => isInput(input) && input.uri.authority === '';
