import { LRUCache } from 'lru-cache';
import { repositoryKey, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { AgreeablePreview } from '../../../tools/kit/preview.ts';

const keyOf = (tool: string, input: unknown): string => JSON.stringify([tool, input]);

/** What the user agreed to in this window. */
export class Agreements {
  readonly #drafts = new Set<string>();
  readonly #hosts = new Set<string>();
  /** The questions that the chat shows, by tool and input. `several`: it cannot be told which one has the answer. */
  readonly #inChat = new LRUCache<string, AgreeablePreview | 'several'>({ max: 50 });

  /** The hosts that tools use, without `host`. */
  otherHosts(host: string): readonly string[] {
    return [...this.#hosts].filter((one) => one !== host);
  }

  /** Whether tools may send something to `host`. The first one needs no agreement: there is no text of another yet. */
  hasHost(host: string): boolean {
    if (this.#hosts.size === 0) this.allowHost(host);
    return this.#hosts.has(host);
  }

  allowHost(host: string): void {
    this.#hosts.add(host);
  }

  /** Whether tools may change drafts of the repository. */
  hasDrafts(name: RepositoryName): boolean {
    return this.#drafts.has(repositoryKey(name));
  }

  allowDrafts(name: RepositoryName): void {
    this.#drafts.add(repositoryKey(name));
  }

  /**
   * Notes that the chat is about to ask for this call with `preview`; undefined: it does not ask. False: it must not ask,
   * because an equal call has another preview, and an answer does not tell which of both it belongs to.
   */
  noteQuestion(tool: string, input: unknown, preview: AgreeablePreview | undefined): boolean {
    const key = keyOf(tool, input);
    const before = this.#inChat.get(key);
    const isClear = before === undefined || (before !== 'several' && before.fingerprint === preview?.fingerprint);
    if (!isClear) this.#inChat.set(key, 'several');
    else if (preview !== undefined) this.#inChat.set(key, preview);
    return isClear;
  }

  /** The preview that the chat showed for this call; undefined if it did not ask. An answer is used once. */
  takeAnswer(tool: string, input: unknown): AgreeablePreview | undefined {
    const key = keyOf(tool, input);
    const preview = this.#inChat.get(key);
    if (preview === 'several') return undefined;
    this.#inChat.delete(key);
    return preview;
  }
}
