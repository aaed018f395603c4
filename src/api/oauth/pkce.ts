import { toBase64 } from '../../core/base64.ts';
import { randomHex } from '../../core/digest.ts';

/** RFC 7636: proves that the program that exchanges a code is the program that requested it. */
export interface Pkce {
  readonly verifier: string;
  /** SHA-256 of the verifier in base64url; sent with the authorization request. */
  readonly challenge: string;
}

/** A random verifier of 64 characters and its challenge. */
export async function createPkce(): Promise<Pkce> {
  const verifier = randomHex(32);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  const challenge = toBase64(digest).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return { verifier, challenge };
}
