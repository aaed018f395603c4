import {
  EventEmitter,
  Range,
  TabInputText,
  window,
  workspace,
  WorkspaceEdit,
  type Position,
  type TextDocument,
  type TextEditor,
  type Uri,
} from 'vscode';
import { Failure } from '../../../core/errors.ts';
import type { RecordAddress } from '../../../domain/hosts/address.ts';
import type { RecordState, Values } from '../../../domain/documents/text/recordField.ts';
import { fieldsOf, type Kind } from '../../../domain/documents/kinds/kind.ts';
import { changedKeys, mergeSnapshots } from '../../../domain/documents/kinds/recordState.ts';
import type { RecordDocument } from '../../../domain/documents/sync/recordDocument.ts';
import type { Records } from '../../../domain/documents/sync/records.ts';
import { Unsaveable } from '../../../domain/documents/sync/unsaveable.ts';
import { formProblems } from '../../../domain/documents/text/form.ts';
import { readRecord, type ParsedRecord } from '../../../domain/documents/text/read.ts';
import { writeRecord } from '../../../domain/documents/text/write.ts';
import { openDocument } from './addresses.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { closeTabs, tabsOf } from '../../kit/tabs.ts';
import { recordUri } from '../../kit/uri.ts';

const mostEditAttempts = 5;
/** Milliseconds in which the editor reloads a file that has changed. */
const reloadTimeout = 3_000;

export interface Draft {
  readonly values?: Values;
  readonly body?: string;
}

interface NewDocument {
  /** The text of the last save; undefined: the template. */
  text: string | undefined;
  /** Modification time. It grows with every change and starts at 1: a backup of the editor is never older. */
  version: number;
  created: { readonly document: RecordDocument; readonly from: RecordState } | undefined;
  /** The next save creates the record, although an earlier one may have. */
  again?: boolean;
}

/** Documents of records to be created. Each record is created only once, even if its document is saved again. */
export class NewRecords {
  readonly #records: Records;
  readonly #documents = new Map<string, NewDocument>();
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  /** Settles when the running replacements of tabs have ended. */
  #replaced: Promise<unknown> = Promise.resolve();

  constructor(records: Records) {
    this.#records = records;
  }

  show(uri: Uri, address: RecordAddress): readonly [text: string, version: number] {
    const { text, version } = this.#document(uri);
    return [text ?? this.#template(address), version];
  }

  /** Parses the text of a new record. An issue also has to answer the sections of its form. */
  readText(address: RecordAddress, text: string): ParsedRecord {
    const parsed = readRecord(this.#records.kindOf(address).fields, text);
    const { sections, problems } = parsed;
    if (address.kind !== 'issues' || sections === undefined) return parsed;
    return { ...parsed, problems: [...problems, ...formProblems(text, sections.body)] };
  }

  /** The first save creates the record; later ones change it, until its own document replaces this one. */
  async save(uri: Uri, address: RecordAddress, text: string): Promise<RecordDocument> {
    const state = this.#document(uri);
    const { snapshot, problems } = this.readText(address, text);
    if (problems.length > 0) throw new Unsaveable(problems);
    const slot = { slot: uri.query, again: state.again };
    delete state.again;
    const { document, from } = (state.created ??= await this.#records.create(address, snapshot, slot));
    const fields = fieldsOf(this.#records.kindOf(address), false);
    if (changedKeys(fields, from, snapshot).size > 0) {
      const { record: savedRecord } = await document.edit((now) => {
        const { mine, conflicts } = mergeSnapshots(fields, from, snapshot, now);
        const [field] = conflicts;
        if (field !== undefined)
          throw new Failure('conflict', 'others changed the new record', {
            field,
            reason: 'recordConflict',
            about: [field],
          });
        return mine;
      });
      await this.#records.remember(address, snapshot, uri.query, savedRecord);
    }
    state.created = { document, from: snapshot };
    state.text = text;
    return document;
  }

  /** Creates the record of `document`, although an earlier save may have. */
  again(document: TextDocument): () => Promise<void> {
    return async () => {
      this.#document(document.uri).again = true;
      await document.save();
    };
  }

  createdFrom(uri: Uri): RecordDocument | undefined {
    return this.#documents.get(uri.toString())?.created?.document;
  }

  /** Replaces the tabs of a saved new document by the record's own. A document that the user typed into stays open. */
  async replace(uri: Uri, address: RecordAddress): Promise<void> {
    const replacing = this.#replace(uri, address);
    this.#replaced = Promise.allSettled([this.#replaced, replacing]);
    await replacing;
  }

  async #replace(uri: Uri, address: RecordAddress): Promise<void> {
    const created = this.createdFrom(uri);
    if (created === undefined) return;
    const own = await workspace.openTextDocument(recordUri(created.address));
    const wanted = (input: unknown): boolean =>
      input instanceof TabInputText && input.uri.toString() === uri.toString();
    for (const tab of tabsOf(wanted)) {
      const { group, isActive } = tab;
      const editor = window.visibleTextEditors.find(
        ({ document, viewColumn }) => document.uri.toString() === uri.toString() && viewColumn === group.viewColumn,
      );
      const cursor = editor && samePlace(own, editor);
      await window.showTextDocument(own, {
        viewColumn: group.viewColumn,
        preview: false,
        preserveFocus: !isActive || !group.isActive,
        ...(cursor === undefined ? {} : { selection: new Range(cursor, cursor) }),
      });
    }
    if (openDocument(uri)?.isDirty === true) return;
    await closeTabs(wanted);
    await this.forget(uri, address);
  }

  /** Resets the document to the template after it was replaced, closed or opened again. */
  async forget(uri: Uri, address: RecordAddress): Promise<void> {
    const state = this.#documents.get(uri.toString());
    if (state?.text !== undefined) {
      [state.text, state.version] = [undefined, state.version + 1];
      this.#changed.fire(uri);
    }
    if (state !== undefined) state.created = undefined;
    await this.#records.giveUp(address, uri.query);
  }

  /**
   * Opens a new document with the cursor at the first empty field, or in the first answer of a form. One that is being
   * edited keeps its address.
   */
  async open(address: RecordAddress, draft: Draft = {}): Promise<TextDocument> {
    // A replacement shows the created record, and closes the tabs of the new document.
    await this.#replaced;
    const uri = this.#unused(recordUri(address));
    const text = this.#template(address, draft);
    const current = await this.#current(uri, address);
    const document = hasText(current, text) ? current : await fill(current, text);
    const line = document.lineAt(1);
    // If the first field has a value, the cursor goes below the first heading, or to the end of the text.
    const answer = /^#{2,3} .+\n(?:\n(?:<!--[^]*?-->\n)+)?/m.exec(text);
    const at = /:\s*$/.test(line.text)
      ? line.range.end
      : document.positionAt(answer === null ? text.length : answer.index + answer[0].length);
    // The cursor is set together with the document, because the user may type as soon as the document is visible.
    await window.showTextDocument(document, { preview: false, selection: new Range(at, at) });
    return document;
  }

  #template(address: RecordAddress, draft: Draft = {}): string {
    return templateOf(this.#records.kindOf(address), draft);
  }

  #unused(uri: Uri): Uri {
    for (let count = 1; ; count += 1) {
      const one = count === 1 ? uri : uri.with({ query: String(count) });
      if (openDocument(one)?.isDirty !== true && this.createdFrom(one) === undefined) return one;
    }
  }

  /** The document with its current text: the editor reloads a kept document a little after its file changed. */
  async #current(uri: Uri, address: RecordAddress): Promise<TextDocument> {
    const document = await workspace.openTextDocument(uri);
    const isCurrent = (): boolean =>
      document.isClosed || document.isDirty || hasText(document, this.show(uri, address)[0]);
    if (!isCurrent()) await changed(document, isCurrent);
    return document.isClosed ? await workspace.openTextDocument(uri) : document;
  }

  #document(uri: Uri): NewDocument {
    const key = uri.toString();
    const existing = this.#documents.get(key);
    if (existing !== undefined) return existing;
    const document: NewDocument = { text: undefined, version: 1, created: undefined };
    this.#documents.set(key, document);
    return document;
  }
}

