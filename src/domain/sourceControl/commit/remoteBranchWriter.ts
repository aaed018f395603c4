import type { DraftContent } from '../drafts/draftStore.ts';
import type { CommitResult } from '../../../api/record/content.ts';
import { toBase64 } from '../../../core/base64.ts';
import { Failure } from '../../../core/errors.ts';
import { baseName, parentOf, pathIn } from '../../../core/path.ts';
import type { Blobs, Bytes } from '../../objects/blobs.ts';
import { foldersAbove } from '../drafts/changeTree.ts';
import type { BaseFile } from '../drafts/drafts.ts';
import type { LocalCommit } from '../../refs/predictedTrees.ts';
import { noBranch } from '../../refs/refs.ts';
import type { CommitTree } from '../../repositories/commitTree.ts';
import type { RemoteRef } from '../../repositories/remoteRef.ts';
import { inApi, type Source } from '../../hosts/source.ts';
import { GitBranchPushes, type GitBranchParts } from './gitBranchPushes.ts';
import type { BranchPushes, CommitText, RemoteBranch } from './writtenBranch.ts';

/** The file of the branch at `path`, links not followed; undefined: none. At most one request per folder. */
export async function baseFile(
  remote: RemoteRef,
  blobs: Blobs,
  path: string,
  signal?: AbortSignal,
): Promise<BaseFile | undefined> {
  const snapshot = await remote.snapshot({ signal });
  const listed = (await snapshot.entries(parentOf(path), { signal }))?.get(baseName(path));
  if (listed === undefined || listed.kind === 'folder' || listed.kind === 'submodule') return undefined;
  const { sha, kind, mode = kind === 'symlink' ? '120000' : '100644' } = listed;
  return { sha, mode, size: blobs.size(sha) ?? 0 };
}

/** Called after a commit with the file that the server now has at `path`; undefined: removed. */
export type OnCommitted = (path: string, file: BaseFile | undefined) => void;

/** Writes to a branch of the service: one file per commit, or all files with git. */
export class RemoteBranchWriter implements RemoteBranch {
  readonly #remote: RemoteRef;
  readonly #blobs: Blobs;
  readonly #source: Source;
  readonly #branch: string;
  readonly #onCommitted: OnCommitted;
  readonly pushes: BranchPushes | undefined;
  #head: string | undefined;
  readonly #commits: LocalCommit[] = [];

  constructor(
    remote: RemoteRef,
    blobs: Blobs,
    source: Source,
    branch: string,
    onCommitted: OnCommitted = () => undefined,
    git?: Pick<GitBranchParts, 'git' | 'account'>,
  ) {
    this.#remote = remote;
    this.#blobs = blobs;
    this.#source = source;
    this.#branch = branch;
    this.#onCommitted = onCommitted;
    this.pushes =
      git &&
      new GitBranchPushes({
        ...git,
        name: remote.name,
        branch,
        head: () => this.head(),
        onPushed: (contents, text, commit) => this.#recordPush(contents, text, commit),
      });
  }

  head(): string | undefined {
    return this.#head ?? this.#remote.state?.head.commit;
  }

