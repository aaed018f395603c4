import { itemAt } from '../../core/list.ts';
import { isSafeName } from '../hosting/address.ts';

/** All paths of a repository at one commit, sorted, so that a folder is a range of them. Folders are known by what is in them. */
export class PathIndex {
  /** Sorted by UTF-16 code units. */
  readonly paths: readonly string[];

  /** Paths with names that cannot be part of one are left out. */
  constructor(paths: readonly string[]) {
    this.paths = [...new Set(paths)].filter((path) => path.split('/').every(isSafeName)).sort();
  }

  kind(path: string): 'file' | 'folder' | undefined {
    if (path === '' || this.#startsWith(this.#lowerBound(`${path}/`), `${path}/`)) return 'folder';
    return this.paths[this.#lowerBound(path)] === path ? 'file' : undefined;
  }

  /** What the folder `folder` (empty: the root) holds, by name. */
  children(folder: string): ReadonlyMap<string, 'file' | 'folder'> {
    const prefix = folder === '' ? '' : `${folder}/`;
    const found = new Map<string, 'file' | 'folder'>();
    for (let at = this.#lowerBound(prefix); this.#startsWith(at, prefix);) {
      const rest = itemAt(this.paths, at).slice(prefix.length);
      const slash = rest.indexOf('/');
      if (slash < 0) {
        found.set(rest, 'file');
        at += 1;
      } else {
        const name = rest.slice(0, slash);
        found.set(name, 'folder');
        // `0` is what follows the slash, so this is the first path beyond the folder.
        at = this.#lowerBound(`${prefix}${name}0`);
      }
    }
    return found;
  }

  /** The file that stands where `path` would need a folder: a symbolic link or submodule, seen as a path. */
  fileAbove(path: string): string | undefined {
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      const above = path.slice(0, slash);
      if (this.kind(above) === 'file') return above;
    }
    return undefined;
  }

  #startsWith(at: number, prefix: string): boolean {
    return this.paths[at]?.startsWith(prefix) ?? false;
  }

  /** The place of the first path that is not before `path`. */
  #lowerBound(path: string): number {
    let low = 0;
    let high = this.paths.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (itemAt(this.paths, middle) < path) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
