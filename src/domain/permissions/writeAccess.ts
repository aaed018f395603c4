import { readRepository } from '../hosts/repositoryRecord.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import type { FileReason } from '../../core/failureReason.ts';
import type { ResolvedRef } from '../refs/refs.ts';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { Connections } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import type { RepositoryFacts, KnownRepositories } from '../hosts/knownRepositories.ts';
import { requestOwnPermission } from './ownPermissions.ts';

export type ReadOnlyReason = Extract<FileReason, 'isTag' | 'isCommit' | 'isArchived' | 'notAllowed'>;

function readOnlyReason(head: Pick<ResolvedRef, 'kind'>, facts: RepositoryFacts): ReadOnlyReason | undefined {
  if (head.kind === 'tag') return 'isTag';
  if (head.kind === 'commit') return 'isCommit';
  if (facts.archived === true) return 'isArchived';
  return facts.canPush === false ? 'notAllowed' : undefined;
}

/** Write permission of the active account. It is requested only when a file is changed. */
export class WriteAccess {
  readonly #knownRepositories: KnownRepositories;
  readonly #connections: Connections;
  readonly #features: (() => Promise<Pick<HostFeatures, 'lacks'>>) | undefined;
  readonly #requested = new Set<string>();
  readonly #changed = new Emitter<void>();

  /** Without `features`, no host is taken to have forks. */
  constructor(
    knownRepositories: KnownRepositories,
    connections: Connections,
    features?: () => Promise<Pick<HostFeatures, 'lacks'>>,
  ) {
    this.#features = features;
    this.#knownRepositories = knownRepositories;
    this.#connections = connections;
    connections.onDidChange(() => {
      this.#requested.clear();
      knownRepositories.forgetAccount();
      this.#changed.fire();
    });
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  reason(head: Pick<ResolvedRef, 'kind'>, name: RepositoryName): ReadOnlyReason | undefined {
    return readOnlyReason(head, this.#knownRepositories.get(name));
  }

  /** As `reason`, for drafts: where the account may not push, its fork can take them. */
  async draftReason(head: Pick<ResolvedRef, 'kind'>, name: RepositoryName): Promise<ReadOnlyReason | undefined> {
    const reason = this.reason(head, name);
    if (reason !== 'notAllowed' || this.#features === undefined) return reason;
    const asking = Promise.all([this.#features(), this.#connections.connect(name.host)]);
    const lacks = await asking.then(([features, { host }]) => features.lacks(host, 'forks.create')).catch(() => true);
    return lacks ? reason : undefined;
  }

  /**
   * GET /repos/{owner}/{repo}, once, and the permission of the account if that does not tell it.
   * Resolves with whether a request was sent. After a failure the next call sends it again.
   */
  async requestOnce(name: RepositoryName): Promise<boolean> {
    const { canPush } = this.#knownRepositories.get(name);
    const key = repositoryKey(name);
    if (canPush !== undefined || this.#requested.has(key)) return false;
    this.#requested.add(key);
    try {
      const connection = await this.#connections.connect(name.host);
      const options = { priority: 'background' } as const;
      const record = await readRepository(connection.api, name, options);
      this.#knownRepositories.noteRecord(name.host, record, connection.account?.login);
      if (this.#knownRepositories.get(name).canPush === undefined)
        await requestOwnPermission(connection, this.#knownRepositories, name, options);
    } catch (error) {
      this.#requested.delete(key);
      throw error;
    }
    this.#changed.fire();
    return true;
  }
}
