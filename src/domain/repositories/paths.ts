import { SharedRequests, type SharedOptions } from '../../api/throttle/sharedPriority.ts';
import { isFailure } from '../../core/errors.ts';
import { objectName, type HostObjects } from '../objects/objectStore.ts';
import { PathIndex } from '../objects/pathIndex.ts';
import type { ResolvedRef } from '../refs/refs.ts';
import { inApi, type RequestOptions, type Source } from '../hosts/source.ts';
import type { Trees } from '../objects/trees.ts';

export type PathsInGit = (commit: string) => Promise<readonly string[] | undefined>;

/** From git, else GET …/file_list. The request names the ref, so the list is stored once the ref is confirmed. */
export class Paths {
  readonly #source: Source;
  readonly #head: ResolvedRef;
  readonly #objects: HostObjects;
  readonly #trees: Trees;
  readonly #inGit: PathsInGit;
  readonly #running = new SharedRequests<'paths', PathIndex | undefined>();
  #index: PathIndex | 'none' | undefined;
  #unconfirmed: string | undefined;

  constructor(source: Source, head: ResolvedRef, objects: HostObjects, trees: Trees, inGit: PathsInGit) {
    this.#source = source;
    this.#head = head;
    this.#objects = objects;
    this.#trees = trees;
    this.#inGit = inGit;
  }

  /** See `SharedRequests.restart`. */
  restart(): void {
    this.#running.restart();
  }

  async find(): Promise<PathIndex | undefined> {
    const commit = this.#head.commit;
    if (this.#index === undefined && commit !== undefined) {
      const bytes = await this.#objects.find(objectName('paths', commit));
      this.#index ??= bytes === undefined ? 'none' : new PathIndex(new TextDecoder().decode(bytes).split('\n'));
    }
    if (this.#index === 'none' && commit !== undefined) {
      // The commit can be fetched at any time.
      const paths = await this.#inGit(commit);
      if (paths !== undefined) this.#index = new PathIndex(paths);
    }
    return this.#index === 'none' ? undefined : this.#index;
  }

  /** The list; undefined if the service has no list, or the list of another commit. */
  async load(options: RequestOptions): Promise<PathIndex | undefined> {
    const commit = this.#head.commit;
    if (commit === undefined) return new PathIndex([]);
    const work = (shared: SharedOptions): Promise<PathIndex | undefined> => this.#fetch(commit, shared);
    return (await this.find()) ?? (await this.#running.run('paths', work, options));
  }

  /** Reports that the ref is still at this commit. */
  confirm(): void {
    const commit = this.#head.commit;
    if (this.#unconfirmed === undefined || commit === undefined) return;
    this.#objects.keep(objectName('paths', commit), new TextEncoder().encode(this.#unconfirmed));
    this.#unconfirmed = undefined;
  }

  async #fetch(commit: string, options: RequestOptions): Promise<PathIndex | undefined> {
    try {
      const { api } = await this.#source.connect();
      const { kind, name } = this.#head;
      const ref_name = kind === 'branch' ? name : commit;
      const paths = await api.files.paths({ ...inApi(this.#source), ref_name }, options);
      const index = new PathIndex(paths);
      if (!(await this.#fits(index, commit))) return undefined;
      this.#index = index;
      this.#unconfirmed = index.paths.join('\n');
      if (this.#head.kind !== 'branch') this.confirm();
      return index;
    } catch (error) {
      if (isFailure(error, 'missing', 'forbidden', 'refused', 'invalid', 'unreadable', 'broken')) return undefined;
      throw error;
    }
  }

  /** Compares the entries of the root: for an unknown ref, a service may return the list of another branch. */
  async #fits(index: PathIndex, commit: string): Promise<boolean> {
    const root = await this.#trees.findRoot(commit);
    if (root === undefined) return true;
    const children = index.children('');
    for (const [name, kind] of children)
      if ((root.entries.get(name)?.kind === 'folder') !== (kind === 'folder')) return false;
    for (const [name, { kind }] of root.entries)
      if ((kind === 'file' || kind === 'folder') && !children.has(name)) return false;
    return true;
  }
}
