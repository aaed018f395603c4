import * as v from 'valibot';
import { Emitter } from '../../../core/emitter.ts';
import { isSafeName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { WindowMemory } from '../../../domain/refs/windowRefs.ts';
import { changeKinds, type ToolChange } from '../../../tools/kit/change.ts';

/** A change of the service by a tool, one that failed, or a call that failed after it began. */
export interface ToolChangeEntry {
  readonly repository: RepositoryName;
  /** ISO time. */
  readonly time: string;
  /** The title of the tool in the language of the user. */
  readonly tool: string;
  /** Undefined: the whole call failed. */
  readonly change: ToolChange | undefined;
  /** Why the change or the call failed. Untrusted text. */
  readonly failure: string | undefined;
}

const Name = v.pipe(v.string(), v.check(isSafeName));
const Entry = v.object({
  repository: v.object({ host: v.string(), owner: Name, repo: Name }),
  time: v.string(),
  tool: v.string(),
  change: v.optional(v.object({ kind: v.picklist(changeKinds), id: v.optional(v.string()), title: v.string() })),
  failure: v.optional(v.string()),
});

const key = 'toolChanges';
const most = 100;

/** The changes of the service by tools in this window, newest first. */
export class ToolChanges {
  readonly #windowMemory: WindowMemory;
  readonly #changed = new Emitter<void>();

  constructor(windowMemory: WindowMemory) {
    this.#windowMemory = windowMemory;
  }

  readonly onDidChange = this.#changed.event;

  all(): readonly ToolChangeEntry[] {
    const stored = this.#windowMemory.get(key);
    const entries: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return entries.flatMap((one) => {
      const read = v.safeParse(Entry, one);
      if (!read.success) return [];
      const { change, failure, ...entry } = read.output;
      return [{ ...entry, change: change && { ...change, id: change.id }, failure }];
    });
  }

  async add(entries: readonly ToolChangeEntry[]): Promise<void> {
    await this.#windowMemory.update(key, [...entries, ...this.all()].slice(0, most));
    this.#changed.fire();
  }
}
