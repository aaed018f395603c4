import { fromBase64, toBase64 } from '../../core/base64.ts';
import { withoutEnd } from '../../core/text.ts';

export interface SshKeyDescription {
  /** `ssh-ed25519`, `ssh-rsa`… */
  readonly type: string;
  /** As `ssh-keygen -l` prints it: `SHA256:…` */
  readonly fingerprint: string;
  readonly comment: string;
}

/** Type and fingerprint of a public key; undefined if `text` is not one. */
export async function describeKey(text: string): Promise<SshKeyDescription | undefined> {
  const [type = '', encoded = '', ...comment] = text.trim().split(/\s+/);
  const bytes = encoded === '' ? undefined : fromBase64(encoded);
  // A key begins with the length and the name of its type.
  const stated = bytes === undefined ? '' : new TextDecoder().decode(bytes.subarray(4, 4 + type.length));
  if (bytes === undefined || type === '' || stated !== type) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return { type, fingerprint: `SHA256:${withoutEnd(toBase64(digest), '=')}`, comment: comment.join(' ') };
}
