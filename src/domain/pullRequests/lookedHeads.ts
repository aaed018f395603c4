import { isObject } from '../../core/text.ts';
import { repositoryKey } from '../hosts/address.ts';
import type { MarksMemory, ViewedPullRequest } from './viewedFiles.ts';

const key = 'pullRequests.looked';
const mostRemembered = 200;

interface Looks {
  readonly head: string;
  readonly previous?: string | undefined;
}

/** Which heads of pull requests each account looked at last. */
export class LookedHeads {
  readonly #memory: MarksMemory;

  /** `memory`: of all windows. */
  constructor(memory: MarksMemory) {
    this.#memory = memory;
  }

  async look(pull: ViewedPullRequest, head: string): Promise<void> {
    const own = keyOf(pull);
    const before = this.#all.find(([one]) => one === own)?.[1];
    if (before?.head === head) return;
    const others = this.#all.filter(([one]) => one !== own);
    const looks: Looks = { head, previous: before?.head };
    await this.#memory.update(key, Object.fromEntries([...others.slice(1 - mostRemembered), [own, looks]]));
  }

  before(pull: ViewedPullRequest, head: string): string | undefined {
    const own = keyOf(pull);
    const looks = this.#all.find(([one]) => one === own)?.[1];
    return looks?.head === head ? looks.previous : looks?.head;
  }

  /** The oldest first. */
  get #all(): readonly (readonly [string, Looks])[] {
    const stored = this.#memory.get(key);
    if (!isObject(stored)) return [];
    return Object.entries(stored).flatMap(([pull, looks]) => {
      if (!isObject(looks) || typeof looks.head !== 'string') return [];
      const previous = typeof looks.previous === 'string' ? looks.previous : undefined;
      return [[pull, { head: looks.head, previous }] as const];
    });
  }
}

const keyOf = ({ name, login = '', number }: ViewedPullRequest): string =>
  [repositoryKey(name), login, number].join(' ');
