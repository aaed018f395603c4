import { readFile } from 'node:fs/promises';
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';

export async function trusted(extraFile: string | undefined, log: Log): Promise<SecureContext> {
  return createSecureContext({ ca: await trustedCertificates(extraFile, log) });
}

/** As PEM: those of Node, of the system, and of `extraFile` (`NODE_EXTRA_CA_CERTS`). Unreadable ones are logged. */
export async function trustedCertificates(extraFile: string | undefined, log: Log): Promise<string[]> {
  const installed = [...installedIn('default', log), ...installedIn('system', log)];
  const named = await fileAt(extraFile, log);
  return [...new Set([...installed, ...named])];
}

function installedIn(store: 'default' | 'system', log: Log): readonly string[] {
  try {
    return getCACertificates(store);
  } catch (error) {
    log.warn(`the ${store} certificates cannot be read: ${messageOf(error)}`);
    return store === 'default' ? rootCertificates : [];
  }
}

async function fileAt(path: string | undefined, log: Log): Promise<readonly string[]> {
  if (path === undefined || path === '') return [];
  try {
    return [await readFile(path, 'utf8')];
  } catch (error) {
    log.warn(`NODE_EXTRA_CA_CERTS cannot be read: ${messageOf(error)}`);
    return [];
  }
}
