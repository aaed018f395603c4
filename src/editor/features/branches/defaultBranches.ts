import * as v from 'valibot';
import { workspace, type Memento } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { readStored, storedList } from '../../../core/storage.ts';
import { readRepository } from '../../../domain/hosts/repositoryRecord.ts';
import { sameRepository, type RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import { repositoryKey, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { KnownRepositories } from '../../../domain/hosts/knownRepositories.ts';
import type { Git } from '../../kit/git.ts';
import type { ActiveRepository } from '../../kit/rows/activeRepository.ts';
import type { RepositoryPlace } from '../../kit/rows/place.ts';

const key = 'defaultBranches';
const limit = 20;
/** Milliseconds for which a stored default branch is used. It changes rarely. */
const goodFor = 24 * 60 * 60 * 1000;

const Stored = storedList(v.object({ repository: v.string(), branch: v.string(), at: v.number() }));

interface DefaultBranchesParts {
  readonly knownRepositories: KnownRepositories;
  readonly active: ActiveRepository;
  readonly git: Git;
  /** The storage of the workspace. */
  readonly memory: Memento;
  readonly log: Log;
}

/** The default branch of the active repository, for lists of branches that do not tell it. */
export class DefaultBranches {
  readonly #parts: DefaultBranchesParts;
  #recalling: Promise<void> = Promise.resolve();

  constructor(parts: DefaultBranchesParts) {
    this.#parts = parts;
  }

  /** Notes the default branch without a request: from the storage, or from a clone on this computer. */
  recall({ name }: RepositoryAt): void {
    const { knownRepositories, log } = this.#parts;
    if (knownRepositories.get(name).defaultBranch !== undefined) return;
    const seen = this.#all().find(({ repository }) => repository === repositoryKey(name));
    if (seen !== undefined) knownRepositories.note(name, { defaultBranch: seen.branch });
    else {
      this.#recalling = this.#ofClone(name).catch((error: unknown) =>
        log.warn(`the default branch of a clone cannot be read: ${messageOf(error)}`),
      );
    }
  }

  async keep(name: RepositoryName): Promise<void> {
    const branch = this.#parts.knownRepositories.get(name).defaultBranch;
    const repository = repositoryKey(name);
    const all = this.#all();
    if (branch === undefined || all.some((one) => one.repository === repository && one.branch === branch)) return;
    const others = all.filter((one) => one.repository !== repository);
    await this.#parts.memory.update(key, [{ repository, branch, at: Date.now() }, ...others].slice(0, limit));
  }

  /** Requests it if it is still unknown while the branches are visible. The response is noted as a record. */
  async ask(place: RepositoryPlace): Promise<void> {
    await this.#recalling;
    const { knownRepositories, log } = this.#parts;
    if (knownRepositories.get(place.name).defaultBranch !== undefined) return;
    try {
      await readRepository(place.connection.api, place.name, { priority: 'background' });
    } catch (error) {
      log.info(`the default branch is not known: ${messageOf(error)}`);
    }
  }

  async #ofClone(name: RepositoryName): Promise<void> {
    const { active, git, knownRepositories } = this.#parts;
    for (const { uri } of workspace.workspaceFolders ?? []) {
      const local = git.at(uri);
      if (local === undefined || !sameRepository(active.of(uri), { name, account: undefined })) continue;
      const defaultBranch = await git.defaultBranch(local.root, local.upstream ?? 'origin');
      if (defaultBranch !== undefined) knownRepositories.note(name, { defaultBranch });
    }
  }

  #all(): v.InferOutput<typeof Stored> {
    const now = Date.now();
    return (readStored(Stored, this.#parts.memory.get(key)) ?? []).filter(({ at }) => now - at < goodFor);
  }
}
