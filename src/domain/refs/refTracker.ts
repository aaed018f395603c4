import { isFailure, messageOf, toFailure, type Failure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Storage } from '../../core/storage.ts';
import { repositoryKey } from '../hosts/address.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { LocalCommit } from './predictedTrees.ts';
import { MtimeStore } from './mtimeStore.ts';
import { readRefRecord, recordName, writeRefRecord, type RefRecord } from './refRecord.ts';
import type { RefListParts } from './refList.ts';
import { isListedBranch, recheck, resolveRef } from './refSearch.ts';
import type { ResolvedRef, LatestHead } from './refs.ts';

export interface RefTrackerParts extends RefListParts {
  /** As written in the address; undefined: the default branch. */
  readonly ref: string | undefined;
  /** The ref that an address without a ref stands for in this window; undefined: the default branch. */
  readonly windowRef?: string | undefined;
  readonly resolvedElsewhere: () => ResolvedRef | undefined;
  /** Before the objects of a commit are read: see `RemoteRepositories.checkReadable`. */
  readonly checkReadable?: (options: RequestOptions) => Promise<void>;
  readonly storage: Storage;
  readonly log: Log;
  readonly now: () => number;
}

export interface RefState {
  readonly head: ResolvedRef;
  /** Time of the last response that resolved the ref, in milliseconds since 1970. */
  readonly checked: number;
  /** The failure of the last request; undefined: it succeeded. */
  readonly problem: Failure | undefined;
  readonly moved: { readonly from: string | undefined; readonly to: string | undefined } | undefined;
  /** The name of the default branch before the last change of it in this window. */
  readonly formerName: string | undefined;
}

type RefResolution = Omit<RefRecord, 'stamps'>;

const saveAfter = 500;
/** Milliseconds for which a persisted result is used without a new request. */
const fresh = 60_000;
/** Milliseconds for which a name that was not found is only looked for as a new branch. */
const failedLifetime = 5 * 60_000;

