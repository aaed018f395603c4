import type { Event } from '../../core/emitter.ts';

/** The editor's secret storage. Every call may reject, where the computer has no keyring. */
export interface SessionSecrets {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** The key of a secret that this or another window changed. */
  readonly onDidChange: Event<string>;
}
