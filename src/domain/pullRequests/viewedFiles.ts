import { readStored, storedTexts } from '../../core/storage.ts';
import { permissions, type Difference } from '../repositories/compare.ts';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';

const key = 'pullRequests.viewed';
const mostMarks = 1_000;

export interface MarksMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface ViewedPullRequest {
  readonly name: RepositoryName;
  readonly login: string | undefined;
  readonly number: string;
}

/** Which files of pull requests the user has viewed. A file whose content, kind or mode changed is not viewed any more. */
export class ViewedFiles {
  readonly #memory: MarksMemory;

  constructor(memory: MarksMemory) {
    this.#memory = memory;
  }

  has(pull: ViewedPullRequest, file: Difference): boolean {
    return this.#marks.has(markOf(pull, file));
  }

  async set(pull: ViewedPullRequest, files: readonly Difference[], viewed: boolean): Promise<void> {
    const marks = new Set(this.#marks);
    for (const mark of files.map((file) => markOf(pull, file))) {
      marks.delete(mark);
      if (viewed) marks.add(mark);
    }
    await this.#memory.update(key, [...marks].slice(-mostMarks));
  }

  /** The oldest first. Other windows change them too. */
  get #marks(): ReadonlySet<string> {
    const stored = this.#memory.get(key);
    if (stored !== this.#read.stored) {
      this.#read = { stored, marks: new Set(readStored(storedTexts, stored)) };
    }
    return this.#read.marks;
  }

  /** What the memory had last, because thousands of rows ask. */
  #read: { readonly stored: unknown; readonly marks: ReadonlySet<string> } = { stored: undefined, marks: new Set() };
}

/** A removed file is known by what it was. */
const markOf = ({ name, login = '', number }: ViewedPullRequest, { path, base, head }: Difference): string =>
  [repositoryKey(name), login, number, head === undefined ? `-${markOfEntry(base)}` : markOfEntry(head), path].join(
    ' ',
  );

/** Of a usual file only the sha, as earlier versions stored it. */
function markOfEntry(entry: Difference['base']): string {
  const mode = permissions(entry);
  const isUsual = entry?.kind === 'file' && (mode === undefined || mode === '644');
  return isUsual ? entry.sha : `${entry?.kind}:${mode ?? ''}:${entry?.sha}`;
}
