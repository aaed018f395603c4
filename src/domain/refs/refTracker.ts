import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Storage } from '../../core/storage.ts';
import { repositoryKey } from '../hosting/address.ts';
import type { LocalCommit } from './predictedTrees.ts';
import { readRefRecord, recordName, MtimeStore, writeRefRecord, type RefRecord } from './refRecord.ts';
import { recheck, resolveRef, type RefSearchParts } from './refSearch.ts';
import { rootSha, type ResolvedRef, type LatestHead } from './refs.ts';
import type { RequestOptions } from '../hosting/source.ts';

export interface RefPlaceParts extends RefSearchParts {
  /** As written in the address; undefined: the default branch. */
  readonly ref: string | undefined;
  /** What the ref stands for, where somebody said so. */
  readonly known: () => ResolvedRef | undefined;
  readonly storage: Storage;
  readonly log: Log;
  readonly now: () => number;
}

type Known = Omit<RefRecord, 'stamps'>;

const saveAfter = 500;

/** Where a ref is, and since when its files are what they are: asked for, and remembered between two starts. */
export class RefTracker {
  readonly #parts: RefPlaceParts;
  #questions = 0;
  /** The latest question that was answered. */
  #answered = 0;
  #known: Known | undefined;
  #stamps: MtimeStore | undefined;
  #name: string | undefined;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: RefPlaceParts) {
    this.#parts = parts;
  }

  /** Undefined before it was loaded. */
  get known(): Known | undefined {
    return this.#known;
  }

  /** How often it was asked for, until now. */
  get questions(): number {
    return this.#questions;
  }

  /** Whether a question later than this one was answered. */
  wasAnsweredAfter(question: number): boolean {
    return this.#answered > question;
  }

  /** As somebody said, as remembered, or else asked for. `defaultBranch`: its name, where known. */
  async load(asking: RequestOptions, defaultBranch: string | undefined): Promise<ResolvedRef> {
    const { known, now } = this.#parts;
    this.#name = await this.#recordName();
    const kept = await readRefRecord(this.#parts.storage, this.#name);
    const said = known();
    const head = said ?? kept?.head ?? (await this.#first(asking, defaultBranch));
    const checked = kept !== undefined && said === undefined ? kept.checked : now();
    const since = kept?.since ?? now();
    this.#known = { head, checked, since };
    this.#stamps = new MtimeStore({ since, stamps: kept?.stamps ?? [] }, now);
    if (kept === undefined || rootSha(kept.head) !== rootSha(head)) this.#saveSoon();
    return head;
  }

  /** Whether `load` asks nobody. */
  async isRemembered(): Promise<boolean> {
    if (this.#known !== undefined || this.#parts.known() !== undefined) return true;
    return (await readRefRecord(this.#parts.storage, await this.#recordName())) !== undefined;
  }

  /** Asks where the ref is now; the answer counts once it is accepted, and is `missing` where the ref is gone. */
  ask(head: ResolvedRef, asking: RequestOptions): { readonly question: number; readonly answer: Promise<LatestHead> } {
    const question = (this.#questions += 1);
    return { question, answer: recheck(this.#parts, this.#parts.ref, head, asking) };
  }

  /** The answer to `question` is where the ref is from now on. */
  accept(question: number, head: ResolvedRef): void {
    this.#answered = question;
    if (this.#known !== undefined) this.#known = { ...this.#known, head, checked: this.#parts.now() };
    this.#saveSoon();
  }

  /** Files known at `commit`, by path. */
  filesAt(commit: string | undefined): readonly (readonly [string, string])[] {
    return this.#stamps?.at(commit) ?? [];
  }

  /** Files that were read here, the latest first. */
  recent(): readonly string[] {
    return this.#stamps?.kept().map(([path]) => path) ?? [];
  }

  /** When the file at `path` became `sha`: see `Stamps.mtime`. */
  mtime(path: string, sha: string | undefined, commit: string | undefined, keep: boolean): number {
    const mtime = this.#stamps?.mtime(path, sha, commit, keep) ?? 0;
    if (keep) this.#saveSoon();
    return mtime;
  }

  /** Nothing but `made` differs between two commits. */
  carry(from: string | undefined, to: string, made: readonly LocalCommit[]): void {
    this.#stamps?.carry(from, to, made);
  }

  /** Writes what is to be remembered now. */
  async flush(): Promise<void> {
    clearTimeout(this.#saving);
    if (this.#known === undefined || this.#name === undefined) return;
    await writeRefRecord(this.#parts.storage, this.#name, { ...this.#known, stamps: this.#stamps?.kept() ?? [] });
  }

  async #recordName(): Promise<string> {
    const { source, ref } = this.#parts;
    const { account } = await source.connect();
    return await recordName(source.host, `${account?.login ?? ''} ${repositoryKey(source)}@${ref ?? ''}`);
  }

  async #first(asking: RequestOptions, defaultBranch: string | undefined): Promise<ResolvedRef> {
    const question = (this.#questions += 1);
    const head = await resolveRef(this.#parts, this.#parts.ref, asking, defaultBranch);
    this.#answered = question;
    return head;
  }

  #saveSoon(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => {
      this.flush().catch((error: unknown) => this.#parts.log.warn(messageOf(error)));
    }, saveAfter);
  }
}
