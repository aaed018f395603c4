import type { Event } from '../../core/emitter.ts';

/** The secret storage of the editor. Every call can reject, for example without a keyring. */
export interface SessionSecrets {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Fires with the key of a secret that any window changed. */
  readonly onDidChange: Event<string>;
}
