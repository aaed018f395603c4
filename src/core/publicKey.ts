import { fromBase64 } from './base64.ts';
import { hasControl } from './hidden.ts';

/** One line of a `.pub` file of OpenSSH: `ssh-ed25519 AAAA… comment`. */
export interface PublicKey {
  /** `ssh-ed25519`, `ssh-rsa`… */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly comment: string;
}

export function parsePublicKey(text: string): PublicKey | undefined {
  const line = text.trim();
  const [type = '', encoded = '', ...comment] = line.split(/[ \t]+/);
  const bytes = encoded === '' || hasControl(line.replaceAll('\t', ' ')) ? undefined : fromBase64(encoded);
  // A key begins with the length and the name of its type.
  const stated = bytes === undefined ? '' : new TextDecoder().decode(bytes.subarray(4, 4 + type.length));
  return bytes === undefined || stated !== type ? undefined : { type, bytes, comment: comment.join(' ') };
}
