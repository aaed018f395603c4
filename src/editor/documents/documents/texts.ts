import type { TextDocument } from 'vscode';
import type { RecordAddress } from '../../../domain/hosts/address.ts';
import type { RecordState } from '../../../domain/documents/text/recordField.ts';
import type { Kind } from '../../../domain/documents/kinds/kind.ts';
import type { RecordDocument } from '../../../domain/documents/sync/recordDocument.ts';
import type { Records } from '../../../domain/documents/sync/records.ts';
import type { Span } from '../../../domain/documents/text/problem.ts';
import type { ParsedRecord } from '../../../domain/documents/text/read.ts';
import { addressOf, hasId } from './addresses.ts';
import type { NewRecords } from './newRecords.ts';

export interface RecordText {
  readonly address: RecordAddress;
  readonly kind: Kind;
  readonly reading: ParsedRecord;
  readonly record: RecordDocument | undefined;
  /** The record state that the text was written from; undefined for a new record. */
  readonly base: RecordState | undefined;
}

export class Texts {
  readonly #records: Records;
  readonly #newRecords: NewRecords;
  readonly #read = new WeakMap<
    TextDocument,
    { readonly version: number; readonly base: unknown; readonly text: RecordText }
  >();

  constructor(records: Records, newRecords: NewRecords) {
    this.#records = records;
    this.#newRecords = newRecords;
  }

  /** Undefined for other documents, and while the base of the text is not loaded. */
  of(document: TextDocument): RecordText | undefined {
    const address = addressOf(document.uri);
    if (address === undefined) return undefined;
    const record = hasId(address) ? this.#records.document(address) : undefined;
    if (record !== undefined && record.shownRecord === undefined) return undefined;
    const cacheEntry = this.#read.get(document);
    if (cacheEntry?.version === document.version && cacheEntry.base === record?.shownRecord) return cacheEntry.text;
    const content = document.getText();
    const reading = record?.read(content) ?? this.#newRecords.readText(address, content);
    const text = { address, kind: this.#records.kindOf(address), reading, record, base: record?.shownRecord?.snapshot };
    this.#read.set(document, { version: document.version, base: record?.shownRecord, text });
    return text;
  }
}

/** Of a key (`body`: the text): its value `mentioned` if it has several, else value, key or the first line. */
export function spanOfKey({ entries, sections }: ParsedRecord, key: string, mentioned = ''): Span {
  if (key === 'body' && sections !== undefined && sections.body.to > sections.body.from) return sections.body;
  const entry = entries.find((one) => one.key.text === key);
  if (entry === undefined) return { from: 0, to: 3 };
  const named =
    entry.values.length > 1 ? entry.values.find(({ text }) => text !== '' && mentioned.includes(text)) : undefined;
  if (named !== undefined) return named.at;
  return entry.at.to > entry.at.from ? entry.at : entry.key.at;
}
