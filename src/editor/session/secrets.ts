import type { SecretStorage } from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import type { SessionSecrets } from '../../domain/session/secrets.ts';

/** Milliseconds within which a browser has written what it was given. */
const written = 5_000;

/**
 * The editor's secret storage as the domain sees it. `inBrowser`: there every change has the editor write all secrets,
 * nobody waits for that, and what was begun first may end last and take the newer ones away. So the latest one is stored
 * once more when the others have ended.
 */
export function secretsOf(storage: SecretStorage, inBrowser: boolean, after = written): SessionSecrets & Disposable {
  let latest: { readonly key: string; readonly value: string } | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(waiting);
    if (!inBrowser || latest === undefined) return;
    const { key, value } = latest;
    // Who stored it was told whether that could be done.
    waiting = setTimeout(() => void storage.store(key, value).then(undefined, () => undefined), after);
  };
  return {
    get: async (key) => await storage.get(key),
    store: async (key, value) => {
      // From here on nothing older may be stored again.
      latest = { key, value };
      clearTimeout(waiting);
      await storage.store(key, value);
      changed();
    },
    delete: async (key) => {
      if (latest?.key === key) latest = undefined;
      clearTimeout(waiting);
      await storage.delete(key);
      changed();
    },
    onDidChange: (listener) => storage.onDidChange(({ key }) => listener(key)),
    dispose: () => clearTimeout(waiting),
  };
}
