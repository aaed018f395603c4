import type { Storage } from '../core/storage.ts';
import { decodeDraft, type Change, type DraftBranch, type StoredDraft } from './draft.ts';
import { blobSha } from './gitSha.ts';

const folder = 'drafts';

/** A short name that is safe anywhere. */
export const nameHash = (text: string): Promise<string> => blobSha(new TextEncoder().encode(text));

/** Name of the folder in storage that keeps the drafts of `branch`. */
export async function draftFolder(branch: DraftBranch): Promise<string> {
  const { host, owner, repo, account, branch: name } = branch;
  return `${folder}/${await nameHash(JSON.stringify([host, account ?? '', owner.toLowerCase(), repo.toLowerCase(), name]))}`;
}

/** Every draft below a folder of storage; what is no draft is left alone. */
export async function storedDrafts(storage: Storage, name: string): Promise<StoredDraft[]> {
  const drafts: StoredDraft[] = [];
  for (const entry of await storage.list(name)) {
    const bytes = await storage.read(entry.name);
    const draft = bytes === undefined ? undefined : decodeDraft(bytes);
    if (draft !== undefined) drafts.push(draft);
  }
  return drafts;
}

/** What is not committed on one branch. */
export interface DraftedBranch {
  readonly branch: DraftBranch;
  /** As a reader sees them, by path. */
  readonly changes: readonly Change[];
}

/** Every branch that has drafts on this computer. */
export async function branchesWithDrafts(storage: Storage): Promise<readonly DraftedBranch[]> {
  const found = new Map<string, { branch: DraftBranch; changes: Map<string, Change> }>();
  // Working changes come last: they are what is seen.
  const all = (await storedDrafts(storage, folder)).sort((a, b) => a.layer.localeCompare(b.layer));
  for (const { branch, change } of all) {
    const key = await draftFolder(branch);
    const entry = found.get(key) ?? { branch, changes: new Map<string, Change>() };
    entry.changes.set(change.path, change);
    found.set(key, entry);
  }
  return [...found.values()].map(({ branch, changes }) => ({
    branch,
    changes: [...changes.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
  }));
}

/** Whether there are drafts at all, without reading them. */
export async function hasDrafts(storage: Storage): Promise<boolean> {
  return (await storage.list(folder)).some(({ name }) => !name.endsWith('/journal'));
}
