import { LRUCache } from 'lru-cache';
import type { FileChange } from './fileChanges.ts';
import type { CommitTree } from './commitTree.ts';
import type { RequestOptions } from '../hosting/source.ts';

interface Answered {
  /** Undefined: there was no file any more. */
  readonly sha: string | undefined;
  readonly commit: string | undefined;
}

/** The files of a branch that were read in this window, each with what was last answered or told of it. */
export class ReadFiles {
  readonly #answered = new LRUCache<string, Answered>({ max: 10_000 });

  note(path: string, answered: Answered): void {
    this.#answered.set(path, answered);
  }

  /** `changes` were told: of the files that were read, this is the last that was. */
  noteTold(changes: readonly FileChange[], commit: string | undefined): void {
    for (const { path, sha } of changes) if (this.#answered.has(path)) this.note(path, { sha, commit });
  }

  /** What is another file at `snapshot`. Asks the service only about files that were not read at its commit. */
  async changesAt(snapshot: CommitTree, asking: RequestOptions): Promise<readonly FileChange[]> {
    const changes: FileChange[] = [];
    for (const [path, before] of [...this.#answered.entries()]) {
      if (before.commit === snapshot.root) continue;
      const sha = (await snapshot.find(path, asking))?.sha;
      this.note(path, { sha, commit: snapshot.root });
      if (sha === before.sha) continue;
      changes.push({
        path,
        type: sha === undefined ? 'deleted' : before.sha === undefined ? 'created' : 'changed',
        sha,
      });
    }
    return changes;
  }
}
