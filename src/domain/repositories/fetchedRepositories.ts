import * as v from 'valibot';
import { nameSegment, parseStored, type Storage } from '../../core/storage.ts';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';
import { blobSha } from '../objects/gitSha.ts';

/** A repository of which git has objects on this computer. */
export interface FetchedRepository extends RepositoryName {
  readonly login: string | undefined;
  /** Whether everyone can read it. False if the service did not tell. */
  readonly isPublic: boolean;
  /** The commits that are available offline, by branch or tag. */
  readonly offline: ReadonlyMap<string, string>;
}

const Stored = v.object({
  host: v.string(),
  owner: v.string(),
  repo: v.string(),
  login: v.optional(v.string()),
  isPublic: v.optional(v.boolean(), false),
  offline: v.optional(v.record(v.string(), v.string()), {}),
});

const folder = 'repositories';

/** The records of all fetched repositories, one file for each. All windows share them. */
export class FetchedRepositories {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async all(host?: string): Promise<readonly FetchedRepository[]> {
    const entries = await this.#storage.list(host === undefined ? folder : folderOf(host));
    const records = await Promise.all(entries.map(({ name }) => this.#read(name)));
    return records.filter((record) => record !== undefined);
  }

  async get(name: RepositoryName): Promise<FetchedRepository | undefined> {
    return await this.#read(await fileOf(name));
  }

  async update(
    name: RepositoryName,
    change: (record: FetchedRepository | undefined) => FetchedRepository,
  ): Promise<FetchedRepository> {
    const file = await fileOf(name);
    return await this.#storage.lock(file, {}, async () => {
      const record = change(await this.#read(file));
      await this.#storage.write(file, new TextEncoder().encode(encode(record)));
      return record;
    });
  }

  async forget(names: readonly RepositoryName[]): Promise<void> {
    for (const name of names) await this.#storage.remove(await fileOf(name));
  }

  async #read(file: string): Promise<FetchedRepository | undefined> {
    const stored = parseStored(Stored, await this.#storage.read(file));
    return stored && { ...stored, login: stored.login, offline: new Map(Object.entries(stored.offline)) };
  }
}

const folderOf = (host: string): string => `${folder}/${nameSegment(host)}`;

async function fileOf(name: RepositoryName): Promise<string> {
  return `${folderOf(name.host)}/${await blobSha(new TextEncoder().encode(repositoryKey(name)))}`;
}

function encode({ offline, ...record }: FetchedRepository): string {
  return JSON.stringify({ ...record, offline: Object.fromEntries(offline) });
}
