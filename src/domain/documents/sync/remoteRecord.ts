import type { CallOptions } from '../../../api/http/send.ts';
import type { RecordAddress } from '../../hosts/address.ts';
import type { Connections } from '../../hosts/connections.ts';
import { fieldsOf, signedInScope, type Kind, type LoadedRecord, type RecordScope } from '../kinds/kind.ts';
import type { RecordField, RecordState } from '../text/recordField.ts';
import { writeRecord } from '../text/write.ts';
import type { ShownRecord } from './pendingRecordStore.ts';
import { completed, saveRecord, sendChange, type MergeBase, type Outcome, type SaveResult } from './save.ts';

/** One record of the service: reads it, stores the last response and sends changes. */
export class RemoteRecord {
  readonly fields: readonly RecordField[];
  readonly #kind: Kind;
  readonly #address: RecordAddress & { readonly id: string };
  readonly #connections: Connections;
  #latest: LoadedRecord | undefined;
  #answeredAt = 0;
  /** Counts the accounts that this window used. */
  #account = 0;

  constructor(kind: Kind, address: RecordAddress & { readonly id: string }, connections: Connections) {
    this.#kind = kind;
    this.#address = address;
    this.#connections = connections;
    this.fields = fieldsOf(kind, false);
  }

  forget(): void {
    this.#account += 1;
    this.#latest = undefined;
    this.#answeredAt = 0;
  }

  get latest(): LoadedRecord | undefined {
    return this.#latest;
  }

  /** The time of the last answer, in milliseconds since 1970; 0 before the first one. */
  get answeredAt(): number {
    return this.#answeredAt;
  }

  /** The connection and the repository. Rejects with a Failure if the host is not known or not connected. */
  async scope(): Promise<RecordScope> {
    const { host, owner, repo } = this.#address;
    const { api, account } = await this.#connections.connect(host);
    return { api, repository: { host, owner, repo }, login: account?.login };
  }

  /** One request. */
  async load(options?: CallOptions): Promise<LoadedRecord> {
    const account = this.#account;
    const scope = await this.scope();
    const answer = await this.#kind.read(scope, this.#address.id, options);
    if (account !== this.#account) return await this.load(options);
    return this.accept(completed(answer, this.#lastKnown));
  }

  /** Stores a complete response to a request for this record. */
  accept(answer: LoadedRecord): LoadedRecord {
    this.#answeredAt = Date.now();
    this.#latest = answer;
    return answer;
  }

  /** Stores a response that may leave fields out; these keep their last values. */
  acceptPartial(answer: LoadedRecord): void {
    this.accept(completed(answer, this.#latest?.snapshot));
  }

  async save(scope: RecordScope, origin: MergeBase | undefined, mine: RecordState): Promise<Outcome> {
    const fallback = this.#isComplete ? undefined : origin?.base;
    return await saveRecord(this.#kind, scope, this.#address.id, origin, mine, fallback);
  }

  /** Reads the record and sends the result of `change`. Two requests, three with a milestone. */
  async edit(change: (now: RecordState) => RecordState): Promise<SaveResult & { readonly before: RecordState }> {
    const scope = signedInScope(await this.scope());
    const now = completed(await this.#kind.read(scope, this.#address.id), this.#lastKnown);
    const saved = await sendChange(this.#kind, scope, now, change(now.snapshot));
    return { ...saved, before: now.snapshot };
  }

  /** `state` as text, with the notes of the last response. */
  render(state: RecordState): string {
    return writeRecord(this.fields, state, this.#latest?.notes);
  }

  /** A record as text to show, by default rendered now. Its time is later than `before` (milliseconds since 1970). */
  asShown(record: LoadedRecord, before: number, text = this.render(record.snapshot)): ShownRecord {
    const { snapshot, updated } = record;
    const updatedAt = Date.parse(updated ?? '');
    const modified = Math.max(Number.isNaN(updatedAt) ? Date.now() : updatedAt, before + 1);
    return { text, snapshot, updated, modified };
  }

  /** The responses of the service contain all fields of this record: a field that is missing next time was emptied. */
  get #isComplete(): boolean {
    return this.#latest?.omittedKeys.length === 0;
  }

  get #lastKnown(): RecordState | undefined {
    return this.#isComplete ? undefined : this.#latest?.snapshot;
  }
}
