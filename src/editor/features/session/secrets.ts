import type { SecretStorage } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import type { SessionSecrets } from '../../../domain/session/sessionSecrets.ts';

/** Milliseconds after which a browser has written a secret. */
const written = 5_000;

/**
 * In a browser every change writes all secrets without waiting, so an older write may end last.
 * Therefore the latest secret is stored once more after the other writes.
 */
export function secretsOf(storage: SecretStorage, inBrowser: boolean, after = written): SessionSecrets & Disposable {
  let latest: { readonly key: string; readonly value: string } | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(waiting);
    if (!inBrowser || latest === undefined) return;
    const { key, value } = latest;
    // The first `store` has already reported a failure to its caller.
    waiting = setTimeout(() => void storage.store(key, value).then(undefined, () => undefined), after);
  };
  return {
    get: async (key) => await storage.get(key),
    store: async (key, value) => {
      // From now on an older secret must not be stored again.
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
