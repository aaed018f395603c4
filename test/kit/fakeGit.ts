import { execFileSync } from 'node:child_process';
import { cancelled, Failure } from '../../src/core/errors.ts';
import type { GitFetchOptions } from '../../src/domain/git/gitHistory.ts';
import type {
  GitFile,
  GitObject,
  GitProblem,
  GitRepositories,
  GitRepository,
} from '../../src/domain/git/gitRepositories.ts';
import { fullName, repositoryKey, type RepositoryName } from '../../src/domain/hosts/address.ts';

/** The folder of a repository on the service, by `owner/repo`. */
type DirectoryOf = (fullName: string) => string;

/**
 * Git without a network: a fetch makes the objects of the repository of the service readable. `fetches`: the commits in
 * the order of the calls.
 */
export class FakeGit implements GitRepositories {
  readonly fetches: string[] = [];
  readonly fetched = new Map<string, Set<string>>();
  readonly removed: string[] = [];
  readonly pinned = new Set<string>();
  /** Bytes that a fetch receives. */
  size = 1_000;
  /** Called in each fetch; may reject. */
  onFetch: (signal: AbortSignal | undefined) => Promise<void> = () => Promise.resolve();
  trouble: GitProblem | undefined;
  readonly #directoryOf: DirectoryOf;
  /** The objects of each commit that was read, by sha. */
  readonly #objects = new Map<string, ReadonlyMap<string, GitObject>>();

  constructor(directoryOf: DirectoryOf = () => '') {
    this.#directoryOf = directoryOf;
  }

  problem(): Promise<GitProblem | undefined> {
    return Promise.resolve(this.trouble);
  }

  readonly changedFiles = absent;
  readonly worktrees = absent;
  readonly addWorktree = absent;
  readonly removeWorktree = absent;
  readonly worktreeWork = absent;
  readonly addressesOf = absent;
  readonly certificateProblem = absent;

  of(name: RepositoryName): GitRepository {
    const commits = (): Set<string> => this.fetched.get(repositoryKey(name)) ?? new Set();
    return {
      name,
      history: {
        commits: absent,
        changes: absent,
        mergeBase: absent,
        distances: absent,
        branchFrom: absent,
        versions: absent,
        patch: absent,
        blame: absent,
      },
      historyCommit: () => Promise.resolve(undefined),
      has: (commit) => Promise.resolve(commits().has(commit)),
      fetch: (commit, options) => this.#fetch(name, commit, options),
      files: (commit) => Promise.resolve(commits().has(commit) ? this.#files(name, commit) : undefined),
      fetchBlobs: absent,
      grep: absent,
      createCommit: absent,
      mergeConflicts: absent,
      push: absent,
      remoteRefs: absent,
      commitsAt: absent,
      pullRequestHeads: absent,
      contents: () => Promise.resolve({ text: new Set(), marked: [] }),
      setPinned: (pinned) => {
        if (pinned) this.pinned.add(fullName(name));
        else this.pinned.delete(fullName(name));
        return Promise.resolve();
      },
      remove: () => this.removeAll(name.host, [name]),
    };
  }

  read(host: string, sha: string): Promise<GitObject | undefined> {
    for (const [key, commits] of this.fetched) {
      if (!key.startsWith(`${host}/`)) continue;
      for (const commit of commits) {
        const objects = this.#objects.get(commit) ?? objectsOf(this.#directoryOf(key.slice(host.length + 1)), commit);
        this.#objects.set(commit, objects);
        const object = objects.get(sha);
        if (object !== undefined) return Promise.resolve(object);
      }
    }
    return Promise.resolve(undefined);
  }

  async stat(host: string, sha: string): ReturnType<GitRepositories['stat']> {
    const object = await this.read(host, sha);
    return object && { kind: object.kind, size: object.bytes.length };
  }

  removeAll(host: string, names?: readonly RepositoryName[]): Promise<void> {
    this.removed.push(...(names?.map(fullName) ?? [host]));
    const keys = names?.map(repositoryKey) ?? [...this.fetched.keys()].filter((key) => key.startsWith(`${host}/`));
    for (const key of keys) this.fetched.delete(key);
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  async #fetch(name: RepositoryName, commit: string, options: GitFetchOptions = {}): Promise<void> {
    const key = repositoryKey(name);
    if (this.fetched.get(key)?.has(commit) === true) return;
    this.fetches.push(commit);
    options.onProgress?.({ received: this.size });
    await this.onFetch(options.signal);
    if (options.signal?.aborted === true) throw cancelled();
    if (this.size > 200_000_000 && (await options.confirmLarge?.(this.size)) === false) throw cancelled();
    this.fetched.set(key, (this.fetched.get(key) ?? new Set()).add(commit));
  }

  #files(name: RepositoryName, commit: string): GitFile[] {
    const directory = this.#directoryOf(fullName(name));
    const listed = git(directory, ['ls-tree', '-r', '-l', '-z', commit]).toString().split('\0').filter(Boolean);
    return listed.map((line) => {
      const [, mode = '', sha = '', size = '', path = ''] = /^(\d+) \w+ (\w+) +(\S+)\t([^]*)$/.exec(line) ?? [];
      return { path, mode, sha, size: size === '-' ? undefined : Number(size) };
    });
  }
}

const absent = (): never => {
  throw new Failure('refused', 'not a part of this fake', { reason: 'gitFailed' });
};

const git = (cwd: string, args: readonly string[], input = ''): Buffer =>
  execFileSync('git', args, { cwd, input, maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'ignore'] });

/** The objects of a commit, its folders and files, by sha; none if the repository has no such commit. */
function objectsOf(directory: string, commit: string): ReadonlyMap<string, GitObject> {
  const objects = new Map<string, GitObject>();
  let shas: string;
  try {
    shas = git(directory, ['rev-list', '--objects', '--no-object-names', '--max-count=1', commit]).toString();
  } catch {
    return objects;
  }
  const output = git(directory, ['cat-file', '--batch'], shas);
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at);
    const [sha = '', type, size] = output.toString('latin1', at, end).split(' ');
    const kind = (['blob', 'tree', 'commit', 'tag'] as const).find((one) => one === type);
    const next = end + 1 + Number(size);
    if (kind !== undefined) objects.set(sha, { kind, bytes: Uint8Array.from(output.subarray(end + 1, next)) });
    at = next + 1;
  }
  return objects;
}
