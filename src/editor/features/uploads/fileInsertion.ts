import {
  CancellationError,
  commands,
  DocumentDropEdit,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  env,
  l10n,
  Selection,
  TextDocumentChangeReason,
  Uri,
  window,
  workspace,
  type DataTransfer,
  type Position,
  type TextDocument,
} from 'vscode';
import { fileScheme, fullName } from '../../../domain/hosts/address.ts';
import { labelIn, lacksUploads, type Uploaded } from '../../../domain/hosts/uploadFile.ts';
import { addressOf } from '../../documents/documents/addresses.ts';
import { filesIn, textOf, withStored, type LooseFile } from '../../kit/tree/givenFiles.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { target } from '../../kit/prompts/target.ts';
import type { Services } from '../../services/services.ts';
import { LinkPlace } from './insertLink.ts';

/** Uploads what is pasted or dropped into a document of a record, and inserts its link there. */
export class FileInsertion extends Lifetime {
  readonly #parts: Pick<Services, 'connections' | 'context' | 'loadHostFeatures'>;
  readonly #kind: DocumentDropOrPasteEditKind;
  readonly #pastes = new WeakMap<DocumentPasteEdit, () => Promise<void>>();
  /** Inserted addresses, which an undo can remove. */
  readonly #inserted = new Map<string, { readonly document: TextDocument; readonly name: string }>();

  constructor(
    parts: Pick<Services, 'connections' | 'context' | 'loadHostFeatures'>,
    kind: DocumentDropOrPasteEditKind,
  ) {
    super();
    this.#parts = parts;
    this.#kind = kind;
    this.add(
      workspace.onDidChangeTextDocument(({ document, reason }) => {
        if (reason !== TextDocumentChangeReason.Undo) return;
        for (const [url, inserted] of this.#inserted)
          if (inserted.document === document && !document.getText().includes(url))
            void this.#undone(url, inserted.name);
      }),
    );
  }

  async pasteEdits(document: TextDocument, transfer: DataTransfer): Promise<DocumentPasteEdit[]> {
    const files = await this.#taken(document, transfer);
    if (files.length === 0) return [];
    const edit = new DocumentPasteEdit('', l10n.t('Upload the File'), this.#kind);
    this.#pastes.set(edit, () => this.#insert(document, files));
    // Office programs copy a picture of each text.
    const isText = (await textOf(transfer, 'text/plain')) !== '' && (await textOf(transfer, 'text/html')) !== '';
    if (isText) edit.yieldTo = [DocumentDropOrPasteEditKind.Text];
    return [edit];
  }

  /** The editor inserts nothing: it would end the paste when something is typed meanwhile. */
  resolve(edit: DocumentPasteEdit): never {
    void this.#pastes.get(edit)?.();
    throw new CancellationError();
  }

  async dropEdit(
    document: TextDocument,
    position: Position,
    transfer: DataTransfer,
  ): Promise<DocumentDropEdit | undefined> {
    const files = await this.#taken(document, transfer);
    if (files.length === 0) return undefined;
    const editor = window.visibleTextEditors.find((one) => one.document === document);
    if (editor !== undefined) editor.selection = new Selection(position, position);
    void this.#insert(document, files);
    return new DocumentDropEdit('', l10n.t('Upload the File'), this.#kind);
  }

  /** None if the host takes no files: it was said when that was found. */
  async #taken(document: TextDocument, transfer: DataTransfer): Promise<readonly (Uri | LooseFile)[]> {
    const host = this.#parts.connections.host(document.uri.authority);
    if (host === undefined || (await lacksUploads(await this.#parts.loadHostFeatures(), host))) return [];
    const files = await filesIn(transfer);
    // A file of a repository has an address already, and so has a page.
    return files.filter((file) => !(file instanceof Uri) || ![fileScheme, 'http', 'https'].includes(file.scheme));
  }

  async #insert(document: TextDocument, files: readonly (Uri | LooseFile)[]): Promise<void> {
    const address = addressOf(document.uri);
    if (address === undefined) return;
    const place = new LinkPlace(document);
    const storing = withStored(files, this.#parts.context.globalStorageUri, async (uris) => {
      for (const file of uris) {
        const args = { [target]: { host: address.host, repository: fullName(address), file } };
        const uploaded = await commands.executeCommand<Uploaded | undefined>('sourcehost.file.upload', args);
        if (uploaded === undefined) return;
        await place.insert(uploaded);
        this.#inserted.set(uploaded.url, { document, name: uploaded.markdown.slice(...labelIn(uploaded.markdown)) });
      }
    });
    await storing.finally(() => place.dispose());
  }

  async #undone(url: string, name: string): Promise<void> {
    this.#inserted.delete(url);
    const [open, copy] = [l10n.t('Open on the Web'), l10n.t('Copy Link')];
    const chosen = await inform(l10n.t('{0} stays on the host. It cannot be removed from here.', name), open, copy);
    if (chosen === open) await env.openExternal(Uri.parse(url, true));
    if (chosen === copy) await env.clipboard.writeText(url);
  }
}
