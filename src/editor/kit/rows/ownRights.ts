import * as v from 'valibot';
import type { Memento } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { readStored, storedList } from '../../../core/storage.ts';
import { repositoryKey } from '../../../domain/hosts/address.ts';
import { requestOwnPermission } from '../../../domain/permissions/ownPermissions.ts';
import type { RepositoryPlace } from './place.ts';

const key = 'ownRights';
const limit = 50;
/** Milliseconds for which a stored answer is used. Permissions change rarely, and the service checks every change. */
const goodFor = 24 * 60 * 60 * 1000;

const Entry = v.object({
  of: v.string(),
  push: v.optional(v.boolean()),
  admin: v.optional(v.boolean()),
  at: v.number(),
});
type Entry = v.InferOutput<typeof Entry>;
const Stored = storedList(Entry);

/** The permissions of accounts in the repositories whose views are visible. */
export class OwnRights {
  readonly #memory: Memento;
  readonly #log: Log;
  readonly #requested = new Set<string>();

  /** `memory` is the storage of the workspace. */
  constructor(memory: Memento, log: Log) {
    this.#memory = memory;
    this.#log = log;
  }

  /**
   * Requests the permissions unless the record or a known answer has them. At most one request.
   * Does nothing without a record: a view must not cost more than its list.
   */
  async ask({ connection, knownRepositories, name }: RepositoryPlace): Promise<void> {
    const login = connection.account?.login;
    if (login === undefined || !knownRepositories.needsPermissionRequest(name, login)) return;
    const of = `${login}@${repositoryKey(name)}`;
    if (!knownRepositories.hasRecord(name, login) || this.#requested.has(of)) return;
    const stored = this.#all().find((one) => one.of === of);
    if (stored !== undefined) {
      knownRepositories.noteOwnPermission(name, login, { push: stored.push, admin: stored.admin });
      return;
    }
    this.#requested.add(of);
    try {
      await requestOwnPermission(connection, knownRepositories, name, { priority: 'background' });
      const others = this.#all().filter((one) => one.of !== of);
      const entry: Entry = { of, ...knownRepositories.permissionsOf(name, login), at: Date.now() };
      await this.#memory.update(key, [entry, ...others].slice(0, limit));
    } catch (error) {
      this.#log.info(`the permissions of the account are not known: ${messageOf(error)}`);
    } finally {
      this.#requested.delete(of);
    }
  }

  #all(): readonly Entry[] {
    const now = Date.now();
    return (readStored(Stored, this.#memory.get(key)) ?? []).filter(({ at }) => now - at < goodFor);
  }
}
