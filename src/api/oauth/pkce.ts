import { toBase64 } from '../../core/base64.ts';
import { randomHex } from '../../core/digest.ts';

/** RFC 7636: proves that a code is exchanged by the program that asked for it. */
export interface Pkce {
  /** Goes with the exchange of the code, and nowhere before. */
  readonly verifier: string;
  /** SHA-256 of the verifier in Base64 for addresses: goes with the authorization. */
  readonly challenge: string;
}

/** A random verifier of 64 characters and its challenge. */
export async function createPkce(): Promise<Pkce> {
  const verifier = randomHex(32);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  const challenge = toBase64(digest).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return { verifier, challenge };
}
