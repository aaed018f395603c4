import type { CallOptions } from '../../../api/http/send.ts';
import { Coalesce } from '../../../core/async.ts';
import { Emitter, type Event } from '../../../core/emitter.ts';
import { Failure } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { RecordAddress } from '../../hosting/address.ts';
import type { Connections } from '../../hosting/connections.ts';
import type { RecordField, RecordState } from '../schema/field.ts';
import { changedKeys } from '../kinds/recordState.ts';
import { fieldsOf, type LoadedRecord, type Kind, type RecordScope } from '../kinds/kind.ts';
import type { Problem } from '../text/problem.ts';
import { readRecord, type ParsedRecord } from '../text/read.ts';
import type { Habits } from '../text/touched.ts';
import { writeRecord } from '../text/write.ts';
import { CommentsBelow } from './commentsBelow.ts';
import type { PendingRecordStore, ShownRecord } from './pendingRecords.ts';
import { completed, mergeWith, saveRecord, sendChange, type MergeBase, type Saved } from './save.ts';

/** Failed saves that are remembered. */
const mostTried = 10;

export interface Surroundings {
  readonly connections: Connections;
  readonly kept: PendingRecordStore;
  readonly log: Log;
}

/** The text cannot be saved as it is; nothing was sent. */
export class Unsaveable extends Failure {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const [first] = problems;
    super('invalid', `the text cannot be saved: ${first?.code ?? 'unknown'}`, {
      field: first?.key,
      reason: 'invalidRecordText',
    });
    this.problems = problems;
  }
}

/** Others changed what was changed here. Nothing is saved until somebody has chosen. */
export interface RecordConflict {
  /** The keys (`body` for the text) in which the sides contradict each other. */
  readonly keys: readonly string[];
  /** The record as the service has it, and as text. */
  readonly theirs: LoadedRecord;
  readonly text: string;
}

/** Texts with both sides' changes: with mine, or with theirs, where they contradict each other. */
export interface Choices {
  readonly mine: string;
  readonly theirs: string;
}

/** A record of the service, the text that an editor has of it, and how the two come together again. */
export class RecordDocument {
  readonly kind: Kind;
  readonly address: RecordAddress;
  /** Set by the editor: the document was closed, and is to be checked when it is shown again. */
  stale = false;
  readonly #id: string;
  readonly #fields: readonly RecordField[];
  readonly #around: Surroundings;
  readonly #changed = new Emitter<void>();
  readonly #comments: CommentsBelow;
  #found: LoadedRecord | undefined;
  /** What the editor's text was made from. */
  #shown: ShownRecord | undefined;
  /** What it shall show next, until it is seen there. */
  #next: ShownRecord | undefined;
  #dirty = false;
  #conflict: RecordConflict | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #keeping: Promise<void> = Promise.resolve();
  readonly #refreshing = new Coalesce<string, LoadedRecord>();
  /** Nobody knows what the editor's text was made from: it is older than what `shown` was made of. */
  #baseUnknown = false;
  /** Saves without success since the last one that had it: whether they arrived is seen at the next. */
  #failedSaves: readonly RecordState[] = [];
  #asked = 0;

  constructor(kind: Kind, address: RecordAddress & { readonly id: string }, around: Surroundings) {
    this.kind = kind;
    this.address = address;
    this.#id = address.id;
    this.#fields = fieldsOf(kind, false);
    this.#around = around;
    this.#comments = new CommentsBelow(kind, address.id, around.log);
  }

  /** The text to show has become another, or a conflict arose or was settled. */
  readonly onDidChange: Event<void> = this.#changed.event;

  /** The record as last seen on the service. */
  get found(): LoadedRecord | undefined {
    return this.#found;
  }

  /** What the editor's text was made from, as far as that is known without asking. */
  get shown(): ShownRecord | undefined {
    return this.#shown;
  }

  /** Whether the editor's text differs from what it was made from. */
  get dirty(): boolean {
    return this.#dirty;
  }

