import { Emitter } from '../../src/core/emitter.ts';
import type { SessionSecrets } from '../../src/domain/session/secrets.ts';

/** The secret storage of one profile. Hand its `window()`s to what would run in several windows. */
export class Keyring {
  readonly #secrets = new Map<string, string>();
  readonly #windows = new Set<Emitter<string>>();
  /** Set to make every call reject, as where there is no keyring. */
  broken = false;
  /** Milliseconds until a window hears of a change. */
  delay = 0;

  /** A window that shares secrets with the others, as on the desktop. */
  window(): SessionSecrets {
    const changed = new Emitter<string>();
    this.#windows.add(changed);
    return this.#secretsIn(this.#secrets, changed);
  }

  /** A window with its own copy of the moment it opened, as in the browser. */
  snapshot(): SessionSecrets {
    return this.#secretsIn(new Map(this.#secrets), new Emitter());
  }

  /** Everything that is stored, as one text to search in. */
  get text(): string {
    return JSON.stringify([...this.#secrets]);
  }

  #secretsIn(secrets: Map<string, string>, own: Emitter<string>): SessionSecrets {
    const check = async (): Promise<void> => {
      await Promise.resolve();
      if (this.broken) throw new Error('no keyring');
    };
    const tell = (key: string): void => {
      const windows = secrets === this.#secrets ? [...this.#windows] : [own];
      setTimeout(() => windows.forEach((window) => window.fire(key)), this.delay);
    };
    return {
      onDidChange: own.event,
      get: async (key) => {
        await check();
        return secrets.get(key);
      },
      store: async (key, value) => {
        await check();
        secrets.set(key, value);
        tell(key);
      },
      delete: async (key) => {
        await check();
        if (secrets.delete(key)) tell(key);
      },
    };
  }
}
