import { repositoryKey, type RepositoryName } from '../../../domain/hosts/address.ts';
import { callKey, type AgreeablePreview } from '../../../tools/kit/tool.ts';

/** Equal calls that the chat prepared and that have not begun: the user can still be asked about each of them. */
interface PreparedCalls {
  count: number;
  /** What the chat shows about all of them; undefined: nothing, or it cannot be told which call has which question. */
  preview: AgreeablePreview | undefined;
  /** The API address of the host when the chat asked. */
  readonly apiUrl: string | undefined;
}

const mostShown = 50;

export interface UsedHost {
  readonly id: string;
  readonly apiUrl: string | undefined;
}

/** What the user agreed to in this window. It is valid for a host only at the API address that it had then. */
export class Agreements {
  readonly #apiUrl: (host: string) => string | undefined;
  readonly #drafts = new Set<string>();
  readonly #hosts = new Map<string, UsedHost>();
  /** By tool and input. An entry without `preview` stays: an earlier question can still be open. */
  readonly #prepared = new Map<string, PreparedCalls>();

  constructor(apiUrl: (host: string) => string | undefined) {
    this.#apiUrl = apiUrl;
  }

  /** The hosts that tools use, also at an earlier address, without `host` at its address of now. */
  otherHosts(host: string): readonly UsedHost[] {
    const now = this.#hostKey(host);
    return [...this.#hosts].flatMap(([key, used]) => (key === now ? [] : [used]));
  }

  /** Whether tools may send something to `host`. The first one needs no agreement: there is no text of another yet. */
  hasHost(host: string): boolean {
    if (this.#hosts.size === 0) this.allowHost(host);
    return this.#hosts.has(this.#hostKey(host));
  }

  allowHost(host: string): void {
    this.#hosts.set(this.#hostKey(host), { id: host, apiUrl: this.#apiUrl(host) });
  }

  hasDrafts(name: RepositoryName): boolean {
    return this.#drafts.has(this.#draftsKey(name));
  }

  allowDrafts(name: RepositoryName): void {
    this.#drafts.add(this.#draftsKey(name));
  }

  /** `preview` undefined: the chat does not ask. False: it must not ask, because an equal call has another preview. */
  async noteQuestion(tool: string, input: unknown, preview: AgreeablePreview | undefined): Promise<boolean> {
    const key = await callKey(tool, input);
    const before = this.#prepared.get(key);
    const apiUrl = preview && this.#apiUrl(preview.repository.host);
    const isClear =
      before === undefined || (before.preview?.fingerprint === preview?.fingerprint && before.apiUrl === apiUrl);
    this.#prepared.delete(key);
    this.#prepared.set(key, { count: (before?.count ?? 0) + 1, preview: isClear ? preview : undefined, apiUrl });
    const withPreview = [...this.#prepared.values()].filter((one) => one.preview !== undefined);
    if (withPreview.length > mostShown && withPreview[0] !== undefined) withPreview[0].preview = undefined;
    return isClear;
  }

  /** The preview that the chat showed for this call, which begins now; undefined if it did not ask at this address. */
  async takeAnswer(tool: string, input: unknown): Promise<AgreeablePreview | undefined> {
    const key = await callKey(tool, input);
    const calls = this.#prepared.get(key);
    if (calls === undefined) return undefined;
    calls.count -= 1;
    if (calls.count === 0) this.#prepared.delete(key);
    return calls.preview && this.#apiUrl(calls.preview.repository.host) === calls.apiUrl ? calls.preview : undefined;
  }

  readonly #hostKey = (host: string): string => JSON.stringify([host, this.#apiUrl(host)]);

  readonly #draftsKey = (name: RepositoryName): string => this.#hostKey(name.host) + repositoryKey(name);
}
