import { ChangeTree, type ChangeNode } from '../drafts/changeTree.ts';
import { isFolder, isGone, type Change } from '../drafts/draft.ts';
import type { BaseFile, Drafts } from '../drafts/drafts.ts';
import type { RemoteRef } from '../../repositories/remoteRef.ts';

const committedChange = { mode: '100644', held: false, from: undefined, conflict: undefined } as const;

/** Drafts, and own commits that the branch as last resolved does not include. A draft hides a commit. No requests. */
export class LocalChanges {
  readonly #remote: RemoteRef;
  readonly #drafts: Drafts;
  /** Own commits since the branch was resolved to `commit`. */
  #committed: { readonly commit: string | undefined; readonly changes: ChangeTree } = {
    commit: undefined,
    changes: new ChangeTree(),
  };

  constructor(remote: RemoteRef, drafts: Drafts) {
    this.#remote = remote;
    this.#drafts = drafts;
  }

  get isEmpty(): boolean {
    return this.#drafts.isEmpty && this.#committedNow().size === 0;
  }

  effective(path: string): Change | undefined {
    return this.#drafts.effective(path) ?? this.committedAt(path);
  }

  namesIn(path: string): ReadonlySet<string> {
    const names = (node: ChangeNode | undefined): Iterable<string> => node?.children.keys() ?? [];
    return new Set([...names(this.#drafts.nodeAt(path)), ...names(this.#committedNow().at(path))]);
  }

  /** Whether drafts or own commits add or change entries below `path`. */
  addsBelow(path: string): boolean {
    if ((this.#drafts.nodeAt(path)?.present ?? 0) > 0) return true;
    const committed = this.#committedNow();
    if ((committed.at(path)?.present ?? 0) === 0) return false;
    return [...committed.below(path)].some(
      (change) => !isGone(change) && this.#drafts.effective(change.path) === undefined,
    );
  }

  paths(): readonly string[] {
    const changes = [...this.#drafts.effectiveBelow(''), ...this.#committedNow().below('')];
    return [...new Set(changes.map(({ path }) => path))];
  }

  foldersBelow(path: string): readonly string[] {
    const folders = this.#drafts.effectiveBelow(path).filter(isFolder);
    return folders.map((folder) => folder.path);
  }

  /** Records an own commit until the branch is resolved again. `file`: undefined if the commit removed it. */
  markCommitted(path: string, file: BaseFile | undefined): void {
    const kind = file === undefined ? 'removed' : 'file';
    const [sha, size] = [file?.sha, file?.size ?? 0];
    const modified = Date.now();
    this.#committedNow().set(path, { ...committedChange, path, kind, base: sha, sha, size, modified });
  }

  /** The own commit at `path` that the resolved branch does not include yet; undefined if there is none. */
  committedAt(path: string): Change | undefined {
    return this.#committedNow().get(path);
  }

  /** The own commits since the last resolve of the branch. Drops older ones. */
  #committedNow(): ChangeTree {
    const commit = this.#remote.state?.head.commit;
    if (this.#committed.commit !== commit) this.#committed = { commit, changes: new ChangeTree() };
    return this.#committed.changes;
  }
}
