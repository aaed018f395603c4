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
import type { RecordAddress } from '../../../domain/hosting/address.ts';
import type { RecordState, Values } from '../../../domain/records/schema/field.ts';
import { fieldsOf } from '../../../domain/records/kinds/kind.ts';
import { changedKeys, mergeSnapshots } from '../../../domain/records/kinds/recordState.ts';
import type { RecordDocument } from '../../../domain/records/sync/recordDocument.ts';
import { recordKindOf, type Records } from '../../../domain/records/sync/records.ts';
import { Unsaveable } from '../../../domain/records/sync/unsaveable.ts';
import { readRecord, type ParsedRecord } from '../../../domain/records/text/read.ts';
import { writeRecord } from '../../../domain/records/text/write.ts';
import { closeTabs, tabsOf } from '../../kit/tabs.ts';
import { recordUri } from '../../kit/uri.ts';

/** What a new document begins with besides its template. */
export interface Draft {
  readonly values?: Values;
  readonly body?: string;
}

/** A document `new.md`, and what became of it. */
interface NewDocument {
  /** As last written; undefined: the template. */
  text: string | undefined;
  /** Grows whenever the text becomes another, and begins anew with every window: what was kept is never older. */
  version: number;
  created: { readonly document: RecordDocument; readonly from: RecordState } | undefined;
}

/** The records that are not there yet. Each is created once, whatever happens to its document. */
export class NewRecords {
  readonly #records: Records;
  readonly #documents = new Map<string, NewDocument>();
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(records: Records) {
    this.#records = records;
  }

  /** The text of a new document and its version. */
  show(uri: Uri, address: RecordAddress): readonly [text: string, version: number] {
    const { text, version } = this.#document(uri);
    return [text ?? templateOf(address), version];
  }

  /** What a text says. */
  readText(address: RecordAddress, text: string): ParsedRecord {
    return readRecord(recordKindOf(address).fields, text, { snapshot: undefined, comments: undefined });
  }

  /**
   * Saves a text: the first time creates the record, further times change it, as long as its document is not replaced
   * by the record's own.
   */
  async save(uri: Uri, address: RecordAddress, text: string): Promise<RecordDocument> {
    const state = this.#document(uri);
    const { snapshot, problems } = this.readText(address, text);
    if (problems.length > 0) throw new Unsaveable(problems);
    const { document, from } = (state.created ??= await this.#records.create(address, snapshot, uri.query));
    const fields = fieldsOf(recordKindOf(address), false);
    if (changedKeys(fields, from, snapshot).size > 0) {
      const { found } = await document.edit((now) => {
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
      await this.#records.remember(address, snapshot, uri.query, found);
    }
    state.created = { document, from: snapshot };
    state.text = text;
    return document;
  }

  /** The record that a document became, once it is saved. */
  createdFrom(uri: Uri): RecordDocument | undefined {
    return this.#documents.get(uri.toString())?.created?.document;
  }

  /** Puts the record's own document in the place of a saved new one, which is a template again. */
  async replace(uri: Uri, address: RecordAddress): Promise<void> {
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
    await this.forget(uri, address);
    await closeTabs(wanted);
  }

  /** The document is a template again: it was replaced, closed, or opened anew. */
  async forget(uri: Uri, address: RecordAddress): Promise<void> {
    const state = this.#documents.get(uri.toString());
    if (state?.text !== undefined) {
      [state.text, state.version] = [undefined, state.version + 1];
      this.#changed.fire(uri);
    }
    if (state !== undefined) state.created = undefined;
    await this.#records.giveUp(address, uri.query);
  }

  /** Opens a new document, beside one that is being written, with the cursor where writing begins. */
  async open(address: RecordAddress, draft: Draft = {}): Promise<TextDocument> {
    const uri = this.#unused(recordUri(address));
    const document = await workspace.openTextDocument(uri);
    const { values = {}, body } = draft;
    if (body !== undefined || Object.keys(values).length > 0) {
      const filled = new WorkspaceEdit();
      filled.replace(uri, new Range(0, 0, document.lineCount, 0), templateOf(address, draft));
      await workspace.applyEdit(filled);
    }
    const line = document.lineAt(1);
    // A field that is given leaves the text to be written.
    const at = /:\s*$/.test(line.text) ? line.range.end : document.lineAt(document.lineCount - 1).range.end;
    // Given with the document: somebody may type as soon as it is seen.
    await window.showTextDocument(document, { preview: false, selection: new Range(at, at) });
    return document;
  }

  #unused(uri: Uri): Uri {
    for (let count = 1; ; count += 1) {
      const one = count === 1 ? uri : uri.with({ query: String(count) });
      const known = workspace.textDocuments.find((document) => document.uri.toString() === one.toString());
      if (known?.isDirty !== true && this.createdFrom(one) === undefined) return one;
    }
  }

  #document(uri: Uri): NewDocument {
    const key = uri.toString();
    const known = this.#documents.get(key);
    if (known !== undefined) return known;
    const document: NewDocument = { text: undefined, version: 1, created: undefined };
    this.#documents.set(key, document);
    return document;
  }
}

/** The text that a new record begins with. */
export function templateOf(address: RecordAddress, { values = {}, body = '' }: Draft = {}): string {
  const fields = fieldsOf(recordKindOf(address), true);
  const initial = Object.fromEntries(fields.map((field) => [field.key, values[field.key] ?? field.initial]));
  const text = writeRecord(fields, { values: initial, body });
  // Room to write behind the colon of the first field.
  return text.replace(/^(---\n\w+:)\n/, '$1 \n');
}

/** Where somebody who writes on in `editor` goes on in the record's own document: its texts end alike, its fields too. */
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
