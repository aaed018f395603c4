import * as v from 'valibot';
import type { Memento, Uri } from 'vscode';
import { Emitter, type Event } from '../../../../core/emitter.ts';
import { readStored, storedMap } from '../../../../core/storage.ts';
import { repositoryKey, type RepositoryName } from '../../../../domain/hosts/address.ts';
import { isSha } from '../../../../domain/objects/gitSha.ts';
import { parsePullRequestRef } from '../../../../domain/hosts/pullRequestRef.ts';
import { fileAddressOf } from '../../../kit/uri.ts';

const key = 'pullRequests.heads';
/** The number of the pull request by its head. */
const Stored = storedMap(v.string());
const mostRemembered = 50;

export interface ReviewedFile {
  readonly name: RepositoryName;
  readonly number: string;
  readonly ref: string;
  readonly path: string;
  readonly side: 'new' | 'old';
}

/** The heads of pull requests that were opened or compared here: the address of a file names only the commit or branch. */
export class ReviewedHeads {
  readonly #memory: Memento;
  readonly #changed = new Emitter<void>();
  /** The number of the pull request by the commit that it was compared with. */
  readonly #bases = new Map<string, string>();

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** The commit that a pull request is compared with, in this window. */
  noteBase(name: RepositoryName, base: string, number: string): void {
    const key = keyOf(name, base);
    this.#bases.delete(key);
    this.#bases.set(key, number);
    this.#changed.fire();
  }

  /** `ref`: the commit of a head, or the branch that is the head. */
  async add(name: RepositoryName, ref: string, number: string): Promise<void> {
    const head = keyOf(name, ref);
    // A commit can be the head of one pull request and the base of another: the last one that was shown counts.
    this.#bases.delete(head);
    const others = [...this.#heads].filter(([one]) => one !== head);
    await this.#memory.update(key, Object.fromEntries([...others.slice(1 - mostRemembered), [head, number]]));
    this.#changed.fire();
  }

  /** A file of a head, or of the commit that one was compared with. Sends nothing. */
  fileOf(uri: Uri): ReviewedFile | undefined {
    const address = fileAddressOf(uri);
    if (address?.ref === undefined || address.path === '') return undefined;
    const { host, owner, repo, ref: addressRef, path } = address;
    const name = { host, owner, repo };
    const key = keyOf(name, addressRef);
    const named = parsePullRequestRef(addressRef);
    const compared = named === undefined ? this.#bases.get(key) : undefined;
    if (compared !== undefined) return { name, number: compared, ref: addressRef, path, side: 'old' };
    const { number = this.#heads.get(key), ref = addressRef } = named ?? {};
    return number === undefined ? undefined : { name, number, ref, path, side: 'new' };
  }

  /** The newest commits that were compared: of the head, and of its base. */
  commits(
    name: RepositoryName,
    number: string,
  ): { readonly head: string | undefined; readonly base: string | undefined } {
    const start = keyOf(name, '');
    const newest = (all: ReadonlyMap<string, string>): string | undefined =>
      [...all]
        .flatMap(([key, of]) => (of === number && key.startsWith(start) ? [key.slice(start.length)] : []))
        .findLast(isSha);
    return { head: newest(this.#heads), base: newest(this.#bases) };
  }

  get #heads(): ReadonlyMap<string, string> {
    return readStored(Stored, this.#memory.get(key)) ?? new Map();
  }
}

const keyOf = (name: RepositoryName, ref: string): string => `${repositoryKey(name)} ${ref}`;
