import { mapLimited } from '../../../core/async.ts';
import { parentOf } from '../../../core/path.ts';
import { moveDamaged, type Storage, type StoredEntry } from '../../../core/storage.ts';
import { foldCase } from '../../../core/text.ts';
import { decodeDraft, type Change, type DraftBranch, type Layer, type StoredDraft } from './draft.ts';
import { blobSha } from '../../objects/gitSha.ts';

const folder = 'drafts';

export const nameHash = (text: string): Promise<string> => blobSha(new TextEncoder().encode(text));

export async function branchHash({ host, owner, repo, account, branch }: DraftBranch): Promise<string> {
  return await nameHash(JSON.stringify([host, account ?? '', foldCase(owner), foldCase(repo), branch]));
}

export const draftFolder = async (branch: DraftBranch): Promise<string> => `${folder}/${await branchHash(branch)}`;

export type DraftHeader = Omit<StoredDraft, 'bytes'>;

export const draftName = async (branch: DraftBranch, layer: Layer, path: string): Promise<string> =>
  `${await draftFolder(branch)}/${layer}-${await nameHash(path)}`;

/** Undefined if `bytes` are damaged, also if they name another path or branch. */
export async function draftIn(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredDraft | undefined> {
  const draft = decodeDraft(bytes);
  return draft && (await draftName(draft.branch, draft.layer, draft.change.path)) === name ? draft : undefined;
}

/**
 * Moves the file `name` out of the drafts if it is damaged, so that no later save replaces it. Resolves with its new name;
 * undefined if it is a draft or does not exist. Call it under the lock of the branch.
 */
export async function keepDamaged(storage: Storage, name: string): Promise<string | undefined> {
  const bytes = await storage.read(name);
  if (bytes === undefined || (await draftIn(name, bytes)) !== undefined) return undefined;
  return await moveDamaged(storage, name, bytes);
}

/** The folder also has the journal of a commit. */
const isDraftName = (name: string): boolean => /\/(?:working|staged)-[^/]+$/.test(name);

const filesAtOnce = 16;

interface DraftFile {
  readonly size: number;
  readonly modified: number;
  /** Milliseconds since 1970. */
  readonly readAt: number;
  readonly draft: DraftHeader | undefined;
}

/** Milliseconds. A file system can give two writes within this time the same timestamp; some have only seconds. */
const clockTick = 2_000;

/** Reads the drafts below a storage folder. A file is read again only if it was written since the last read. */
export class DraftReader {
  readonly #storage: Storage;
  readonly #folder: string;
  #lastRead: ReadonlyMap<string, DraftFile> = new Map();

  constructor(storage: Storage, name: string) {
    this.#storage = storage;
    this.#folder = name;
  }

  async read(): Promise<DraftHeader[]> {
    const entries = await this.#storage.list(this.#folder);
    const read = await mapLimited(entries, filesAtOnce, (entry) => this.#read(entry));
    this.#lastRead = new Map(read.map((one, index) => [entries[index]?.name ?? '', one]));
    return read.flatMap(({ draft }) => (draft === undefined ? [] : [draft]));
  }

  /** The files of the last `read` that may be damaged, see `keepDamaged`. */
  get damaged(): readonly string[] {
    return [...this.#lastRead].flatMap(([name, { draft }]) => (draft === undefined && isDraftName(name) ? [name] : []));
  }

  async #read({ name, size, modified }: StoredEntry): Promise<DraftFile> {
    const previous = this.#lastRead.get(name);
    const same = previous?.size === size && previous.modified === modified && previous.readAt - modified > clockTick;
    return same ? previous : { size, modified, readAt: Date.now(), draft: await this.#header(name) };
  }

  async #header(name: string): Promise<DraftHeader | undefined> {
    const bytes = await this.#storage.read(name);
    const draft = bytes && (await draftIn(name, bytes));
    return draft && { layer: draft.layer, branch: draft.branch, change: draft.change };
  }
}

export interface DraftedBranch {
  readonly branch: DraftBranch;
  /** The effective changes (working over staged), sorted by path. */
  readonly changes: readonly Change[];
}

/** Returns a function that reads all branches with drafts on this computer. `onDamaged`: see `DraftStore`. */
export function branchesWithDrafts(
  storage: Storage,
  onDamaged: (name: string) => void = () => undefined,
): () => Promise<readonly DraftedBranch[]> {
  const reader = new DraftReader(storage, folder);
  return async () => {
    const branches = new Map<string, { branch: DraftBranch; changes: Map<string, Change> }>();
    const all = await reader.read();
    for (const name of reader.damaged) {
      const keep = (): Promise<string | undefined> => keepDamaged(storage, name);
      // On a disk that is full or read-only the file stays where it is.
      const damagedName = await storage.lock(parentOf(name), {}, keep).catch(() => undefined);
      if (damagedName !== undefined) onDamaged(damagedName);
    }
    // Working changes come last, because they hide staged ones.
    for (const layer of ['staged', 'working'] as const) {
      for (const { branch, change } of all.filter((draft) => draft.layer === layer)) {
        const { host, owner, repo, account } = branch;
        const key = JSON.stringify([host, account, foldCase(owner), foldCase(repo), branch.branch]);
        const entry = branches.get(key) ?? { branch, changes: new Map<string, Change>() };
        entry.changes.set(change.path, change);
        branches.set(key, entry);
      }
    }
    return [...branches.values()].map(({ branch, changes }) => ({
      branch,
      changes: [...changes.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    }));
  };
}

export async function hasDrafts(storage: Storage): Promise<boolean> {
  return (await storage.list(folder)).some(({ name }) => !name.endsWith('/journal'));
}
