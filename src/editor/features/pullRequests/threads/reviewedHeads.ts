import * as v from 'valibot';
import type { Memento, Uri } from 'vscode';
import { Emitter, type Event } from '../../../../core/emitter.ts';
import { readStored, storedMap } from '../../../../core/storage.ts';
import { repositoryKey, type RepositoryName } from '../../../../domain/hosts/address.ts';
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
}

/** The heads of pull requests that were opened or compared here: the address of a file names only the commit or branch. */
export class ReviewedHeads {
  readonly #memory: Memento;
  readonly #changed = new Emitter<void>();

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** `ref`: the commit of a head, or the branch that is the head. */
  async add(name: RepositoryName, ref: string, number: string): Promise<void> {
    const head = keyOf(name, ref);
    const others = [...this.#heads].filter(([one]) => one !== head);
    await this.#memory.update(key, Object.fromEntries([...others.slice(1 - mostRemembered), [head, number]]));
    this.#changed.fire();
  }

  /** Sends nothing. */
  fileOf(uri: Uri): ReviewedFile | undefined {
    const address = fileAddressOf(uri);
    if (address?.ref === undefined || address.path === '') return undefined;
    const { host, owner, repo, ref: addressRef, path } = address;
    const name = { host, owner, repo };
    const { number = this.#heads.get(keyOf(name, addressRef)), ref = addressRef } =
      parsePullRequestRef(addressRef) ?? {};
    return number === undefined ? undefined : { name, number, ref, path };
  }

  get #heads(): ReadonlyMap<string, string> {
    return readStored(Stored, this.#memory.get(key)) ?? new Map();
  }
}

const keyOf = (name: RepositoryName, ref: string): string => `${repositoryKey(name)} ${ref}`;
