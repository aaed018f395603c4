import { Emitter } from '../../../core/emitter.ts';
import { isObject } from '../../../core/text.ts';
import { isSafeName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { WindowMemory } from '../../../domain/refs/windowRefs.ts';
import type { ToolChange } from '../../../tools/kit/change.ts';

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
    return Array.isArray(stored) ? stored.flatMap((one) => readEntry(one) ?? []) : [];
  }

  async add(entries: readonly ToolChangeEntry[]): Promise<void> {
    await this.#windowMemory.update(key, [...entries, ...this.all()].slice(0, most));
    this.#changed.fire();
  }
}

/** Undefined if the stored data is damaged. */
function readEntry(stored: unknown): ToolChangeEntry | undefined {
  if (!isObject(stored) || !isObject(stored.repository)) return undefined;
  const { host, owner, repo } = stored.repository;
  const { time, tool, failure } = stored;
  if (typeof host !== 'string' || typeof owner !== 'string' || typeof repo !== 'string') return undefined;
  if (!isSafeName(owner) || !isSafeName(repo) || typeof time !== 'string' || typeof tool !== 'string') return undefined;
  return {
    repository: { host, owner, repo },
    time,
    tool,
    change: readChange(stored.change),
    failure: typeof failure === 'string' ? failure : undefined,
  };
}

const kinds: readonly ToolChange['kind'][] = ['commit', 'branch', 'tag', 'issue', 'release'];

function readChange(stored: unknown): ToolChange | undefined {
  if (!isObject(stored)) return undefined;
  const kind = kinds.find((one) => one === stored.kind);
  const { id, title } = stored;
  if (kind === undefined || typeof title !== 'string') return undefined;
  return { kind, id: typeof id === 'string' ? id : undefined, title };
}
