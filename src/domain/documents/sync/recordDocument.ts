import type { CallOptions } from '../../../api/http/send.ts';
import { Coalesce, SerialQueue } from '../../../core/async.ts';
import { Emitter, type Event } from '../../../core/emitter.ts';
import type { RecordAddress } from '../../hosts/address.ts';
import type { Connections } from '../../hosts/connections.ts';
import { changedKeys } from '../kinds/recordState.ts';
import { signedInScope, type LoadedRecord, type Kind } from '../kinds/kind.ts';
import type { RecordState } from '../text/recordField.ts';
import { readRecord, type ParsedRecord } from '../text/read.ts';
import type { Trimming } from '../text/touched.ts';
import { mergedChoices, conflictFailure, type Choices, type RecordConflict } from './conflict.ts';
import {
  failedSavesOf,
  isBaseUnknown,
  isDirty,
  modifiedOf,
  offeredText,
  sameInEditor,
  transition,
  type DocumentEvent,
  type DocumentState,
} from './documentState.ts';
import { withoutComments, type PendingRecordStore, type ShownRecord } from './pendingRecordStore.ts';
import { RemoteRecord } from './remoteRecord.ts';
import type { SaveResult } from './save.ts';
import { Unsaveable } from './unsaveable.ts';

export interface DocumentServices {
  readonly connections: Connections;
  readonly pending: PendingRecordStore;
}

/** Connects the editor's text with the record of the service. `DocumentState` has the states of the text. */
export class RecordDocument {
  readonly kind: Kind;
  readonly address: RecordAddress;
  /** Set by the editor: the document was closed, and must be refreshed when it is shown again. */
  stale = false;
  readonly #store: PendingRecordStore;
  readonly #remote: RemoteRecord;
  readonly #changed = new Emitter<void>();
  readonly #refreshing = new Coalesce<string, LoadedRecord>();
  #state: DocumentState = { name: 'loading', isDirty: false };
  /** Reads and saves: no read runs during a save. */
  readonly #turns = new SerialQueue();
  readonly #writes = new SerialQueue();

  constructor(kind: Kind, address: RecordAddress & { readonly id: string }, services: DocumentServices) {
    this.kind = kind;
    this.address = address;
    this.#store = services.pending;
    this.#remote = new RemoteRecord(kind, address, services.connections);
  }

  /** Fires when `show` has another text, and when a conflict begins or ends. */
  readonly onDidChange: Event<void> = this.#changed.event;

  get latest(): LoadedRecord | undefined {
    return this.#remote.latest;
  }

  /** The base of the editor's text; undefined until `show`, `recover` or `save` has read it. */
  get shownRecord(): ShownRecord | undefined {
    return this.#state.name === 'loading' ? undefined : this.#state.shownRecord;
  }

