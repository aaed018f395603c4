import { forbidden, invalid, Refusal } from './answer.ts';
import type { Call } from './call.ts';
import type { Commit, Place, Signature, TreeEntry } from './git/objects.ts';
import type { GitRepository } from './git/repository.ts';
import { demandPush } from './protection.ts';
import { announcePush } from './push.ts';
import type { Repository } from './state.ts';

interface Written {
  readonly commit: Commit;
  readonly branch: string;
  readonly path: string;
  /** The entry at the path now; undefined after a removal. */
  readonly entry: TreeEntry | undefined;
  readonly repository: Repository;
}

/**
 * Commits a change of one path. `change` receives the present entry and returns the new one; undefined removes it.
 * Refuses if the branch is missing or protected, or if `change` refuses.
 */
export async function commitChange(
  call: Call,
  change: (old: TreeEntry | undefined, store: (content: string) => Promise<string>) => Promise<Place | undefined>,
): Promise<Written> {
  const repository = call.writable();
  const git = await repository.git();
  const { user } = call;
  const branch = call.optionalText('branch') ?? repository.defaultBranch;
  const path = validPath(call.text('path'));
  demandPush(call, repository, branch, user.login);
  if ((repository.lfsLocks.get(path) ?? user.login) !== user.login) throw forbidden('The file is locked');
  const written = await git.exclusively(async (): Promise<Written & { head: string | undefined }> => {
    const { branches } = await git.refs();
    const head = branches.get(branch);
    if (head === undefined && branches.size > 0)
      throw new Refusal(call.habits.missingBranch, `404 Branch Not Found: ${branch}`, { code: 404 });
    const base = head === undefined ? undefined : await git.commit(head);
    const old = base === undefined ? undefined : await git.entry(base.tree, path);
    if (base !== undefined) await demandFolders(git, base.tree, path);
    const place = await change(old, (content) => git.store('blob', decodeContent(call, content)));
    const tree = await git.replace(base?.tree, new Map([[path, place]]));
    const signed = signatures(call);
    const parents = head === undefined ? [] : [head];
    const sha = await git.makeCommit({ tree, parents, ...signed, message: call.text('message') });
    await git.updateRef(`refs/heads/${branch}`, sha, head);
    const commit = await git.commit(sha);
    if (commit === undefined) throw new Refusal(500, 'The commit was lost');
    const entry = place === undefined ? undefined : { ...place, name: path.slice(path.lastIndexOf('/') + 1) };
    return { commit, branch, path, entry, repository, head };
  });
  if (written.head === undefined) repository.defaultBranch = branch;
  await announcePush(call.host, repository, user, {
    ref: `refs/heads/${branch}`,
    from: written.head ?? null,
    to: written.commit.sha,
  });
  return written;
}

/** Refuses if a part of the path is a file. */
async function demandFolders(git: GitRepository, tree: string, path: string): Promise<void> {
  const parts = path.split('/').slice(0, -1);
  for (let count = 1; count <= parts.length; count += 1) {
    const folder = parts.slice(0, count).join('/');
    const entry = await git.entry(tree, folder);
    if (entry === undefined) return;
    if (entry.mode !== '040000') throw new Refusal(400, `The path cannot be created: ${folder} is a file`);
  }
}

/** A path that git and every file system can take; refuses others. */
function validPath(path: string): string {
  const parts = path.split('/');
  if (parts.some((part) => ['', '.', '..'].includes(part) || /^\.git$/i.test(part) || part.includes('\0')))
    throw invalid('path is invalid');
  if (parts.some((part) => Buffer.byteLength(part) > 255)) throw invalid('path is too long');
  return path;
}

/** Invalid Base64 silently becomes an empty file, as at the live service; a correct client never sends it. */
function decodeContent(call: Call, content: string): Buffer {
  const plain = content.replace(/\s/g, '');
  if (plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain)) return Buffer.from(plain, 'base64');
  call.violate('content is not Base64');
  return Buffer.alloc(0);
}

function signatures(call: Call): { author: Signature; committer: Signature } {
  const { name, email } = call.user;
  const own: Signature = { name, email, time: Date.now(), zone: '+0800' };
  const signed = (role: string): Signature => ({
    ...own,
    name: call.text(`${role}[name]`).trim() || name,
    email: call.text(`${role}[email]`).trim() || email,
  });
  return { author: signed('author'), committer: signed('committer') };
}