  /** Set by the editor. A text that is being edited does not follow the service. */
  set dirty(dirty: boolean) {
    this.#dirty = dirty;
    if (dirty) this.#next = undefined;
  }

  get conflict(): RecordConflict | undefined {
    return this.#conflict;
  }

  /** When the service last told something of the record, in milliseconds since 1970; 0: never. */
  get asked(): number {
    return this.#asked;
  }

  get hasMoreComments(): boolean {
    return this.#comments.hasMore;
  }

  get commentsFailure(): unknown {
    return this.#comments.failure;
  }

  /** What to show: from memory, from before a restart, or from the service in two requests. */
  async show(options?: CallOptions): Promise<ShownRecord> {
    return this.#next ?? this.#shown ?? (await this.#inTurn(() => this.#ensureShown(options)));
  }

  /** Finds out what a text was made from that came back unsaved after a restart. No request where that was kept. */
  async recover(options?: CallOptions): Promise<void> {
    await this.show(options);
    this.#changed.fire();
  }

  /** The editor, or somebody without one, has taken over what `show` answers; `text` is what the editor has. */
  arrived(text?: string): void {
    if (this.#next === undefined) return;
    // An editor that was still reading when the text became another has missed that.
    if (text !== undefined && !sameInEditor(text, this.#next.text)) this.#changed.fire();
    else [this.#shown, this.#next] = [this.#next, undefined];
  }

  /** Reads a text of the editor; what it was made from must be known. */
  read(text: string, habits?: Habits): ParsedRecord {
    const { snapshot, comments } = this.#shown ?? {};
    return readRecord(this.kind.fields, text, { snapshot, comments }, habits);
  }

  /** Asks the service again, once for all who want that meanwhile. A text that nobody edited follows. */
  async refresh(options?: CallOptions): Promise<LoadedRecord> {
    this.stale = false;
    const read = async (): Promise<LoadedRecord> => {
      const found = await this.#load(options);
      this.settle();
      return found;
    };
    return await this.#refreshing.run(this.#id, () => this.#inTurn(read));
  }

  /** Takes over what the service answered elsewhere, of a record that is known or was just created. */
  learn(found: LoadedRecord, isNew = false): void {
    if (this.#found === undefined && !isNew) return;
    this.#found = completed(found, this.#found?.snapshot);
    this.#asked = Date.now();
    this.settle();
  }

  /** Reads the next page of comments. One request. Resolves with what belongs at the end of the text. */
  async readMoreComments(options?: CallOptions): Promise<string> {
    return await this.#inTurn(async () => {
      const added = await this.#comments.readMore(await this.#place(), options);
      if (this.#dirty && this.#shown) this.#shown = { ...this.#shown, comments: this.#comments.text };
      this.settle();
      this.#changed.fire();
      return added;
    });
  }

  /**
   * Saves a text of the editor: sends what changed in it, joined with what others changed meanwhile. Throws an
   * `Unsaveable` where the text cannot be sent, and a Failure `conflict` where somebody has to choose first.
   */
  async save(text: string, habits?: Habits, options?: CallOptions): Promise<Saved> {
    return await this.#inTurn(async () => {
      const before = this.#shown ?? (await this.#recall());
      const shown = before ?? (await this.#ensureShown(options));
      this.#shown = shown;
      const { snapshot: mine, problems } = this.read(text, habits);
      if (problems.length > 0) throw new Unsaveable(problems);
      // Where nobody knows what the text was made from, it may say so itself.
      const known = (before !== undefined && !this.#baseUnknown) || saysUpdated(text, shown.updated);
      const saved = await this.#send(known ? shown.snapshot : undefined, mine, options);
      this.#found = saved.found;
      this.#asked = Date.now();
      this.#conflict = undefined;
      this.#baseUnknown = false;
      this.#failedSaves = [];
      this.#next = undefined;
      this.#shown = {
        ...shown,
        text,
        snapshot: mine,
        updated: saved.found.updated,
        modified: Math.max(Date.now(), shown.modified + 1),
      };
      // Whoever types on meanwhile goes on from what was saved.
      if (this.#dirty) await this.keep();
      return saved;
    });
  }

  /** Changes a record without its text: `change` is given the record as it is now. Two requests, or three. */
  async edit(
    change: (now: RecordState) => RecordState,
    options?: CallOptions,
  ): Promise<Saved & { readonly before: RecordState }> {
    return await this.#inTurn(async () => {
      const place = await this.#place();
      const now = completed(await this.kind.read(place, this.#id, options), this.#besides);
      const saved = await sendChange(this.kind, place, now, change(now.snapshot), options);
      this.learn(saved.found);
      return { ...saved, before: now.snapshot };
    });
  }

  /** What a text becomes when it is joined with what the service has; undefined where there is no conflict. */
  choices(text: string): Choices | undefined {
    if (this.#conflict === undefined || this.#shown === undefined) return undefined;
    const { snapshot: mine } = this.read(text);
    const { snapshot: theirs } = this.#conflict.theirs;
    const origin = { base: this.#shown.snapshot, failedSaves: this.#failedSaves };
    const merged = this.#baseUnknown ? { mine, theirs } : mergeWith(this.#fields, origin, mine, theirs);
    return { mine: this.#render(merged.mine), theirs: this.#render(merged.theirs) };
  }

  /** The service's side as text: that of the conflict, else the record as last seen, also after a restart. */
  async theirs(options?: CallOptions): Promise<string> {
    if (this.#conflict !== undefined) return this.#conflict.text;
    const found = this.#found ?? (await this.#inTurn(() => this.#load(options)));
    return this.#render(found.snapshot);
  }

  /** Ends a conflict: from now on the text counts as made from what the service has, so that it can be saved. */
  choose(): void {
    if (this.#conflict === undefined) return;
    const { theirs, text } = this.#conflict;
    const modified = this.#shown?.modified ?? 0;
    [this.#conflict, this.#next, this.#baseUnknown, this.#failedSaves] = [undefined, undefined, false, []];
    this.#shown = { ...this.#shownAs(text, theirs), modified };
    if (this.#dirty) void this.keep();
    this.#changed.fire();
  }

  /** Lets a text that nobody edited follow the record. */
  settle(): void {
    if (this.#dirty || this.#found === undefined || this.#shown === undefined) return;
    const hadConflict = this.#conflict !== undefined;
    [this.#conflict, this.#baseUnknown, this.#failedSaves] = [undefined, false, []];
    const text = this.#render(this.#found.snapshot);
    const before = this.#next ?? this.#shown;
    const isNews = !sameInEditor(before.text, text);
    const next = before.text === text ? this.#next : this.#shownAs(text, this.#found);
    const isShown = sameInEditor(this.#shown.text, text);
    // An editor reads only news: another time of the file would make it refuse to save what it has.
    if (isShown) this.#shown = { ...this.#shown, ...next, modified: this.#shown.modified };
    this.#next = isShown ? undefined : next;
    if (isNews || hadConflict) this.#changed.fire();
  }

  /** Remembers across restarts what the editor's text was made from and sent as, while it is not saved. */
  async keep(): Promise<void> {
    const { kept } = this.#around;
    // One after another, so that what is true last is what is kept.
    await (this.#keeping = this.#keeping.then(async () => {
      if (!this.#dirty) await kept.remove('shown', this.address);
      else if (this.#shown !== undefined && !this.#baseUnknown)
        await kept.write('shown', this.address, { ...this.#shown, tried: this.#failedSaves });
    }));
  }

  async #send(base: RecordState | undefined, mine: RecordState, options?: CallOptions): Promise<Saved> {
    const found = this.#found;
    const keys = base && changedKeys(this.#fields, base, mine);
    const isSettled = this.#failedSaves.length === 0;
    if (found !== undefined && keys?.size === 0 && isSettled) return { found, changed: keys, ignored: [], told: false };
    const origin: MergeBase | undefined = base && { base, failedSaves: this.#failedSaves };
    const known = this.#tellsAll ? undefined : base;
    const place = await this.#place();
    const before = this.#failedSaves;
    this.#failedSaves = [...before, mine].slice(-mostTried);
    // On disk before anything is sent: the answer may never be seen here.
    if (this.#dirty) await this.keep();
    const outcome = await saveRecord(this.kind, place, this.#id, origin, mine, known, options);
    if ('saved' in outcome) return outcome.saved;
    const { conflict, theirs } = outcome;
    this.#found = theirs;
    this.#asked = Date.now();
    // Nothing was sent.
    this.#failedSaves = before;
    this.#conflict = { keys: conflict.conflicts, theirs, text: this.#render(theirs.snapshot) };
    this.#changed.fire();
    throw new Failure('conflict', `others changed ${conflict.conflicts.join(', ')} as well`, {
      field: conflict.conflicts[0],
      reason: 'recordConflict',
      about: conflict.conflicts,
    });
  }

  /** What the editor's text was made from before a restart. */
  async #recall(): Promise<ShownRecord | undefined> {
    const kept = await this.#around.kept.shown(this.address);
    if (kept === undefined) return undefined;
    const { tried, ...shown } = kept;
    this.#comments.recall(shown.comments);
    this.#failedSaves = tried;
    return shown;
  }

  async #ensureShown(options?: CallOptions): Promise<ShownRecord> {
    const known = this.#shown ?? (await this.#recall());
    if (known !== undefined) return (this.#shown = known);
    const found = this.#found ?? (await this.#load(options));
    this.#baseUnknown = this.#dirty;
    return (this.#shown = this.#shownAs(this.#render(found.snapshot), found));
  }

  async #load(options?: CallOptions): Promise<LoadedRecord> {
    const place = await this.#place();
    const [found] = await Promise.all([this.kind.read(place, this.#id, options), this.#comments.load(place, options)]);
    this.#asked = Date.now();
    return (this.#found = completed(found, this.#besides));
  }

  /** The service tells all fields of this record: one that is missing next time was emptied. */
  get #tellsAll(): boolean {
    return this.#found?.untold.length === 0;
  }

  /** What holds where the service does not tell. */
  get #besides(): RecordState | undefined {
    return this.#tellsAll ? undefined : this.#found?.snapshot;
  }

  #render(snapshot: RecordState): string {
    return writeRecord(this.#fields, snapshot, this.#found?.notes, this.#comments.text);
  }

  #shownAs(text: string, { snapshot, updated }: LoadedRecord): ShownRecord {
    const told = Date.parse(updated ?? '');
    const before = (this.#next ?? this.#shown)?.modified ?? -1;
    const modified = Math.max(Number.isNaN(told) ? Date.now() : told, before + 1);
    return { text, snapshot, comments: this.#comments.text, updated, modified };
  }

  async #place(): Promise<RecordScope> {
    const { host, owner, repo } = this.address;
    const { api, account } = await this.#around.connections.connect(host);
    return { api, repository: { host, owner, repo }, login: account?.login };
  }

  /** One after another: nothing is read while something is saved. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return await turn;
  }
}

/** Whether the notes in a text name the state of the record that was last seen. */
function saysUpdated(text: string, updated: string | undefined): boolean {
  return updated !== undefined && /^# updated: (.*)$/m.exec(text.slice(0, 100_000))?.[1]?.trim() === updated;
}

/** Whether an editor that was given `text` has `written`: it knows one line ending and whole characters only. */
function sameInEditor(written: string, text: string): boolean {
  const plain = (one: string): string => one.toWellFormed().replaceAll(/\r\n?/g, '\n');
  return plain(written) === plain(text);
}
