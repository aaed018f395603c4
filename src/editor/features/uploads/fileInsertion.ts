import {
  CancellationError,
  commands,
  DocumentDropEdit,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
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
import { lacksUploads, nameIn, type Uploaded } from '../../../domain/hosts/uploadFile.ts';
import { filesIn, textOf, withStored, type LooseFile } from '../../kit/tree/givenFiles.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { target } from '../../kit/prompts/target.ts';
import type { Services } from '../../services/services.ts';
import { LinkPlace, repositoryOf, tellLeft, type Inputs } from './insertLink.ts';

type InsertionParts = Pick<Services, 'connections' | 'context' | 'failures' | 'loadHostFeatures'> & Inputs;

/** Uploads what is pasted or dropped into a text for a repository, and inserts its link there. */
export class FileInsertion extends Lifetime {
  readonly #parts: InsertionParts;
  readonly #kind: DocumentDropOrPasteEditKind;
  readonly #pastes = new WeakMap<DocumentPasteEdit, () => Promise<void>>();
  /** Inserted links, which an undo can remove. */
  readonly #inserted = new Set<{ readonly document: TextDocument; readonly url: string; readonly name: string }>();

  constructor(parts: InsertionParts, kind: DocumentDropOrPasteEditKind) {
    super();
    this.#parts = parts;
    this.#kind = kind;
    this.add(
      workspace.onDidChangeTextDocument(({ document, reason }) => {
        if (reason !== TextDocumentChangeReason.Undo) return;
        for (const inserted of this.#inserted)
          if (inserted.document === document && !document.getText().includes(inserted.url)) {
            this.#inserted.delete(inserted);
            void tellLeft(inserted);
          }
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
    const name = repositoryOf(document, this.#parts);
    const host = name && this.#parts.connections.host(name.host);
    if (host === undefined || (await lacksUploads(await this.#parts.loadHostFeatures(), host))) return [];
    const files = await filesIn(transfer);
    // A file of a repository has an address already, and so has a page.
    return files.filter((file) => !(file instanceof Uri) || ![fileScheme, 'http', 'https'].includes(file.scheme));
  }

  async #insert(document: TextDocument, files: readonly (Uri | LooseFile)[]): Promise<void> {
    const name = repositoryOf(document, this.#parts);
    if (name === undefined) return;
    const place = new LinkPlace(document);
    const storing = withStored(files, this.#parts.context.globalStorageUri, async (uris) => {
      for (const file of uris) {
        const args = { [target]: { host: name.host, repository: fullName(name), file } };
        const uploaded = await commands.executeCommand<Uploaded | undefined>('sourcehost.file.upload', args);
        if (uploaded === undefined) return;
        await place.insert(uploaded);
        this.#inserted.add({ document, url: uploaded.url, name: nameIn(uploaded.markdown) });
      }
    });
    await storing
      .catch((error: unknown) => this.#parts.failures.show(error, { task: l10n.t('The file was not uploaded') }))
      .finally(() => place.dispose());
  }
}
