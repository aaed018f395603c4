import { toBase64 } from '../../core/base64.ts';
import { parsePublicKey } from '../../core/publicKey.ts';
import { withoutEnd } from '../../core/text.ts';

export interface SshKeyDescription {
  /** `ssh-ed25519`, `ssh-rsa`… */
  readonly type: string;
  /** As `ssh-keygen -l` prints it: `SHA256:…` */
  readonly fingerprint: string;
  readonly comment: string;
}

export async function describeKey(text: string): Promise<SshKeyDescription | undefined> {
  const key = parsePublicKey(text);
  if (key === undefined) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', key.bytes));
  return { type: key.type, fingerprint: `SHA256:${withoutEnd(toBase64(digest), '=')}`, comment: key.comment };
}
