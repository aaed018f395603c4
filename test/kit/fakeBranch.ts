import { Failure } from '../../src/core/errors.ts';
import type {
  BranchPushes,
  PreparedCommit,
  RemoteBranch,
} from '../../src/domain/sourceControl/commit/writtenBranch.ts';
import type { DraftContent } from '../../src/domain/sourceControl/drafts/draftStore.ts';
import type { GitProblem } from '../../src/domain/git/gitRepositories.ts';
import { blobSha } from '../../src/domain/objects/gitSha.ts';
import type { WriteFault } from './commitModel.ts';

interface Version {
  readonly path: string;
  readonly sha: string | undefined;
  readonly by: 'person' | 'somebody else';
  readonly message: string;
}

/** A branch in memory with the rules of the service: a file to create must not exist, update and remove need its sha. */
export class FakeBranch {
  readonly files = new Map<string, string>();
  readonly blobs = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly log: Version[] = [];
  /** The fates of the next writes, in order. */
  faults: WriteFault[] = [];
  /** Called before a write reaches the service and after it is done; may throw `Killed`. */
  step: () => void = () => {};
  /** Why git cannot be used. */
  gitProblem: GitProblem | undefined;
  /** Git cannot create commits, for this reason. */
  prepareFails: Error | undefined;
  /** Whether the host tells that it has a commit which is not the head of the branch. */
  toldOfCommits = true;
  #prepared = 0;
  /** Runs before the bytes of a blob are returned. */
  beforeBlob: () => Promise<void> = () => Promise.resolve();
  requests = 0;
  /** Number of commits: a push is one. */
  commits = 0;
  #head = '';
  readonly #heads = new Set<string>();

  async store(bytes: Uint8Array): Promise<string> {
    const sha = await blobSha(bytes);
    this.blobs.set(sha, new Uint8Array(bytes));
    return sha;
  }

  /** Another user commits; undefined removes the file. */
  async change(path: string, text: string | undefined): Promise<void> {
    const sha = text === undefined ? undefined : await this.store(new TextEncoder().encode(text));
    this.#set(path, sha, 'somebody else', '');
    this.#moveTo(`other-${this.commits}`);
  }

  text(path: string): string | undefined {
    const bytes = this.blobs.get(this.files.get(path) ?? '');
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  /** The branch as a commit sees it: reads use the commit of the last refresh. `pushes`: git can be used. */
  connect({ pushes = false }: { readonly pushes?: boolean } = {}): RemoteBranch {
    let seen = new Map(this.files);
    let head = this.#head;
    const read = (): void => {
      this.step();
      this.requests += 1;
    };
    return {
      refresh: () => {
        read();
        seen = new Map(this.files);
        head = this.#head;
        return Promise.resolve();
      },
      head: () => head,
      file: (path) => {
        const sha = seen.get(path);
        return Promise.resolve(sha === undefined ? undefined : { sha, mode: '100644', size: 0 });
      },
      replacedBy: (path) => Promise.resolve(besides(seen, path)),
      blob: async (sha) => {
        await this.beforeBlob();
        return this.blobs.get(sha) ?? new Uint8Array();
      },
      create: (path, bytes, { message }) => this.#write(path, undefined, bytes, message),
      update: (path, sha, bytes, { message }) => this.#write(path, sha, bytes, message),
      remove: (path, sha, { message }) => this.#write(path, sha, undefined, message),
      ...(pushes ? { pushes: this.#pushes(() => ({ seen, head }), read) } : {}),
    };
  }

  #pushes(
    known: () => { readonly seen: ReadonlyMap<string, string>; readonly head: string },
    read: () => void,
  ): BranchPushes {
    return {
      problem: () => Promise.resolve(this.gitProblem),
      isEmpty: () => false,
      prepare: (contents) => {
        if (this.prepareFails !== undefined) return Promise.reject(this.prepareFails);
        read();
        const { seen, head } = known();
        if (contents.some(({ change }) => seen.get(change.path) !== change.base)) return Promise.reject(moved());
        return Promise.resolve({ parent: head, commit: `push-${(this.#prepared += 1)}` });
      },
      send: (prepared, contents, { message }) => this.#push(prepared, contents, message),
      isHead: (commit) => known().head === commit,
      has: (commit) => {
        read();
        return Promise.resolve(this.toldOfCommits ? this.#heads.has(commit) : known().head === commit);
      },
      resultOf: ({ change }, commit, { message }) => ({
        commit: { sha: commit, message, parents: [] },
        content: { path: change.path },
      }),
    };
  }

  async #push({ parent, commit }: PreparedCommit, contents: readonly DraftContent[], message: string): Promise<void> {
    this.step();
    this.requests += 1;
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'cut before') throw new Failure('unreachable', 'connection reset', { reason: 'reset' });
    if (fault === 'refused')
      throw new Failure('forbidden', 'refused by a rule', { reason: 'pushRefused', sent: false });
    if (fault === 'broken') throw new Failure('broken', 'internal error', { reason: 'gitFailed' });
    if (fault === 'signed out')
      throw new Failure('forbidden', 'token refused', { reason: 'gitTokenRefused', sent: false });
    if (this.#head !== parent) throw moved();
    for (const { change, bytes } of contents)
      this.#set(change.path, change.kind === 'removed' ? undefined : await this.store(bytes), 'person', message);
    this.#moveTo(commit);
    this.step();
    if (fault === 'cut after') throw new Failure('unreachable', 'connection reset', { reason: 'reset' });
  }

  #moveTo(head: string): void {
    this.commits += 1;
    this.#head = head;
    this.#heads.add(head);
  }

  async #write(
    path: string,
    base: string | undefined,
    bytes: Uint8Array | undefined,
    message: string,
  ): Promise<undefined> {
    this.step();
    this.requests += 1;
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'cut before') throw new Failure('unreachable', 'connection reset', { reason: 'reset' });
    if (fault === 'refused') throw new Failure('invalid', 'the branch is protected', { status: 422 });
    if (fault === 'broken') throw new Failure('broken', 'internal error', { status: 500 });
    if (fault === 'signed out') throw new Failure('signedOut', 'token not found', { status: 401 });
    if (this.files.get(path) !== base) throw new Failure('conflict', 'the sha does not match', { status: 409 });
    this.#set(path, bytes === undefined ? undefined : await this.store(bytes), 'person', message);
    this.#moveTo(`file-${this.commits}`);
    this.step();
    if (fault === 'cut after') throw new Failure('unreachable', 'connection reset', { reason: 'reset' });
    return undefined;
  }

  #set(path: string, sha: string | undefined, by: Version['by'], message: string): void {
    if (by === 'person' && sha !== undefined && besides(this.files, path).length > 0)
      throw new Failure('invalid', 'a file and a folder have one name', { status: 400 });
    this.log.push({ path, sha, by, message });
    if (sha === undefined) this.files.delete(path);
    else this.files.set(path, sha);
  }
}

const besides = (files: ReadonlyMap<string, string>, path: string): string[] =>
  [...files.keys()].filter((one) => one.startsWith(`${path}/`) || path.startsWith(`${one}/`));

const moved = (): Failure => new Failure('conflict', 'the branch moved', { reason: 'branchMoved', sent: false });
