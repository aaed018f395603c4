import * as v from 'valibot';
import { Emitter } from '../../../core/emitter.ts';
import { readStored, storedList } from '../../../core/storage.ts';
import { StoredRepositoryName } from '../../../domain/hosts/activeRepository.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { WindowMemory } from '../../../domain/refs/windowRefs.ts';
import { changeKinds, type ToolChange } from '../../../tools/kit/change.ts';

/** A change of the service by a tool, one that failed, or a call that failed after it began. */
export interface ToolChangeEntry {
  readonly repository: RepositoryName;
  /** The login that made the change; undefined: unknown. */
  readonly account: string | undefined;
  /** ISO time. */
  readonly time: string;
  /** The title of the tool in the language of the user. */
  readonly tool: string;
  /** Undefined: the whole call failed. */
  readonly change: ToolChange | undefined;
  /** Why the change or the call failed. Untrusted text. */
  readonly failure: string | undefined;
}

const Entry = v.object({
  repository: StoredRepositoryName,
  account: v.optional(v.string()),
  time: v.string(),
  tool: v.string(),
  change: v.optional(v.object({ kind: v.picklist(changeKinds), id: v.optional(v.string()), title: v.string() })),
  failure: v.optional(v.string()),
});
const Stored = storedList(Entry);

const key = 'toolChanges';
const most = 100;

/** The changes of the service by tools in this window, newest first. */
export class ToolChanges {
  readonly #windowMemory: WindowMemory;
  readonly #isSignedOut: (host: string, login: string) => boolean;
  readonly #changed = new Emitter<void>();

  constructor(windowMemory: WindowMemory, isSignedOut: (host: string, login: string) => boolean = () => false) {
    this.#windowMemory = windowMemory;
    this.#isSignedOut = isSignedOut;
  }

  readonly onDidChange = this.#changed.event;

  /** Those of signed-in accounts. */
  all(): readonly ToolChangeEntry[] {
    return this.#stored().filter(
      ({ account, repository }) => account === undefined || !this.#isSignedOut(repository.host, account),
    );
  }

  #stored(): readonly ToolChangeEntry[] {
    const entries = readStored(Stored, this.#windowMemory.get(key)) ?? [];
    return entries.map(({ account, change, failure, ...entry }) => ({
      ...entry,
      account,
      change: change && { ...change, id: change.id },
      failure,
    }));
  }

  async add(entries: readonly ToolChangeEntry[]): Promise<void> {
    await this.#windowMemory.update(key, [...entries, ...this.#stored()].slice(0, most));
    this.#changed.fire();
  }
}
