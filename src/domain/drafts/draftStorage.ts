import { mapLimited } from '../../core/async.ts';
import type { Storage, StoredEntry } from '../../core/storage.ts';
import { decodeDraft, type Change, type DraftBranch, type StoredDraft } from './draft.ts';
import { blobSha } from '../objects/gitSha.ts';

const folder = 'drafts';

/** A short name that is safe anywhere. */
export const nameHash = (text: string): Promise<string> => blobSha(new TextEncoder().encode(text));

/** What storage calls `branch`. */
export async function branchHash({ host, owner, repo, account, branch }: DraftBranch): Promise<string> {
  return await nameHash(JSON.stringify([host, account ?? '', owner.toLowerCase(), repo.toLowerCase(), branch]));
}

/** Name of the folder in storage that keeps the drafts of `branch`. */
export const draftFolder = async (branch: DraftBranch): Promise<string> => `${folder}/${await branchHash(branch)}`;

/** A draft without its bytes. */
export type DraftHeader = Omit<StoredDraft, 'bytes'>;

/** Files that are read at the same time. */
const atOnce = 16;

/** What was read of a file, and how that file was then. */
interface Read {
  readonly size: number;
  readonly modified: number;
  /** Milliseconds since 1970. */
  readonly readAt: number;
  readonly draft: DraftHeader | undefined;
}

/** Milliseconds in which a file system may give two writes the same time; some tell only every second one. */
const clockTick = 2_000;

/** Reads the drafts below a folder of storage, each again only where it was written since. */
export class DraftReader {
  readonly #storage: Storage;
  readonly #folder: string;
  #known: ReadonlyMap<string, Read> = new Map();

  constructor(storage: Storage, name: string) {
    this.#storage = storage;
    this.#folder = name;
  }

  /** What is no draft is left alone. */
  async read(): Promise<DraftHeader[]> {
    const entries = await this.#storage.list(this.#folder);
    const read = await mapLimited(entries, atOnce, (entry) => this.#read(entry));
    this.#known = new Map(read.map((one, index) => [entries[index]?.name ?? '', one]));
    return read.flatMap(({ draft }) => (draft === undefined ? [] : [draft]));
  }

  async #read({ name, size, modified }: StoredEntry): Promise<Read> {
    const known = this.#known.get(name);
    const same = known?.size === size && known.modified === modified && known.readAt - modified > clockTick;
    return same ? known : { size, modified, readAt: Date.now(), draft: await this.#header(name) };
  }

  async #header(name: string): Promise<DraftHeader | undefined> {
    const bytes = await this.#storage.read(name);
    const draft = bytes === undefined ? undefined : decodeDraft(bytes);
    return draft && { layer: draft.layer, branch: draft.branch, change: draft.change };
  }
}

/** What is not committed on one branch. */
export interface DraftedBranch {
  readonly branch: DraftBranch;
  /** As a reader sees them, by path. */
  readonly changes: readonly Change[];
}

/** Every branch that has drafts on this computer, told anew by each call of the function that is returned. */
export function branchesWithDrafts(storage: Storage): () => Promise<readonly DraftedBranch[]> {
  const reader = new DraftReader(storage, folder);
  return async () => {
    const found = new Map<string, { branch: DraftBranch; changes: Map<string, Change> }>();
    const all = await reader.read();
    // Working changes come last: they are what is seen.
    for (const layer of ['staged', 'working'] as const) {
      for (const { branch, change } of all.filter((draft) => draft.layer === layer)) {
        const { host, owner, repo, account } = branch;
        const key = JSON.stringify([host, account, owner.toLowerCase(), repo.toLowerCase(), branch.branch]);
        const entry = found.get(key) ?? { branch, changes: new Map<string, Change>() };
        entry.changes.set(change.path, change);
        found.set(key, entry);
      }
    }
    return [...found.values()].map(({ branch, changes }) => ({
      branch,
      changes: [...changes.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    }));
  };
}

/** Whether there are drafts at all, without reading them. */
export async function hasDrafts(storage: Storage): Promise<boolean> {
  return (await storage.list(folder)).some(({ name }) => !name.endsWith('/journal'));
}
