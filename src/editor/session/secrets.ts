import type { SecretStorage } from 'vscode';
import type { Secrets } from '../../domain/session/secrets.ts';

/** The editor's secret storage as the domain sees it. */
export function secretsOf(storage: SecretStorage): Secrets {
  return {
    get: async (key) => await storage.get(key),
    store: async (key, value) => await storage.store(key, value),
    delete: async (key) => await storage.delete(key),
    onDidChange: (listener) => storage.onDidChange(({ key }) => listener(key)),
  };
}
