import type { FaultRule } from './faults.ts';
import type { Habits } from './habits.ts';
import type { LoggedRequest, Violation } from './requestLog.ts';
import type { Notice, Repository, State } from './state.ts';

export interface ServiceOptions {
  readonly port?: number;
  /** The port of an editor in the browser, whose proxy passes requests on with its own `Host`. */
  readonly editorPort?: number;
  /** Milliseconds that every answer waits. */
  readonly latency?: number;
  /** Requests a minute and user; 0: no limit. */
  readonly rateLimit?: number;
  readonly data?: 'small' | 'large';
  /** Git repositories on disk, served as alice's. */
  readonly repositories?: readonly string[];
  /** Generated repositories with this number of files and commits. */
  readonly histories?: readonly { readonly name: string; readonly files: number; readonly commits: number }[];
}

/** Direct access to a repository of the service. */
export interface ServedRepository {
  readonly record: Repository;
  readonly directory: string;
  /** Runs git in it. Returns its output without the last line break. */
  readonly git: (args: readonly string[]) => Promise<string>;
}

export interface BehaviourSetting {
  /** As `files.tree`, `files.*` or `*`; left out: all. */
  readonly operation?: string;
  readonly habits?: Partial<Habits>;
  /** Milliseconds. */
  readonly latency?: number;
  readonly rateLimit?: number;
  readonly hourLimit?: number;
  /** Milliseconds that a minute of the limits lasts. */
  readonly minute?: number;
}

/** A change by another user; the next request sees it. */
export type Action =
  /** Text for each path, `{ base64 }`, `{ link }` for a symbolic link, or null to remove the file. A missing branch is created. */
  | {
      do: 'push';
      repository: string;
      branch: string;
      files: Record<string, string | { base64: string } | { link: string } | null>;
      message?: string;
      as?: string;
    }
  | { do: 'deleteBranch'; repository: string; branch: string }
  | { do: 'comment'; repository: string; number: number; body: string; as?: string }
  /** Adds `count` comments to a pull request, `Comment 0` and so on: on these lines in turn, or on the whole. */
  | {
      do: 'converse';
      repository: string;
      number: number;
      count: number;
      places?: readonly { readonly path: string; readonly line: number; readonly side?: 'old' }[];
      as?: string;
    }
  /** An unread notification. */
  | { do: 'notify'; repository: string; about: Omit<Notice, 'id' | 'repository' | 'time' | 'unread'> }
  /** Locks a file with Git LFS. */
  | { do: 'lock'; repository: string; path: string; as: string }
  | { do: 'archive'; repository: string; archived: boolean }
  | { do: 'removeRepository'; repository: string }
  | { do: 'revokeTokens'; login: string }
  /** Lets the runs of the CI go on. */
  | { do: 'passTime'; seconds: number }
  /** Any operation of the API as any account, without the network. */
  | { do: 'call'; operation: string; params: Record<string, unknown>; as: string };

/** A service that runs. */
export interface Service {
  /** Root of API, OAuth and web pages. */
  readonly url: string;
  /** Where uploads go: another port. */
  readonly storageUrl: string;
  /** Where other processes control it: nobody can guess the address. */
  readonly controlUrl: string;
  /** The temporary folder of everything that it stores. */
  readonly directory: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly state: State;
  readonly requests: readonly LoggedRequest[];
  /** Requests that a correct client does not send. */
  readonly violations: readonly Violation[];
  readonly faults: readonly FaultRule[];
  /** The personal token of a demo account. */
  token(login: string): string;
  repository(fullName: string): Promise<ServedRepository>;
  /** Switches habits, latency and limits; a later setting wins. */
  set(setting: BehaviourSetting): void;
  /** Adds a fault. */
  fail(rule: FaultRule): void;
  /** Ends all faults, or those of one operation pattern. */
  heal(operation?: string): void;
  /** Habits, latency, limits and faults as at the start; data and log stay. */
  calm(): void;
  act(action: Action): Promise<unknown>;
  /** Resolves when no delivery to a webhook is in progress. */
  delivered(): Promise<void>;
  /** Forgets the requests and violations so far. */
  clear(): void;
  /** Restores the initial data and behaviour, and clears the log. The initial tokens are valid again. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
