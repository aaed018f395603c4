import * as v from 'valibot';
import { readStored, storedMap } from '../../core/storage.ts';
import { repositoryKey } from '../hosts/address.ts';
import type { MarksMemory, ViewedPullRequest } from './viewedFiles.ts';

const key = 'pullRequests.looked';
const mostRemembered = 200;

const LastHeads = v.object({ head: v.string(), previous: v.optional(v.string()) });
type LastHeads = v.InferOutput<typeof LastHeads>;
const Stored = storedMap(LastHeads);

/** Which heads of pull requests each account looked at last. */
export class ViewedHeads {
  readonly #memory: MarksMemory;

  /** `memory`: of all windows. */
  constructor(memory: MarksMemory) {
    this.#memory = memory;
  }

  async look(pull: ViewedPullRequest, head: string): Promise<void> {
    const own = keyOf(pull);
    const all = this.#all;
    const before = all.get(own);
    if (before?.head === head) return;
    const others = [...all].filter(([one]) => one !== own);
    const looks: LastHeads = { head, previous: before?.head };
    await this.#memory.update(key, Object.fromEntries([...others.slice(1 - mostRemembered), [own, looks]]));
  }

  last(pull: ViewedPullRequest): string | undefined {
    return this.#all.get(keyOf(pull))?.head;
  }

  before(pull: ViewedPullRequest, head: string): string | undefined {
    const looks = this.#all.get(keyOf(pull));
    return looks?.head === head ? looks.previous : looks?.head;
  }

  get #all(): ReadonlyMap<string, LastHeads> {
    return readStored(Stored, this.#memory.get(key)) ?? new Map();
  }
}

const keyOf = ({ name, login = '', number }: ViewedPullRequest): string =>
  [repositoryKey(name), login, number].join(' ');
