import { homedir } from 'node:os';
import { join } from 'node:path';

/** The checkout. */
export const root = join(import.meta.dirname, '..', '..');

/** Where large things are kept that every checkout shares. */
export const cache =
  process.env.SOURCEHOST_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sourcehost');
