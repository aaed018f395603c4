import * as v from 'valibot';
import { parseStored, type Storage } from '../../../core/storage.ts';
import { draftFolder } from '../drafts/draftStorage.ts';
import type { DraftBranch } from '../drafts/draft.ts';

const Author = v.object({ name: v.string(), email: v.string() });
export type Author = Readonly<v.InferOutput<typeof Author>>;

const Entry = v.object({
  path: v.string(),
  layer: v.picklist(['working', 'staged']),
  /** Blob sha on the server before the commit; undefined: no file. */
  base: v.optional(v.string()),
  /** Blob sha on the server after the commit; undefined: removed. */
  sha: v.optional(v.string()),
  /** `sent`: the result is not known; the server must be asked. */
  state: v.picklist(['waiting', 'sent', 'done']),
});
export type JournalEntry = v.InferOutput<typeof Entry>;

const Stored = v.object({
  version: v.literal(1),
  message: v.string(),
  author: v.optional(Author),
  entries: v.pipe(v.array(Entry), v.readonly()),
  /** Full sha of the commit with all files that are sent; undefined: each file is a commit. */
  commit: v.optional(v.string()),
});

/** The progress of a commit of several files. It is written to disk before each request. */
export type Journal = Readonly<Omit<v.InferOutput<typeof Stored>, 'version'>>;

const nameOf = async (branch: DraftBranch): Promise<string> => `${await draftFolder(branch)}/journal`;

/** The journal of an interrupted commit; undefined if there is none. */
export async function readJournal(storage: Storage, branch: DraftBranch): Promise<Journal | undefined> {
  return parseStored(Stored, await storage.read(await nameOf(branch)));
}

export async function writeJournal(storage: Storage, branch: DraftBranch, journal: Journal): Promise<void> {
  await storage.write(await nameOf(branch), new TextEncoder().encode(JSON.stringify({ version: 1, ...journal })));
}

export async function removeJournal(storage: Storage, branch: DraftBranch): Promise<void> {
  await storage.remove(await nameOf(branch));
}