const hasText = (document: TextDocument, text: string): boolean => document.getText().replaceAll('\r\n', '\n') === text;

/** Resolves when `isDone`, which is asked when `document` is changed or closed, or after `reloadTimeout`. */
async function changed(document: TextDocument, isDone: () => boolean): Promise<void> {
  const lifetime = new Lifetime();
  await new Promise<void>((resolve) => {
    const look = (one: TextDocument): void => {
      if (one === document && isDone()) resolve();
    };
    lifetime.add(workspace.onDidChangeTextDocument((change) => look(change.document)));
    lifetime.add(workspace.onDidCloseTextDocument(look));
    const timer = setTimeout(resolve, reloadTimeout);
    lifetime.add({ dispose: () => clearTimeout(timer) });
  });
  lifetime.dispose();
}

/** Resolves with the document: another one if the editor closed it. It refuses an edit if it reloaded the text. */
async function fill(document: TextDocument, text: string): Promise<TextDocument> {
  let filled = document;
  for (let attempt = 0; attempt < mostEditAttempts; attempt += 1) {
    if (filled.isClosed) filled = await workspace.openTextDocument(document.uri);
    const edit = new WorkspaceEdit();
    edit.replace(filled.uri, new Range(0, 0, filled.lineCount, 0), text);
    if (await workspace.applyEdit(edit)) break;
  }
  return filled;
}

function templateOf(kind: Kind, { values = {}, body = '' }: Draft): string {
  const fields = fieldsOf(kind, true);
  const initial = Object.fromEntries(fields.map((field) => [field.key, values[field.key] ?? field.initial]));
  const text = writeRecord(fields, { values: initial, body });
  // A blank behind the colon of the first field, so that the user can type the value at once.
  return text.replace(/^(---\n\w+:)\n/, '$1 \n');
}

/** The same field in the document of the record, else the same distance from the end. */
function samePlace(own: TextDocument, { document, selection: { active } }: TextEditor): Position {
  const line = document.lineAt(active.line).text;
  const inFront = !document
    .getText(new Range(1, 0, active.line, 0))
    .split('\n')
    .includes('---');
  const key = inFront ? /^\w+:/.exec(line)?.[0] : undefined;
  for (let at = 1; key !== undefined && at < own.lineCount && own.lineAt(at).text !== '---'; at += 1) {
    if (own.lineAt(at).text.startsWith(key)) return own.validatePosition(active.with({ line: at }));
  }
  const below = document.getText().length - document.offsetAt(active);
  return own.positionAt(Math.max(0, own.getText().length - below));
}
