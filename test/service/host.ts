import type { Habits } from './habits.ts';
import type { Account, Hook, HookEvent, Release, Repository, State } from './state.ts';

/** An address that accepts one upload, and the required headers. */
export interface Grant {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The interface of the service for its operations. */
export interface Host {
  readonly state: State;
  /** Root of API, OAuth and web pages, without a slash at its end. */
  readonly url: string;
  /** Root of the storage: another port. */
  readonly storageUrl: string;
  /** Folder of repositories and attachments. */
  readonly directory: string;
  readonly habits: (operation: string) => Habits;
  readonly violate: (operation: string, path: string, words: string) => void;
  /** Sends an event to the subscribed webhooks of a repository. Does not wait for them. */
  readonly deliver: (repository: Repository, event: HookEvent, by: Account, what: object) => void;
  /** Sends a push event to one webhook and waits for the result. */
  readonly testHook: (repository: Repository, hook: Hook, by: Account) => Promise<void>;
  readonly grantUpload: (repository: Repository, release: Release, fileName: string) => Grant;
}
