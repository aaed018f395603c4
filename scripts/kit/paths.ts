import { homedir } from 'node:os';
import { join } from 'node:path';

/** The root of the checkout. */
export const root = join(import.meta.dirname, '..', '..');

/** The folder of large files that all checkouts share. */
export const cache = cacheIn(process.env);

/** The cache folder from the environment. An empty variable counts as not set. */
export function cacheIn({ SOURCEHOST_CACHE: own = '', XDG_CACHE_HOME: shared = '' }: NodeJS.ProcessEnv): string {
  if (own !== '') return own;
  return join(shared === '' ? join(homedir(), '.cache') : shared, 'sourcehost');
}
