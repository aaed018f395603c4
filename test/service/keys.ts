import { missing } from './answer.ts';
import type { Call } from './call.ts';
import type { Key } from './state.ts';

const types =
  /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;

/** The identity of a public key: its type and bytes; undefined if the text is not a key. */
export function readKey(text: string): string | undefined {
  const [type = '', encoded = ''] = text.trim().split(/\s+/);
  if (!types.test(type) || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length < 8) return undefined;
  // The bytes begin with the name of the type and its length.
  const length = bytes.readUInt32BE(0);
  return bytes.toString('latin1', 4, 4 + length) === type ? `${type} ${encoded}` : undefined;
}

/** The key that a request names, if it belongs to the account of the token. */
export function keyRecord(call: Call): Key {
  const key = call.state.keys.get(Number(call.text('id')));
  if (key?.owner !== call.user.login) throw missing('404 Key Not Found');
  return key;
}
