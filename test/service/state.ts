import type { GitRepository } from './git/repository.ts';

/** The data of the service. Times are milliseconds since 1970. Keys are logins and owner/path. */
export interface Account {
  readonly id: string;
  readonly login: string;
  name: string;
  bio: string;
  blog: string;
  company: string;
  website: string;
  location: string;
  /** The name of the account at GitHub. */
  github: string;
  email: string;
  readonly emails: { email: string; state: string }[];
  readonly created: number;
  followers: number;
  following: number;
  languages: string[];
}

export type Role = 'admin' | 'member';

export interface Organization {
  readonly id: number;
  readonly login: string;
  name: string;
  description: string;
  /** The enterprise that it belongs to. */
  enterprise?: string;
  readonly created: number;
  /** Role by login, in the order of joining. */
  readonly members: Map<string, Role>;
  readonly invited: Set<string>;
  readonly followers: { login: string; since: number }[];
}

export interface Enterprise {
  readonly id: number;
  readonly path: string;
  name: string;
  readonly members: Map<string, { role: Role; active: boolean }>;
}

export type Visibility = 'private' | 'internal' | 'public';

export interface Label {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

export interface Comment {
  readonly id: number;
  readonly author: string;
  body: string;
  readonly created: number;
  /** Undefined: as written. */
  updated?: number;
}

export interface Issue {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string;
  state: 'opened' | 'closed';
  readonly author: string;
  assignee?: string | undefined;
  milestone?: number | undefined;
  labels: string[];
  private: boolean;
  priority: number;
  type: string;
  severity: string;
  readonly created: number;
  updated: number;
  finished?: number | undefined;
  readonly comments: Comment[];
  /** What happened to it; undefined: nothing. */
  events?: RecordEvent[];
  /** Undefined: none. */
  relatedBranches?: readonly string[];
}

/** The commits of a pull request when somebody commented on a line. */
export interface CommentVersion {
  readonly base: string;
  readonly start: string;
  readonly head: string;
}

/** A line or range of a file, or the file. */
export interface CommentPlace {
  readonly path: string;
  /** From 1. Undefined: the file. */
  readonly line?: number;
  /** The first line of a range. */
  readonly startLine?: number;
  /** `old`: the line counts in the file before the change. */
  readonly side?: 'old';
  /** Undefined: the present commits. */
  readonly version?: CommentVersion;
}

export interface PullRequestComment extends Comment {
  /** Shared by a comment and its replies; the first one is their root. */
  readonly discussion: string;
  /** Undefined: about the whole pull request. */
  readonly place?: CommentPlace;
}

/** An entry of the log of an issue or pull request. */
export interface RecordEvent {
  readonly id: number;
  readonly action: string;
  readonly content: string;
  readonly author: string;
  readonly created: number;
}

export interface Reaction {
  readonly id: number;
  readonly name: string;
  readonly by: string;
}

/** A text that an issue, pull request or comment had. */
export interface TextVersion {
  readonly id: number;
  readonly content: string;
  readonly by: string;
  readonly time: number;
}

export interface PullRequest {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed' | 'merged';
  draft: boolean;
  readonly author: string;
  /** Branches. `fork`: the repository of the head; undefined: the same one. */
  base: string;
  readonly head: string;
  readonly fork?: string | undefined;
  /** Whether each approver (`assignees`), reviewer and tester agreed, by login. */
  readonly assignees: Map<string, boolean>;
  readonly reviewers: Map<string, boolean>;
  readonly testers: Map<string, boolean>;
  labels: string[];
  milestone?: number | undefined;
  readonly issues: Set<number>;
  pruneBranch: boolean;
  closesIssues: boolean;
  readonly created: number;
  updated: number;
  closed?: { readonly time: number; readonly by: string } | undefined;
  /** `base`: the commit of the base before; undefined: the parent of the head. */
  merged?: { readonly time: number; readonly sha: string | undefined; readonly base: string | undefined };
  readonly comments: PullRequestComment[];
  /** Discussions. */
  readonly resolved: Set<string>;
  readonly events: RecordEvent[];
}

export interface Milestone {
  readonly number: number;
  /** Its number in the repository, as in the address of its web page. */
  readonly index: number;
  title: string;
  description: string;
  /** `YYYY-MM-DD` */
  due: string | undefined;
  state: 'open' | 'closed';
  readonly created: number;
  updated: number;
}

export interface Asset {
  readonly name: string;
  readonly type: string;
  /** The path of its bytes on disk, or the bytes. */
  readonly content: { readonly file: string } | { readonly bytes: Uint8Array };
}

export interface Release {
  readonly id: number;
  tag: string;
  target: string;
  name: string;
  body: string;
  status: 'pre' | 'latest';
  draft: boolean;
  readonly author: string;
  readonly created: number;
  updated: number;
  readonly assets: Asset[];
}

/** What a webhook can be sent for: the names of its flags in the API. */
export const hookEvents = [
  'push_events',
  'tag_push_events',
  'issues_events',
  'note_events',
  'merge_requests_events',
] as const;
export type HookEvent = (typeof hookEvents)[number];

export const eventsOf = (isOn: (event: HookEvent) => boolean): Record<HookEvent, boolean> =>
  Object.fromEntries(hookEvents.map((event) => [event, isOn(event)])) as Record<HookEvent, boolean>;

export interface Hook extends Record<HookEvent, boolean> {
  readonly id: number;
  url: string;
  encryption: 0 | 1;
  password: string;
  result: string | null;
  result_code: number;
  readonly created: number;
}

export interface BranchRule {
  readonly wildcard: string;
  pusher: string;
  merger: string;
  updated: number;
}

/** `pull`, `push`, `admin` or the name of a custom role. */
export interface Member {
  permission: string;
  readonly since: number;
}

export interface Repository {
  readonly id: number;
  owner: string;
  path: string;
  name: string;
  description: string;
  homepage: string;
  visibility: Visibility;
  archived: boolean;
  defaultBranch: string;
  readonly creator: string;
  readonly created: number;
  updated: number;
  pushed: number;
  stars: number;
  forks: number;
  watchers: number;
  fork: boolean;
  /** The repository that a fork comes from. */
  readonly parent?: string;
  license: string | null;
  /** `Code`, `Model` and so on. */
  readonly type: string;
  /** The main language. */
  language: string | null;
  readonly starredBy: Set<string>;
  /** Members of the organization see that the repository exists, but not its content. */
  restricted: boolean;
  readonly modules: Record<string, boolean>;
  /** The settings of pull requests, by their names in the API. */
  settings: Readonly<Record<string, boolean | number | string>>;
  reviewers: { assignees: string[]; testers: string[]; assignees_number: number; testers_number: number };
  readonly members: Map<string, Member>;
  readonly rules: Map<string, BranchRule>;
  /** Lowest level that may create a matching tag; the name may be a wildcard. */
  readonly protectedTags: Map<string, number>;
  readonly labels: Map<string, Label>;
  readonly issues: Map<number, Issue>;
  readonly pullRequests: Map<number, PullRequest>;
  readonly milestones: Map<number, Milestone>;
  readonly releases: Map<string, Release>;
  readonly hooks: Map<number, Hook>;
  /** The accounts that lock files with Git LFS, by path. */
  readonly lfsLocks: Map<string, string>;
  /** Opens the git repository, which is created at its first use. */
  readonly git: () => Promise<GitRepository>;
  /** Ends its git processes. */
  readonly rest: () => Promise<void>;
}

export interface Key {
  readonly id: number;
  readonly owner: string;
  readonly title: string;
  readonly key: string;
  readonly created: number;
}

export interface Activity {
  readonly author: string;
  readonly time: number;
  readonly repository: string;
  /** 5: pushed. */
  readonly action: number;
  readonly actionName: string;
  readonly push?: { count: number; from: string | null; to: string; ref: string; title: string };
}

export interface Token {
  readonly value: string;
  readonly login: string;
  readonly kind: 'personal' | 'oauth';
  /** Undefined: everything. */
  readonly scopes?: readonly string[];
  readonly expires?: number;
  readonly refresh?: string;
  revoked: boolean;
}

export interface Code {
  readonly login: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly expires: number;
  /** The PKCE challenge, which the verifier is checked against. */
  readonly challenge: string | undefined;
  used: boolean;
}

/** A notification of an account about an issue or pull request. */
export interface Notice {
  readonly id: string;
  readonly to: string;
  /** `owner/path` */
  readonly repository: string;
  readonly kind: 'issues' | 'merge_requests';
  readonly number: number;
  readonly type: string;
  readonly content: string;
  readonly actor: string;
  readonly time: number;
  unread: boolean;
}

export interface State {
  readonly notices: Notice[];
  readonly accounts: Map<string, Account>;
  readonly organizations: Map<string, Organization>;
  readonly enterprises: Map<string, Enterprise>;
  /** By `owner/path`. */
  readonly repositories: Map<string, Repository>;
  /** New address by old address of renamed and transferred repositories. */
  readonly moved: Map<string, string>;
  readonly keys: Map<number, Key>;
  readonly activities: Activity[];
  /** By the id of an issue, pull request or comment. */
  readonly reactions: Map<number, Reaction[]>;
  /** The texts of edited records, oldest first. */
  readonly versions: Map<number, TextVersion[]>;
  /** Uploaded files, by their path below `/raw`. */
  readonly uploads: Map<string, Uint8Array>;
  readonly tokens: Map<string, Token>;
  readonly codes: Map<string, Code>;
  /** A new unique number. */
  nextId(): number;
}

export function emptyState(): State {
  let last = 100_000;
  return {
    notices: [],
    accounts: new Map(),
    organizations: new Map(),
    enterprises: new Map(),
    repositories: new Map(),
    moved: new Map(),
    keys: new Map(),
    activities: [],
    reactions: new Map(),
    versions: new Map(),
    uploads: new Map(),
    tokens: new Map(),
    codes: new Map(),
    nextId: () => (last += 1),
  };
}

export const fullName = ({ owner, path }: Pick<Repository, 'owner' | 'path'>): string => `${owner}/${path}`;
