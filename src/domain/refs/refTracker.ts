import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Storage } from '../../core/storage.ts';
import { repositoryKey } from '../hosting/address.ts';
import type { Made } from './predictedTrees.ts';
import { readRecord, recordName, Stamps, writeRecord, type RefRecord } from './refRecord.ts';
import { recheck, resolveRef, type RefSearchParts } from './refSearch.ts';
import { rootOf, type Head, type LatestHead } from './refs.ts';
import type { Asking } from '../hosting/source.ts';

export interface RefPlaceParts extends RefSearchParts {
  /** As written in the address; undefined: the default branch. */
  readonly ref: string | undefined;
  /** What the ref stands for, where somebody said so. */
  readonly known: () => Head | undefined;
  readonly storage: Storage;
  readonly log: Log;
  readonly now: () => number;
}

type Known = Omit<RefRecord, 'stamps'>;

const saveAfter = 500;

/** Where a ref is, and since when its files are what they are: asked for, and remembered between two starts. */
export class RefPlace {
  readonly #parts: RefPlaceParts;
  #questions = 0;
  /** The latest question that was answered. */
  #answered = 0;
  #known: Known | undefined;
  #stamps: Stamps | undefined;
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
  async load(asking: Asking, defaultBranch: string | undefined): Promise<Head> {
    const { known, now } = this.#parts;
    this.#name = await this.#recordName();
    const kept = await readRecord(this.#parts.storage, this.#name);
    const said = known();
    const head = said ?? kept?.head ?? (await this.#first(asking, defaultBranch));
    const checked = kept !== undefined && said === undefined ? kept.checked : now();
    const since = kept?.since ?? now();
    this.#known = { head, checked, since };
    this.#stamps = new Stamps({ since, stamps: kept?.stamps ?? [] }, now);
    if (kept === undefined || rootOf(kept.head) !== rootOf(head)) this.#saveSoon();
    return head;
  }

  /** Whether `load` asks nobody. */
  async isRemembered(): Promise<boolean> {
    if (this.#known !== undefined || this.#parts.known() !== undefined) return true;
    return (await readRecord(this.#parts.storage, await this.#recordName())) !== undefined;
  }

  /** Asks where the ref is now; the answer counts once it is accepted, and is `missing` where the ref is gone. */
  ask(head: Head, asking: Asking): { readonly question: number; readonly answer: Promise<LatestHead> } {
    const question = (this.#questions += 1);
    return { question, answer: recheck(this.#parts, this.#parts.ref, head, asking) };
  }

  /** The answer to `question` is where the ref is from now on. */
  accept(question: number, head: Head): void {
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
  carry(from: string | undefined, to: string, made: readonly Made[]): void {
    this.#stamps?.carry(from, to, made);
  }

  /** Writes what is to be remembered now. */
  async flush(): Promise<void> {
    clearTimeout(this.#saving);
    if (this.#known === undefined || this.#name === undefined) return;
    await writeRecord(this.#parts.storage, this.#name, { ...this.#known, stamps: this.#stamps?.kept() ?? [] });
  }

  async #recordName(): Promise<string> {
    const { source, ref } = this.#parts;
    const { account } = await source.connect();
    return await recordName(source.host, `${account?.login ?? ''} ${repositoryKey(source)}@${ref ?? ''}`);
  }

  async #first(asking: Asking, defaultBranch: string | undefined): Promise<Head> {
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
