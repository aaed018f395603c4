/** Milliseconds within which listed folders belong to one walk. */
const walkTime = 10_000;
const mostFolders = 3;

/** Detects that a program or a user walks through a repository: more than three folders are listed in a short time. */
export class WalkDetector {
  readonly #now: () => number;
  readonly #listed = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether a walk lists `path`. Parents of a folder do not count: the editor lists them to show one file. */
  note(path: string): boolean {
    const now = this.#now();
    for (const [folder, time] of this.#listed) {
      if (now - time > walkTime || contains(folder, path)) this.#listed.delete(folder);
    }
    if (![...this.#listed.keys()].some((folder) => contains(path, folder))) this.#listed.set(path, now);
    if (this.#listed.size <= mostFolders) return false;
    this.#listed.clear();
    return true;
  }
}

const contains = (folder: string, path: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
