import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { isObject } from '../../core/text.ts';
import { repositoryKey } from '../../domain/hosting/address.ts';
import type { DraftBranch } from '../../domain/drafts/draft.ts';
import type { WindowMemory } from '../../domain/refs/windowRefs.ts';

const stored = 'messages';

/**
 * The typed commit messages of branches that this window was switched from. The editor stores the message of the source
 * control that is shown, and forgets it when the source control is closed.
 */
export class BranchMessages {
  readonly #memory: WindowMemory;
  readonly #log: Log;
  readonly #messages: Map<string, string>;

  constructor(memory: WindowMemory, log: Log) {
    this.#memory = memory;
    this.#log = log;
    const known = memory.get(stored);
    const entries = Object.entries(isObject(known) ? known : {});
    this.#messages = new Map(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])));
  }

  store(branch: DraftBranch, message: string): void {
    this.#messages.set(keyOf(branch), message);
    void this.#persist();
  }

  /** The stored message of the branch, which is removed; undefined if none was stored. */
  take(branch: DraftBranch): string | undefined {
    const message = this.#messages.get(keyOf(branch));
    if (this.#messages.delete(keyOf(branch))) void this.#persist();
    return message;
  }

  async #persist(): Promise<void> {
    const typed = [...this.#messages].filter(([, message]) => message !== '');
    try {
      await this.#memory.update(stored, Object.fromEntries(typed));
    } catch (error) {
      this.#log.warn(`commit messages cannot be stored: ${messageOf(error)}`);
    }
  }
}

const keyOf = (branch: DraftBranch): string => `${repositoryKey(branch)}@${branch.branch}`;
