import type { Command, Disposable, Event, ProviderResult, Uri } from 'vscode';

export interface RemoteOfClone {
  readonly name: string;
  readonly fetchUrl?: string;
  readonly pushUrl?: string;
}

/** The current branch of a clone, or its commit without a branch. */
export interface ClonedHead {
  readonly name?: string;
  readonly commit?: string;
  /** Commits that the upstream does not have. */
  readonly ahead?: number;
  readonly upstream?: { readonly remote: string; readonly name: string; readonly commit?: string };
}

/** A commit of a clone. All texts are written by its author. */
export interface ClonedCommit {
  /** Full sha. */
  readonly hash: string;
  readonly message: string;
  readonly parents: readonly string[];
  readonly authorName?: string;
  readonly authorEmail?: string;
  readonly authorDate?: Date;
}

/** The used parts of the API of the built-in git extension. Every supported editor has them. */
export interface OpenedClone {
  readonly rootUri: Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly remotes: readonly RemoteOfClone[];
    readonly HEAD: ClonedHead | undefined;
    readonly onDidChange: Event<void>;
  };
  /** The configuration of the clone, without that of the user. */
  getConfigs(): Promise<readonly { readonly key: string; readonly value: string }[]>;
  /** Compares the commit with its parent, for which a partial clone may send requests. Rejects if there is none. */
  getCommit(ref: string): Promise<ClonedCommit>;
  /** Reads commits without what they change. Empty if there are none. */
  log(options: { readonly range: string }): Promise<readonly ClonedCommit[]>;
  status(): Promise<void>;
  addRemote(name: string, url: string): Promise<void>;
  commit(message: string, options: { readonly all: boolean }): Promise<void>;
  fetch(remote: string, ref?: string): Promise<void>;
  checkout(treeish: string): Promise<void>;
  /** `ref`: where the branch starts; undefined: at the checked out commit. */
  createBranch(name: string, checkout: boolean, ref?: string): Promise<void>;
  /** Rejects, or resolves with undefined, if there is none. */
  getMergeBase(one: string, other: string): Promise<string | undefined>;
  /** Rejects if there is no such local branch. */
  getBranch(name: string): Promise<unknown>;
  setBranchUpstream(name: string, upstream: string): Promise<void>;
  push(remote: string, branch: string, setUpstream: boolean): Promise<void>;
}

export interface GitCredentials {
  readonly username: string;
  readonly password: string;
}

/** Branches that the editor asks about before a commit; see `registerBranchProtectionProvider`. */
export interface RemoteProtection {
  readonly remote: string;
  /** Globs. */
  readonly rules: readonly { readonly include: readonly string[] }[];
}

export interface BranchProtectionProvider {
  /** Fires with the root of the clone. */
  readonly onDidChangeBranchProtection: Event<Uri>;
  provideBranchProtection(): RemoteProtection[];
}

export interface PushError extends Error {
  /** What git wrote. */
  readonly stderr?: string;
}

export interface PushErrorHandler {
  /** Resolves with false to let the git extension show the error. */
  handlePushError(clone: OpenedClone, remote: RemoteOfClone, refspec: string, error: PushError): Promise<boolean>;
}

/** Adds to the commits that the git extension shows: in its graph, in blame and in the timeline. */
export interface CommitDetailsProvider {
  provideAvatar(clone: OpenedClone, query: unknown): ProviderResult<Map<string, string | undefined>>;
  /** The commands of every commit. Each is run with its arguments and the sha of the commit. */
  provideHoverCommands(clone: OpenedClone): ProviderResult<Command[]>;
  /** The message with links in Markdown. If undefined, other providers answer. */
  provideMessageLinks(clone: OpenedClone, message: string): ProviderResult<string>;
}

export interface GitApi {
  readonly git: { readonly path: string };
  readonly repositories: readonly OpenedClone[];
  readonly onDidOpenRepository: Event<OpenedClone>;
  readonly onDidCloseRepository: Event<OpenedClone>;
  /** Searches only open repositories. */
  getRepository(uri: Uri): OpenedClone | null;
  /** The root of the repository on disk that contains `uri`, open or not; null if there is none. */
  getRepositoryRoot(uri: Uri): Promise<Uri | null>;
  init(root: Uri): Promise<unknown>;
  registerCredentialsProvider(provider: { getCredentials(host: Uri): ProviderResult<GitCredentials> }): Disposable;
  registerRemoteSourcePublisher(publisher: {
    readonly name: string;
    readonly icon: string;
    publishRepository(clone: OpenedClone): Promise<void>;
  }): Disposable;
  // Not promised to every supported editor: called only if they are there.
  registerPushErrorHandler?(handler: PushErrorHandler): Disposable;
  registerBranchProtectionProvider?(root: Uri, provider: BranchProtectionProvider): Disposable;
  registerSourceControlHistoryItemDetailsProvider?(provider: CommitDetailsProvider): Disposable;
}

export interface GitExtension {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: Event<boolean>;
  getAPI(version: 1): GitApi;
}

/** A repository in the list of Git: Clone. */
export interface RemoteSource {
  readonly name: string;
  readonly description?: string;
  readonly detail?: string;
  readonly url: string | string[];
}

export interface RemoteSourceProvider {
  readonly name: string;
  readonly icon: string;
  readonly placeholder: string;
  readonly supportsQuery: boolean;
  getRemoteSources(query?: string): Promise<RemoteSource[]>;
  getBranches(url: string): Promise<string[] | undefined>;
  getRemoteSourceActions(url: string): Promise<
    {
      readonly label: string;
      readonly icon: string;
      run(branch: string): void;
    }[]
  >;
}

export interface GitBaseExtension {
  getAPI(version: 1): { registerRemoteSourceProvider(provider: RemoteSourceProvider): Disposable };
}
