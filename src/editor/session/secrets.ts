import type { SecretStorage } from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import type { Secrets } from '../../domain/session/secrets.ts';

/** Milliseconds within which a browser has written what it was given. */
const written = 5_000;

/**
 * The editor's secret storage as the domain sees it. `inBrowser`: there every change has the editor write all secrets,
 * nobody waits for that, and what was begun first may end last and take the newer ones away. So the latest one is stored
 * once more when the others have ended.
 */
export function secretsOf(storage: SecretStorage, inBrowser: boolean, after = written): Secrets & Disposable {
  let latest: string | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const storeAgain = async (): Promise<void> => {
    const value = latest === undefined ? undefined : await storage.get(latest);
    if (latest !== undefined && value !== undefined) await storage.store(latest, value);
  };
  const changed = (): void => {
    if (!inBrowser) return;
    clearTimeout(waiting);
    // Who stored it was told whether that could be done.
    waiting = setTimeout(() => void storeAgain().catch(() => undefined), after);
  };
  return {
    get: async (key) => await storage.get(key),
    store: async (key, value) => {
      await storage.store(key, value);
      latest = key;
      changed();
    },
    delete: async (key) => {
      await storage.delete(key);
      changed();
    },
    onDidChange: (listener) => storage.onDidChange(({ key }) => listener(key)),
    dispose: () => clearTimeout(waiting),
  };
}
