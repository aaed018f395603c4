import { itemAt } from '../../core/list.ts';
import { isFilePath } from '../hosts/address.ts';
import { readablePath } from './readablePath.ts';

/** All file paths of a repository at one commit, sorted: a folder is a range of paths, and exists if it has a file. */
export class PathIndex {
  /** Sorted by UTF-16 code units. */
  readonly paths: readonly string[];

  /** Paths with an unsafe segment are left out. */
  constructor(paths: readonly string[]) {
    this.paths = [...new Set(paths.map(readablePath))].filter(isFilePath).sort();
  }

  /** Number of files and folders, without the root. */
  get entryCount(): number {
    const folders = new Set<string>();
    for (const path of this.paths) {
      let end = path.lastIndexOf('/');
      for (; end > 0 && !folders.has(path.slice(0, end)); end = path.lastIndexOf('/', end - 1)) {
        folders.add(path.slice(0, end));
      }
    }
    return this.paths.length + folders.size;
  }

  kind(path: string): 'file' | 'folder' | undefined {
    if (path === '' || this.#startsWith(this.#lowerBound(`${path}/`), `${path}/`)) return 'folder';
    return this.paths[this.#lowerBound(path)] === path ? 'file' : undefined;
  }

  /** The entries of `folder` (`''`: the root), by name. */
  children(folder: string): ReadonlyMap<string, 'file' | 'folder'> {
    const prefix = folder === '' ? '' : `${folder}/`;
    const entries = new Map<string, 'file' | 'folder'>();
    for (let at = this.#lowerBound(prefix); this.#startsWith(at, prefix);) {
      const rest = itemAt(this.paths, at).slice(prefix.length);
      const slash = rest.indexOf('/');
      if (slash < 0) {
        entries.set(rest, 'file');
        at += 1;
      } else {
        const name = rest.slice(0, slash);
        entries.set(name, 'folder');
        // `0` is the character after the slash, so this is the first path after the folder.
        at = this.#lowerBound(`${prefix}${name}0`);
      }
    }
    return entries;
  }

  /** The file at a parent path of `path`, that is a symbolic link or a submodule; undefined if there is none. */
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
