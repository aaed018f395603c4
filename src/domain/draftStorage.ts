import type { Storage } from '../core/storage.ts';
import { decodeDraft, type DraftBranch, type StoredDraft } from './draft.ts';
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

/** Every branch that has drafts on this computer, with how many. */
export async function branchesWithDrafts(
  storage: Storage,
): Promise<readonly { readonly branch: DraftBranch; readonly count: number }[]> {
  const found = new Map<string, { branch: DraftBranch; paths: Set<string> }>();
  for (const { branch, change } of await storedDrafts(storage, folder)) {
    const key = await draftFolder(branch);
    const entry = found.get(key) ?? { branch, paths: new Set<string>() };
    entry.paths.add(change.path);
    found.set(key, entry);
  }
  return [...found.values()].map(({ branch, paths }) => ({ branch, count: paths.size }));
}
