import { Emitter } from '../../src/core/emitter.ts';
import type { SessionSecrets } from '../../src/domain/session/sessionSecrets.ts';

/** The secret storage of one profile. Each `window()` is the storage as one window sees it. */
export class Keyring {
  readonly #secrets = new Map<string, string>();
  readonly #windows = new Set<Emitter<string>>();
  /** Set to make every call reject, as without a keyring. */
  broken = false;
  /** Milliseconds until a window receives the event of a change. */
  delay = 0;

  /** Every stored text. */
  get texts(): readonly string[] {
    return [...this.#secrets.values()];
  }

  /** A window that shares secrets with the others, as on the desktop. */
  window(): SessionSecrets {
    const changed = new Emitter<string>();
    this.#windows.add(changed);
    return this.#secretsIn(this.#secrets, changed);
  }

  /** A window with its own copy from the time of its opening, as in the browser. */
  snapshot(): SessionSecrets {
    return this.#secretsIn(new Map(this.#secrets), new Emitter());
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
