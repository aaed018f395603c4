import * as v from 'valibot';
import { sha256 } from '../../../core/digest.ts';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { isName, nameSegment, parseStored, type Storage } from '../../../core/storage.ts';
import { repositoryKey, type RecordAddress } from '../../hosts/address.ts';
import type { Attempt } from '../../hosts/creations.ts';
import { splitLines } from '../../text/lines.ts';
import type { RecordState } from '../text/recordField.ts';

/** The base of an editor's text. */
export interface ShownRecord {
  readonly text: string;
  readonly snapshot: RecordState;
  /** Earlier versions showed the comments of an issue below its text: those of a text that was kept by one. */
  readonly comments?: string | undefined;
  /** ISO 8601 */
  readonly updated: string | undefined;
  /** Milliseconds since 1970; grows with every change of the text. */
  readonly modified: number;
}

export interface PendingRecord extends ShownRecord {
  /** States that were sent by saves without a response, or by failed saves. The service may have accepted them. */
  readonly tried: readonly RecordState[];
}

/** The first attempt without a response. */
export interface CreationAttempt extends Attempt {
  readonly snapshot: RecordState;
  readonly id: string | undefined;
}

const State = v.object({
  values: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
  body: v.string(),
});
const StoredPending = v.object({
  text: v.string(),
  snapshot: State,
  comments: v.optional(v.string()),
  updated: v.optional(v.string()),
  modified: v.number(),
  tried: v.optional(v.array(State), []),
});
const StoredAttempt = v.object({
  snapshot: State,
  since: v.optional(v.number(), 0),
  hostSince: v.optional(v.number()),
  before: v.optional(v.array(v.string())),
  isAllBefore: v.optional(v.boolean()),
  id: v.optional(v.string()),
});

type Folder = 'shown' | 'attempts';

/**
 * Stores across restarts the bases of unsaved texts, and the saves and creations with an unknown result. No text is
 * lost without this data, so a full disk is only logged.
 */
export class PendingRecordStore {
  readonly #storage: Storage;
  readonly #log: Log;

  constructor(storage: Storage, log: Log) {
    this.#storage = storage;
    this.#log = log;
  }

  async pendingRecord(address: RecordAddress): Promise<PendingRecord | undefined> {
    const stored = await this.#read('shown', StoredPending, address);
    if (stored === undefined) return undefined;
    const { text, comments, updated } = stored;
    return { ...stored, updated, text: comments === undefined ? text : withoutComments(text, comments) };
  }

  async attempt(address: RecordAddress, slot: string): Promise<CreationAttempt | undefined> {
    const stored = await this.#read('attempts', StoredAttempt, address, slot);
    return stored && { ...stored, id: stored.id };
  }

  async write(
    folder: Folder,
    address: RecordAddress,
    value: PendingRecord | CreationAttempt,
    slot = '',
  ): Promise<void> {
    try {
      await this.#storage.write(await nameOf(folder, address, slot), new TextEncoder().encode(JSON.stringify(value)));
    } catch (error) {
      this.#log.warn(`cannot remember ${folder} of a record: ${messageOf(error)}`);
    }
  }

  async remove(folder: Folder, address: RecordAddress, slot = ''): Promise<void> {
    try {
      await this.#storage.remove(await nameOf(folder, address, slot));
    } catch (error) {
      this.#log.warn(`cannot forget ${folder} of a record: ${messageOf(error)}`);
    }
  }

  async #read<S extends v.GenericSchema>(
    folder: Folder,
    schema: S,
    address: RecordAddress,
    slot = '',
  ): Promise<v.InferOutput<S> | undefined> {
    try {
      return parseStored(schema, await this.#storage.read(await nameOf(folder, address, slot)));
    } catch (error) {
      this.#log.warn(`cannot recall ${folder} of a record: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** `text` without the `comments` that an earlier version showed below it, from their first line on. */
export function withoutComments(text: string, comments: string): string {
  const [marker, , heading] = comments.split(/\r\n|\r|\n/);
  const lines = splitLines(text);
  const at = lines.findLastIndex(
    (line, index) => line.trimEnd() === marker && lines[index + 2]?.trimEnd() === heading?.trimEnd(),
  );
  // The line ending above and one blank line separated them from the text.
  return at < 0
    ? text
    : lines
        .slice(0, at)
        .join('')
        .replace(/(?:\r\n|\r|\n){1,2}$/, '');
}

async function nameOf(folder: Folder, address: RecordAddress, slot: string): Promise<string> {
  const key = `${repositoryKey(address)}/${address.kind}/${address.id ?? `new?${slot}`}`;
  const name = `records/${folder}/${key.split('/').map(nameSegment).join('/')}`;
  return isName(name) ? name : `records/${folder}/${await sha256(key)}`;
}
