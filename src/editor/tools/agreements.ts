import { LRUCache } from 'lru-cache';
import { repositoryKey, type RepositoryName } from '../../domain/hosting/address.ts';
import type { AgreeablePreview } from '../../tools/kit/preview.ts';

const keyOf = (tool: string, input: unknown): string => JSON.stringify([tool, input]);

/** What the user agreed to in this window. */
export class Agreements {
  readonly #drafts = new Set<string>();
  readonly #hosts = new Set<string>();
  /** The questions that the chat shows, by tool and input. */
  readonly #inChat = new LRUCache<string, AgreeablePreview>({ max: 50 });

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

  /** Notes that the chat asks for this call before it runs; undefined: it does not. */
  noteQuestion(tool: string, input: unknown, preview: AgreeablePreview | undefined): void {
    if (preview === undefined) this.#inChat.delete(keyOf(tool, input));
    else this.#inChat.set(keyOf(tool, input), preview);
  }

  /** The preview that the chat showed for this call; undefined if it did not ask. An answer is used once. */
  takeAnswer(tool: string, input: unknown): AgreeablePreview | undefined {
    const preview = this.#inChat.get(keyOf(tool, input));
    this.#inChat.delete(keyOf(tool, input));
    return preview;
  }
}
