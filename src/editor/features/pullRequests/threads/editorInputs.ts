import { l10n, window, workspace, type TextDocument, type TextEditor } from 'vscode';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import { isInput, isVisible } from './commentInputs.ts';
import type { TypedText } from '../../../kit/typedText.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import { Prompt } from '../../../kit/prompts/prompt.ts';
import type { ShownDocument } from './drawnThreads.ts';

interface FileInput {
  readonly file: ShownDocument;
  readonly text: TypedText;
}

/** Stores what is typed in the inputs for `+`: the editor forgets them on a reload. They do not tell their line. */
export class EditorInputs extends Lifetime {
  readonly #controller: string;
  readonly #followed = new Map<TextDocument, FileInput>();
  readonly #fileOf: (document: TextDocument | undefined) => ShownDocument | undefined;
  /** The file that had the focus last. An input is an editor of its own. */
  #active: TextDocument | undefined;

  /** `controller`: the id of the controller of the inputs. `fileOf`: the file of a document whose threads are shown. */
  constructor(controller: string, fileOf: (document: TextDocument | undefined) => ShownDocument | undefined) {
    super();
    this.#controller = controller;
    this.#fileOf = fileOf;
    const look = (document: TextDocument): void => {
      if (this.#isOwn(document)) this.#look(document);
    };
    const note = (editor: TextEditor | undefined): void => {
      if (editor !== undefined && !isInput(editor.document)) this.#active = editor.document;
    };
    note(window.activeTextEditor);
    this.add(window.onDidChangeActiveTextEditor(note));
    this.add(workspace.onDidOpenTextDocument(look));
    this.add(workspace.onDidChangeTextDocument(({ document }) => look(document)));
    this.add(workspace.onDidCloseTextDocument((document) => void this.#close(document)));
  }

  /** Undefined for an input of another controller. */
  repositoryOf(input: TextDocument): RepositoryName | undefined {
    if (!this.#isOwn(input)) return undefined;
    return (this.#followed.get(input)?.file ?? this.#fileOf(this.#active))?.review.name;
  }

  #isOwn(document: TextDocument): boolean {
    return isInput(document) && document.uri.authority === this.#controller;
  }

  #look(input: TextDocument): void {
    const entry = this.#followed.get(input);
    const text = input.getText();
    if (entry !== undefined) entry.text.typed(text);
    else if (text !== '') this.#follow(input, text);
  }

  #follow(input: TextDocument, text: string): void {
    const file = this.#fileOf(this.#active);
    if (file === undefined) return;
    const typed = file.review.follow({ kind: 'file', path: file.path, input: input.uri.path }, text);
    this.#followed.set(input, { file, text: typed });
    typed.typed(text);
  }

  async #close(input: TextDocument): Promise<void> {
    const entry = this.#followed.get(input);
    this.#followed.delete(input);
    if (entry === undefined) return;
    const { file, text } = entry;
    // Its text was sent or discarded. The editor itself remembers the text of a file that is not visible.
    if (this.#fileOf(file.document) === file && isVisible(file.document)) await text.keep('');
    else await text.keep(input.getText());
    file.review.unfollow({ kind: 'file', path: file.path, input: input.uri.path }, text.text);
  }
}

/** Asks for the line (from 1) of a text; the cursor suggests it. @throws Failure `cancelled` */
export async function askLine({ document }: ShownDocument): Promise<number> {
  const editor = window.visibleTextEditors.find((one) => one.document === document);
  const isLine = (typed: string): boolean =>
    /^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= document.lineCount;
  const line = await new Prompt({ title: l10n.t('Comment') }).input({
    prompt: l10n.t('Enter the line of the comment'),
    value: String((editor?.selection.active.line ?? 0) + 1),
    validate: (typed) => (isLine(typed) ? undefined : l10n.t('A number from 1 to {0}', document.lineCount)),
  });
  return Number(line);
}
