import { homedir } from 'node:os';
import { join } from 'node:path';

/** The checkout. */
export const root = join(import.meta.dirname, '..', '..');

/** Where large things are kept that every checkout shares. */
export const cache = cacheIn(process.env);

/** The cache folder that an environment names. An empty variable counts as not set. */
export function cacheIn({ SOURCEHOST_CACHE: own = '', XDG_CACHE_HOME: shared = '' }: NodeJS.ProcessEnv): string {
  if (own !== '') return own;
  return join(shared === '' ? join(homedir(), '.cache') : shared, 'sourcehost');
}
