import type { TextDocument } from 'vscode';
import type { RecordAddress } from '../../../domain/hosting/address.ts';
import type { RecordState } from '../../../domain/records/schema/field.ts';
import type { Kind } from '../../../domain/records/kinds/kind.ts';
import type { RecordDocument } from '../../../domain/records/sync/recordDocument.ts';
import { recordKindOf, type Records } from '../../../domain/records/sync/records.ts';
import type { Span } from '../../../domain/records/text/problem.ts';
import type { ParsedRecord } from '../../../domain/records/text/read.ts';
import { addressOf, hasId } from './addresses.ts';
import type { NewRecords } from './newRecords.ts';

/** What an editor's document says of a record. */
export interface RecordText {
  readonly address: RecordAddress;
  readonly kind: Kind;
  readonly reading: ParsedRecord;
  /** The document of a known record; undefined for a new one. */
  readonly record: RecordDocument | undefined;
  /** What the text was made from. */
  readonly base: RecordState | undefined;
}

/** Reads documents for the language features, each version once. */
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

  /** Undefined for other documents, and where it is not known yet what a text was made from. */
  of(document: TextDocument): RecordText | undefined {
    const address = addressOf(document.uri);
    if (address === undefined) return undefined;
    const record = hasId(address) ? this.#records.document(address) : undefined;
    if (record !== undefined && record.shown === undefined) return undefined;
    const known = this.#read.get(document);
    if (known?.version === document.version && known.base === record?.shown) return known.text;
    const content = document.getText();
    const reading = record?.read(content) ?? this.#newRecords.readText(address, content);
    const text = { address, kind: recordKindOf(address), reading, record, base: record?.shown?.snapshot };
    this.#read.set(document, { version: document.version, base: record?.shown, text });
    return text;
  }
}

/**
 * Where a key (`body` for the text) stands: of several values the one that was spoken of, its value, else the key itself,
 * else the first line.
 */
export function spanOfKey({ entries, sections }: ParsedRecord, key: string, said = ''): Span {
  if (key === 'body' && sections !== undefined && sections.body.to > sections.body.from) return sections.body;
  const entry = entries.find((one) => one.key.text === key);
  if (entry === undefined) return { from: 0, to: 3 };
  const named = entry.words.length > 1 ? entry.words.find(({ text }) => text !== '' && said.includes(text)) : undefined;
  if (named !== undefined) return named.at;
  return entry.at.to > entry.at.from ? entry.at : entry.key.at;
}