/** Resolves a ref to a commit, again on request. The result is persisted, so that a window opens without a request. */
export class RefTracker {
  readonly #parts: RefTrackerParts;
  #generation = 0;
  /** Counts the accounts that this window used. */
  #account = 0;
  #applied = 0;
  #resolved: RefResolution | undefined;
  #problem: Failure | undefined;
  #notFound: { readonly failure: Failure; readonly time: number } | undefined;
  #moved: RefState['moved'];
  #formerName: string | undefined;
  #mtimes: MtimeStore | undefined;
  #name: string | undefined;
  #saving: ReturnType<typeof setTimeout> | undefined;
  #written: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: RefTrackerParts) {
    this.#parts = parts;
  }

  get state(): RefState | undefined {
    if (this.#resolved === undefined) return undefined;
    const { head, checked } = this.#resolved;
    return { head, checked, problem: this.#problem, moved: this.#moved, formerName: this.#formerName };
  }

  get problem(): Failure | undefined {
    return this.#problem;
  }

  /** Time when this computer first saw the ref, in milliseconds since 1970; 0 before `load` has finished. */
  get since(): number {
    return this.#resolved?.since ?? 0;
  }

  /** Whether the ref should be resolved again: the last result is old, or the service could not be asked since. */
  get isDue(): boolean {
    if (this.#resolved === undefined || this.#resolved.head.kind === 'commit') return false;
    return this.#problem !== undefined || this.#parts.now() - this.#resolved.checked > fresh;
  }

  /** Number of the latest request for the ref. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether the response to a request later than `generation` was applied. */
  isOutdated(generation: number): boolean {
    return this.#applied > generation;
  }

  /** Uses the result of the caller, else the persisted one, else one request. @throws Failure `missing` */
  async load(options: RequestOptions, defaultBranch: string | undefined): Promise<ResolvedRef> {
    const { resolvedElsewhere, now } = this.#parts;
    const account = this.#account;
    this.#name = await this.#recordName();
    const record = await readRefRecord(this.#parts.storage, this.#name);
    const hint = resolvedElsewhere();
    const head = hint ?? record?.head ?? (await this.#first(options, defaultBranch));
    // No request names a commit of its own, and its objects can be on this computer.
    if (head.kind === 'commit') await this.#parts.checkReadable?.(options);
    if (account !== this.#account) return await this.load(options, defaultBranch);
    const checked = record !== undefined && hint === undefined ? record.checked : now();
    const since = record?.since ?? now();
    this.#resolved = { head, checked, since };
    this.#mtimes = new MtimeStore({ since, stamps: record?.stamps ?? [] }, now);
    if (record === undefined || record.head.commit !== head.commit) this.#saveSoon();
    return head;
  }

  /** Whether `load` needs no request. */
  async isRemembered(): Promise<boolean> {
    if (this.#resolved !== undefined || this.#parts.resolvedElsewhere() !== undefined) return true;
    return (await readRefRecord(this.#parts.storage, await this.#recordName())) !== undefined;
  }

  /** The caller passes `generation` to `apply` or `fail`. Rejects with `missing` if the ref is gone. */
  refresh(
    head: ResolvedRef,
    options: RequestOptions,
  ): { readonly generation: number; readonly response: Promise<LatestHead> } {
    this.#generation += 1;
    return { generation: this.#generation, response: recheck(this.#parts, this.#ref, head, options) };
  }

  /** Applies a response: the ref is at `head`. `expected`: if the ref moved, a commit of this computer moved it. */
  apply(generation: number, head: ResolvedRef, expected: boolean): void {
    this.#applied = generation;
    this.#problem = undefined;
    const [from, to] = [(this.#resolved?.head ?? head).commit, head.commit];
    if (from !== to && !expected) this.#moved = { from, to };
    if (this.#resolved !== undefined && this.#resolved.head.name !== head.name)
      this.#formerName = this.#resolved.head.name;
    if (this.#resolved !== undefined) this.#resolved = { ...this.#resolved, head, checked: this.#parts.now() };
    // The drafts of a commit are gone, so a window that is reloaded at once must not begin at the commit before it.
    if (from !== to && expected) this.#save();
    else this.#saveSoon();
  }

  /** Searches the name again that was not found. */
  forgetFailure(): void {
    this.#notFound = undefined;
  }

  /** Notes whether the host lists the branch `head`. False: it does not, or this is not known. */
  async confirm(head: ResolvedRef, options: RequestOptions): Promise<boolean> {
    if (!(await isListedBranch(this.#parts, head.name, options)) || this.#resolved === undefined) return false;
    this.#resolved = { ...this.#resolved, head: { ...this.#resolved.head, isListed: true } };
    this.#saveSoon();
    return true;
  }

  /** The account changed: nothing is known, and responses to earlier requests do not count. */
  forget(): void {
    this.#save();
    this.#account += 1;
    this.#generation += 1;
    this.#applied = this.#generation;
    this.#resolved = undefined;
    this.#problem = undefined;
    this.#notFound = undefined;
    this.#moved = undefined;
    this.#mtimes = undefined;
  }

  fail(error: unknown): void {
    this.#problem = toFailure(error);
  }

  filesAt(commit: string | undefined): readonly (readonly [string, string])[] {
    return this.#mtimes?.at(commit) ?? [];
  }

  /** Paths of the files that were read here, the latest first. */
  recent(): readonly string[] {
    return this.#mtimes?.persistedStamps().map(([path]) => path) ?? [];
  }

  mtime(path: string, sha: string | undefined, commit: string | undefined, keep: boolean): number {
    const mtime = this.#mtimes?.mtime(path, sha, commit, keep) ?? 0;
    if (keep) this.#saveSoon();
    return mtime;
  }

  carry(from: string | undefined, to: string, localCommits: readonly LocalCommit[]): void {
    this.#mtimes?.carry(from, to, localCommits);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#saving);
    if (this.#isStopped || this.#resolved === undefined || this.#name === undefined) return;
    const record = { ...this.#resolved, stamps: this.#mtimes?.persistedStamps() ?? [] };
    const writing = writeRefRecord(this.#parts.storage, this.#name, record);
    this.#written = Promise.allSettled([this.#written, writing]).then(() => undefined);
    await writing;
  }

  /** Stops persisting. Resolves when the last write has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#saving);
    await this.#written;
  }

  get #ref(): string | undefined {
    return this.#parts.ref ?? this.#parts.windowRef;
  }

  async #recordName(): Promise<string> {
    const { source, ref = '', windowRef } = this.#parts;
    const { account, host } = await source.connect();
    // Git forbids `:` in refs. The address without a ref has other times of files than the address with it.
    const refKey = windowRef === undefined ? ref : `:${windowRef}`;
    return await recordName(source.host, `${host.apiUrl} ${account?.login ?? ''} ${repositoryKey(source)}@${refKey}`);
  }

  async #first(options: RequestOptions, defaultBranch: string | undefined): Promise<ResolvedRef> {
    this.#generation += 1;
    const generation = this.#generation;
    const { failure: failed, time = 0 } = this.#notFound ?? {};
    const isRecent = this.#parts.now() - time < failedLifetime;
    const search = { ...options, defaultName: defaultBranch, failed: isRecent ? failed : undefined };
    const head = await resolveRef(this.#parts, this.#ref, search).catch((error: unknown) => {
      if (isFailure(error) && error !== failed && (error.reason === 'noSuchRef' || error.reason === 'refUndecided'))
        this.#notFound = { failure: error, time: this.#parts.now() };
      throw error;
    });
    this.#applied = Math.max(this.#applied, generation);
    return head;
  }

  #saveSoon(): void {
    clearTimeout(this.#saving);
    if (this.#isStopped) return;
    this.#saving = setTimeout(() => this.#save(), saveAfter);
  }

  #save(): void {
    this.flush().catch((error: unknown) => this.#parts.log.warn(messageOf(error)));
  }
}
