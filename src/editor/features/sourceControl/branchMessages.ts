import * as v from 'valibot';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { readStored, storedMap } from '../../../core/storage.ts';
import { repositoryKey } from '../../../domain/hosts/address.ts';
import type { DraftBranch } from '../../../domain/sourceControl/drafts/draft.ts';
import type { WindowMemory } from '../../../domain/refs/windowRefs.ts';

const stored = 'messages';
/** The storage key of messages that are prepared for any window. */
const prepared = 'preparedMessages';
/** Prepared messages that are stored; the oldest are dropped. */
const mostPrepared = 50;
const Stored = storedMap(v.string());

type MessageBranch = Omit<DraftBranch, 'account'>;

/**
 * Messages of branches whose source control is not open: typed before a switch, or prepared by a command.
 * The editor stores only the message of the one that is shown.
 */
export class BranchMessages {
  readonly #memory: WindowMemory;
  readonly #shared: WindowMemory;
  readonly #log: Log;
  readonly #messages: Map<string, string>;

  /** `memory`: the storage of this window. `shared`: the storage of all windows. */
  constructor(memory: WindowMemory, shared: WindowMemory, log: Log) {
    this.#memory = memory;
    this.#shared = shared;
    this.#log = log;
    this.#messages = read(memory.get(stored));
  }

  store(branch: DraftBranch, message: string): void {
    this.#messages.set(keyOf(branch), message);
    void this.#persist();
  }

  /** For a branch that is opened later, in any window. Resolves when the message is persisted. */
  async prepare(branch: MessageBranch, change: (message: string) => string): Promise<void> {
    const key = keyOf(branch);
    const own = this.#messages.get(key);
    if (own !== undefined) {
      this.#messages.set(key, change(own));
      await this.#persist();
      return;
    }
    const all = read(this.#shared.get(prepared));
    const text = change(all.get(key) ?? '');
    all.delete(key);
    await this.#write(this.#shared, prepared, new Map([...all, [key, text] as const].slice(-mostPrepared)));
  }

  /** The stored message of the branch, which is removed; undefined if none was stored. */
  take(branch: MessageBranch): string | undefined {
    const key = keyOf(branch);
    const message = this.#messages.get(key);
    if (this.#messages.delete(key)) void this.#persist();
    if (message !== undefined && message !== '') return message;
    const all = read(this.#shared.get(prepared));
    const text = all.get(key);
    if (all.delete(key)) void this.#write(this.#shared, prepared, all);
    return text ?? message;
  }

  async #persist(): Promise<void> {
    await this.#write(this.#memory, stored, this.#messages);
  }

  async #write(memory: WindowMemory, name: string, messages: ReadonlyMap<string, string>): Promise<void> {
    const typed = [...messages].filter(([, message]) => message !== '');
    try {
      await memory.update(name, Object.fromEntries(typed));
    } catch (error) {
      this.#log.warn(`commit messages cannot be stored: ${messageOf(error)}`);
    }
  }
}

const read = (value: unknown): Map<string, string> => new Map(readStored(Stored, value));

const keyOf = (branch: MessageBranch): string => `${repositoryKey(branch)}@${branch.branch}`;