  get dirty(): boolean {
    return isDirty(this.#state);
  }

  /** A text that is being edited does not follow the service. */
  set dirty(dirty: boolean) {
    this.#apply({ type: 'edited', isDirty: dirty });
  }

  get conflict(): RecordConflict | undefined {
    return this.#state.name === 'conflict' ? this.#state.conflict : undefined;
  }

  /** The time of the service's last answer, in milliseconds since 1970; 0 before the first one. */
  get answeredAt(): number {
    return this.#remote.answeredAt;
  }

  /** The text to show: from memory, from disk after a restart, otherwise from the service with one request. */
  async show(options?: CallOptions): Promise<ShownRecord> {
    if (this.#state.name !== 'loading') return offeredText(this.#state);
    return await this.#turns.run(async () => (await this.#ready(options)).shownRecord);
  }

  /** Reads the base of an unsaved text after a restart. No request if it is stored on disk. */
  async recover(options?: CallOptions): Promise<void> {
    await this.show(options);
    this.#changed.fire();
  }

  /** Reports that the editor, or a script, has read the result of `show`. `text` is the text of the editor. */
  arrived(text?: string): void {
    if (this.#state.name !== 'outdated') return;
    // An editor that was still reading when the text changed missed the event.
    if (text !== undefined && !sameInEditor(text, this.#state.next.text)) this.#changed.fire();
    else this.#apply({ type: 'displayed' });
  }

  read(text: string, trimming?: Trimming): ParsedRecord {
    const { snapshot, comments } = this.shownRecord ?? {};
    const own = comments === undefined ? text : withoutComments(text, comments);
    return readRecord(this.kind.fields, own, snapshot, trimming);
  }

  /** Reads the record again; concurrent calls share the requests. A text that is not being edited follows. */
  async refresh(options?: CallOptions): Promise<LoadedRecord> {
    this.stale = false;
    const read = async (): Promise<LoadedRecord> => {
      const latest = await this.#remote.load(options);
      this.settle();
      return latest;
    };
    return await this.#refreshing.run('', () => this.#turns.run(read));
  }

  /** Another account must read the record again. An unsaved text keeps its base. */
  forget(): void {
    if (this.dirty) return;
    this.#remote.forget();
    this.#apply({ type: 'forgotten' });
  }

  /** Applies a response to a request elsewhere. Ignored for a record that was never read, unless it `isNew`. */
  applyResponse(record: LoadedRecord, isNew = false): void {
    if (this.latest === undefined && !isNew) return;
    if (isNew) this.stale = false;
    this.#remote.acceptPartial(record);
    this.settle();
  }

  /**
   * Merges a text with the changes of others and sends the difference.
   * Rejects with an `Unsaveable` for an invalid text, with a Failure `conflict` if the user must choose a side first.
   */
  async save(text: string, trimming?: Trimming): Promise<SaveResult> {
    return await this.#turns.run(async () => {
      const { shownRecord, isBase } = await this.#ready();
      const { snapshot: mine, problems } = this.read(text, trimming);
      if (problems.length > 0) throw new Unsaveable(problems);
      // If the base is unknown, the notes in the text may identify it.
      const isBaseKnown = (isBase && !isBaseUnknown(this.#state)) || saysUpdated(text, shownRecord.updated);
      const saved = await this.#send(isBaseKnown ? shownRecord.snapshot : undefined, mine);
      const { updated } = this.#remote.accept(saved.record);
      const modified = Math.max(Date.now(), shownRecord.modified + 1);
      this.#apply({ type: 'saved', shownRecord: { ...shownRecord, text, snapshot: mine, updated, modified } });
      // The user typed during the save: the new text is based on the saved one.
      if (this.dirty) await this.keep();
      return saved;
    });
  }

  /** Changes the record without its text. `change` gets the current record. Two requests, three with a milestone. */
  async edit(change: (now: RecordState) => RecordState): Promise<SaveResult & { readonly before: RecordState }> {
    return await this.#turns.run(async () => {
      const saved = await this.#remote.edit(change);
      this.applyResponse(saved.record);
      return saved;
    });
  }

  /** `text` merged with the service's side of the conflict; undefined if there is no conflict. */
  choices(text: string): Choices | undefined {
    if (this.#state.name !== 'conflict') return undefined;
    return mergedChoices(this.#remote, this.#state.conflict, this.#state, this.read(text).snapshot);
  }

  /** The service's side as text: of the conflict, otherwise of the last response, otherwise of a new request. */
  async theirs(): Promise<string> {
    if (this.conflict !== undefined) return this.conflict.text;
    const latest = this.latest ?? (await this.#turns.run(() => this.#remote.load()));
    return this.#remote.render(latest.snapshot);
  }

  /** Ends a conflict: the text is now based on the service's side, so that it can be saved. */
  choose(): void {
    if (this.#state.name !== 'conflict') return;
    const { conflict, shownRecord } = this.#state;
    const theirs = this.#remote.asShown(conflict.theirs, shownRecord.modified, conflict.text);
    this.#apply({ type: 'chosen', shownRecord: { ...theirs, modified: shownRecord.modified } });
    if (this.dirty) void this.keep();
    this.#changed.fire();
  }

  /** Lets a text that is not being edited follow the last answer of the service. */
  settle(): void {
    const [before, latest] = [this.#state, this.#remote.latest];
    if (before.name === 'loading' || isDirty(before) || latest === undefined) return;
    const next = this.#remote.asShown(latest, modifiedOf(before));
    this.#apply({ type: 'followed', latest: next });
    const isNews = !sameInEditor(offeredText(before).text, next.text);
    if (isNews || before.name === 'conflict') this.#changed.fire();
  }

  /** Stores the base of an unsaved text and its sent states on disk; removes them after the text is saved. */
  async keep(): Promise<void> {
    const write = async (): Promise<void> => {
      if (!this.dirty) await this.#store.remove('shown', this.address);
      else if (this.shownRecord !== undefined && !isBaseUnknown(this.#state))
        await this.#store.write('shown', this.address, { ...this.shownRecord, tried: failedSavesOf(this.#state) });
    };
    // Writes are queued, so that the last state stays on disk.
    await this.#writes.run(write);
  }

  #apply(event: DocumentEvent): void {
    this.#state = transition(this.#state, event);
  }

  /** Leaves `loading`. `isBase`: the shown record was not loaded just now, so the text may be based on it. */
  async #ready(options?: CallOptions): Promise<{ readonly shownRecord: ShownRecord; readonly isBase: boolean }> {
    if (this.#state.name !== 'loading') return { shownRecord: this.#state.shownRecord, isBase: true };
    const pending = await this.#store.pendingRecord(this.address);
    if (pending !== undefined) {
      const { tried, ...shownRecord } = pending;
      this.#apply({ type: 'recalled', shownRecord, failedSaves: tried });
      return { shownRecord, isBase: true };
    }
    const latest = this.latest ?? (await this.#remote.load(options));
    const shownRecord = this.#remote.asShown(latest, modifiedOf(this.#state));
    this.#apply({ type: 'loaded', shownRecord });
    return { shownRecord, isBase: false };
  }

  async #send(base: RecordState | undefined, mine: RecordState): Promise<SaveResult> {
    const { latest } = this;
    const before = failedSavesOf(this.#state);
    const keys = base && changedKeys(this.#remote.fields, base, mine);
    if (latest !== undefined && keys?.size === 0 && before.length === 0)
      return { record: latest, changed: keys, ignored: [], isConfirmed: false };
    const scope = signedInScope(await this.#remote.scope());
    this.#apply({ type: 'sending', mine });
    // Stored before the request is sent, because the response may never arrive.
    if (this.dirty) await this.keep();
    const origin = base && { base, failedSaves: before };
    const outcome = await this.#remote.save(scope, origin, mine);
    if ('saved' in outcome) return outcome.saved;
    const { conflicts } = outcome.conflict;
    this.#enterConflict(outcome.theirs, conflicts, before);
    throw conflictFailure(conflicts);
  }

  /** Nothing was sent, so the failed saves are the earlier ones. */
  #enterConflict(theirs: LoadedRecord, keys: readonly string[], failedSaves: readonly RecordState[]): void {
    this.#remote.accept(theirs);
    const text = this.#remote.render(theirs.snapshot);
    this.#apply({ type: 'conflicted', conflict: { keys, theirs, text }, failedSaves });
    this.#changed.fire();
  }
}

function saysUpdated(text: string, updated: string | undefined): boolean {
  return updated !== undefined && /^# updated: (.*)$/m.exec(text.slice(0, 100_000))?.[1]?.trim() === updated;
}