  async refresh(signal: AbortSignal, ours = false): Promise<void> {
    const commits = this.#commits.splice(0);
    await this.#remote.checkNow({ signal }, ours ? commits : undefined);
    const head = await this.#remote.head({ signal });
    if (head.kind !== 'branch') throw noBranch(head);
    if (head.name !== this.#branch)
      throw new Failure('conflict', `the default branch is ${head.name} now, not ${this.#branch}`, {
        reason: 'otherDefaultBranch',
        about: [head.name, this.#branch],
      });
    this.#head = head.commit;
  }

  async file(path: string, signal: AbortSignal): Promise<BaseFile | undefined> {
    const entry = await (await this.#remote.snapshot({ signal })).find(path, { signal });
    if (entry?.kind !== 'file' || entry.linked || entry.sha === undefined)
      return await baseFile(this.#remote, this.#blobs, path, signal);
    return { sha: entry.sha, mode: entry.mode ?? '100644', size: this.#blobs.size(entry.sha) ?? 0 };
  }

  async replacedBy(path: string, signal: AbortSignal): Promise<readonly string[]> {
    for (const folder of foldersAbove(path).toReversed())
      if ((await this.file(folder, signal)) !== undefined) return [folder];
    return await filesBelow(await this.#remote.snapshot({ signal }), path, signal);
  }

  async blob(sha: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    return await this.#blobs.load(this.#source, sha, { path: '', ref: this.#branch }, { signal });
  }

  async create(path: string, bytes: Bytes, text: CommitText, signal: AbortSignal): Promise<CommitResult | undefined> {
    const { api } = await this.#source.connect();
    const content = toBase64(bytes);
    const result = confirmed(await api.files.create({ ...this.#at(path), content, ...authored(text) }, { signal }));
    await this.#recordCommit(path, bytes, undefined, text);
    return result;
  }

  async update(
    path: string,
    sha: string,
    bytes: Bytes,
    text: CommitText,
    signal: AbortSignal,
  ): Promise<CommitResult | undefined> {
    const { api } = await this.#source.connect();
    const content = toBase64(bytes);
    const result = confirmed(
      await api.files.update({ ...this.#at(path), sha, content, ...authored(text) }, { signal }),
    );
    await this.#recordCommit(path, bytes, sha, text);
    return result;
  }

  async remove(
    path: string,
    sha: string,
    { message }: CommitText,
    signal: AbortSignal,
  ): Promise<CommitResult | undefined> {
    const { api } = await this.#source.connect();
    const result = confirmed(await api.files.remove({ ...this.#at(path), sha, message }, { signal }));
    this.#commits.push({ path, sha: undefined, message });
    this.#onCommitted(path, undefined);
    return result;
  }

  async #recordCommit(path: string, bytes: Bytes, before: string | undefined, { message }: CommitText): Promise<void> {
    const sha = await this.#blobs.addLocal(bytes, before);
    this.#commits.push({ path, sha, message });
    this.#onCommitted(path, { sha, mode: '100644', size: bytes.length });
  }

  async #recordPush(contents: readonly DraftContent[], { message }: CommitText, commit: string): Promise<void> {
    for (const { change, bytes } of contents) {
      const { path, base, mode, kind } = change;
      const sha = kind === 'removed' ? undefined : await this.#blobs.addLocal(bytes, base);
      this.#commits.push({ path, sha, message, commit });
      this.#onCommitted(path, sha === undefined ? undefined : { sha, mode, size: bytes.length });
    }
  }

  #at(path: string): { readonly owner: string; readonly repo: string; readonly path: string; readonly branch: string } {
    return { ...inApi(this.#source), path, branch: this.#branch };
  }
}

async function filesBelow(tree: CommitTree, folder: string, signal: AbortSignal): Promise<readonly string[]> {
  if ((await tree.find(folder, { signal }))?.kind !== 'folder') return [];
  const files: string[] = [];
  for (const [name, { kind }] of (await tree.entries(folder, { signal })) ?? []) {
    const path = pathIn(folder, name);
    files.push(...(kind === 'folder' ? await filesBelow(tree, path, signal) : [path]));
  }
  return files;
}

/** @throws Failure `unreadable` without a result: the committer then reads the file before it drops the draft */
function confirmed(result: CommitResult | undefined): CommitResult {
  if (result === undefined)
    throw new Failure('unreadable', 'nothing says that the file was committed', { reason: 'unconfirmed' });
  return result;
}

function authored({ message, author }: CommitText): {
  readonly message: string;
  readonly 'author[name]'?: string;
  readonly 'author[email]'?: string;
} {
  return author === undefined ? { message } : { message, 'author[name]': author.name, 'author[email]': author.email };
}
