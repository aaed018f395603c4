import { Emitter, type Event } from '../../core/emitter.ts';
import type { FileReason } from '../../core/failureReason.ts';
import type { ResolvedRef } from '../refs/refs.ts';
import { repositoryKey, type RepositoryName } from '../hosting/address.ts';
import type { Connections } from '../hosting/connections.ts';
import type { KnownFacts, KnownRepositories } from '../hosting/knownRepositories.ts';

/** Why files cannot be changed where they are. */
export type ReadOnlyReason = Extract<FileReason, 'isTag' | 'isCommit' | 'isArchived' | 'notAllowed'>;

/** Why nothing can be changed at `head`, as far as is known; undefined: it can, or nobody said that it cannot. */
function readOnlyReason(head: Pick<ResolvedRef, 'kind'>, facts: KnownFacts): ReadOnlyReason | undefined {
  if (head.kind === 'tag') return 'isTag';
  if (head.kind === 'commit') return 'isCommit';
  if (facts.archived === true) return 'isArchived';
  return facts.canPush === false ? 'notAllowed' : undefined;
}

/** What the account at hand may do, asked for only once somebody wrote something. */
export class WriteAccess {
  readonly #known: KnownRepositories;
  readonly #connections: Connections;
  readonly #asked = new Set<string>();
  readonly #changed = new Emitter<void>();

  constructor(known: KnownRepositories, connections: Connections) {
    this.#known = known;
    this.#connections = connections;
    connections.onDidChange(() => {
      this.#asked.clear();
      known.forgetRights();
      this.#changed.fire();
    });
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** Why nothing can be changed at `head`, as far as is known. */
  reason(head: Pick<ResolvedRef, 'kind'>, name: RepositoryName): ReadOnlyReason | undefined {
    return readOnlyReason(head, this.#known.get(name));
  }

  /**
   * Asks, once, where nothing is known: GET /repos/{owner}/{repo}. Resolves with whether that told something new. Where
   * it rejects, the next call asks again.
   */
  async learn(name: RepositoryName): Promise<boolean> {
    const { canPush } = this.#known.get(name);
    const key = repositoryKey(name);
    if (canPush !== undefined || this.#asked.has(key)) return false;
    this.#asked.add(key);
    try {
      const { api } = await this.#connections.connect(name.host);
      const record = await api.repositories.get({ owner: name.owner, repo: name.repo }, { priority: 'background' });
      this.#known.noteRecord(name.host, record);
    } catch (error) {
      this.#asked.delete(key);
      throw error;
    }
    this.#changed.fire();
    return true;
  }
}
