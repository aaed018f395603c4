import { ChangeTree, foldersAbove } from './changeTree.ts';
import { isGone, type Change } from './draft.ts';
import type { Drafts } from './drafts.ts';
import type { FileChange } from '../../repositories/fileChanges.ts';

/** Remembers the drafts that a reader of the branch has seen, and computes the file changes since then. */
export class DraftEvents {
  readonly #drafts: Drafts;
  readonly #committed: (path: string) => Change | undefined;
  readonly #seen = new ChangeTree();

  /** `committed`: the local commit that replaced the draft at a path. */
  constructor(drafts: Drafts, committed: (path: string) => Change | undefined) {
    this.#drafts = drafts;
    this.#committed = committed;
    this.restart();
  }

  restart(): void {
    for (const { path } of [...this.#seen.below('')]) this.#seen.set(path, undefined);
    for (const change of this.#drafts.effectiveBelow('')) this.#seen.set(change.path, change);
  }

  /**
   * The file changes since the last call, with folders that appeared. `emptied`: folders without any draft now.
   * `inBranch`: files that the branch has now, whether or not it had them when their drafts began.
   */
  next(
    paths: readonly string[],
    inBranch: ReadonlySet<string> = new Set(),
  ): { readonly changes: readonly FileChange[]; readonly emptied: readonly string[] } {
    const changed: FileChange[] = [];
    const heldBefore = new Map<string, boolean>();
    for (const path of new Set(paths)) {
      const [was, drafted] = [this.#seen.get(path), this.#drafts.effective(path)];
      const is = drafted ?? this.#committed(path);
      const type = typeOf(was, is, inBranch.has(path));
      if (type !== undefined) changed.push({ path, type, sha: is?.sha });
      for (const folder of foldersAbove(path)) if (!heldBefore.has(folder)) heldBefore.set(folder, this.#holds(folder));
      this.#seen.set(path, drafted);
    }
    const changes = new Map<string, FileChange>();
    const emptied = new Set<string>();
    for (const change of changed) {
      const { path, type } = change;
      changes.set(path, change);
      for (const folder of type === 'changed' ? [] : foldersAbove(path)) {
        const [before, now] = [heldBefore.get(folder) === true, this.#holds(folder)];
        if (type === 'deleted' && before && !now) emptied.add(folder);
        else if (type === 'created' && !before && now && !changes.has(folder))
          changes.set(folder, { path: folder, type, sha: undefined });
      }
    }
    return { changes: [...changes.values()], emptied: [...emptied] };
  }

  #holds(folder: string): boolean {
    return (this.#seen.at(folder)?.present ?? 0) > 0;
  }
}

function typeOf(was: Change | undefined, is: Change | undefined, inBranch: boolean): FileChange['type'] | undefined {
  if (was === undefined && is === undefined) return undefined;
  const before = was === undefined ? is?.base !== undefined : !isGone(was);
  const now = is === undefined ? inBranch || was?.base !== undefined : !isGone(is);
  if (before && now) return was?.sha === is?.sha && was?.kind === is?.kind ? undefined : 'changed';
  if (before === now) return undefined;
  return now ? 'created' : 'deleted';
}
