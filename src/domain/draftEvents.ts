import type { Change } from './draft.ts';
import type { Drafts } from './drafts.ts';
import type { FileChange } from './fileChanges.ts';

/** Remembers what a reader of a branch saw of its drafts, and tells what changed for him. */
export class DraftEvents {
  readonly #drafts: Drafts;
  readonly #landed: (path: string) => Change | undefined;
  #seen: ReadonlyMap<string, Change>;

  /** `landed`: what was committed from here and now stands at a path instead of a draft. */
  constructor(drafts: Drafts, landed: (path: string) => Change | undefined) {
    this.#drafts = drafts;
    this.#landed = landed;
    this.#seen = seenOf(drafts);
  }

  /**
   * What changed at `paths` since the last call, with folders that came with their first file; `emptied` are those whose
   * last draft went. `inBranch`: files that the branch itself has by now, whatever it had when their drafts began.
   */
  next(
    paths: readonly string[],
    inBranch: ReadonlySet<string> = new Set(),
  ): { readonly changes: readonly FileChange[]; readonly emptied: readonly string[] } {
    const before = this.#seen;
    const now = seenOf(this.#drafts);
    this.#seen = now;
    const changes = new Map<string, FileChange>();
    const emptied = new Set<string>();
    for (const path of paths) {
      const [was, is] = [before.get(path), now.get(path) ?? this.#landed(path)];
      const type = typeOf(was, is, inBranch.has(path));
      if (type === undefined) continue;
      changes.set(path, { path, type, sha: is?.sha });
      const [without, within] = type === 'created' ? [before, now] : [now, before];
      if (type === 'changed') continue;
      for (const folder of foldersOf(path)) {
        if (holds(without, folder) || !holds(within, folder)) continue;
        if (type === 'deleted') emptied.add(folder);
        else if (!changes.has(folder)) changes.set(folder, { path: folder, type, sha: undefined });
      }
    }
    return { changes: [...changes.values()], emptied: [...emptied] };
  }
}

const seenOf = (drafts: Drafts): ReadonlyMap<string, Change> =>
  new Map(drafts.effectiveBelow('').map((change) => [change.path, change]));

function typeOf(was: Change | undefined, is: Change | undefined, inBranch: boolean): FileChange['type'] | undefined {
  if (was === undefined && is === undefined) return undefined;
  const before = was === undefined ? is?.base !== undefined : was.kind !== 'removed';
  const now = is === undefined ? inBranch || was?.base !== undefined : is.kind !== 'removed';
  if (before && now) return was?.sha === is?.sha && was?.kind === is?.kind ? undefined : 'changed';
  if (before === now) return undefined;
  return now ? 'created' : 'deleted';
}

/** Folders above `path`, the nearest first. */
function foldersOf(path: string): string[] {
  const found: string[] = [];
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
    found.push(path.slice(0, slash));
  return found;
}

const holds = (changes: ReadonlyMap<string, Change>, folder: string): boolean =>
  [...changes.values()].some(({ path, kind }) => kind !== 'removed' && path.startsWith(`${folder}/`));
