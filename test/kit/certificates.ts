import { createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly name: string;
  readonly cert: string;
  readonly key: string;
}

interface CertificateOptions {
  /** Host names and IPv4 addresses of the certificate; the first is its subject. */
  readonly names: readonly string[];
  /** The issuer; without it, the certificate is self-signed. */
  readonly issuer?: Certificate;
  readonly authority?: boolean;
  readonly from?: Date;
  readonly until?: Date;
}

/** The option of a network that trusts `authority`. Its file is removed when the process ends. */
export function trustIn({ cert }: Certificate): { readonly env: { readonly NODE_EXTRA_CA_CERTS: string } } {
  const folder = mkdtempSync(join(tmpdir(), 'sourcehost-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, cert);
  return { env: { NODE_EXTRA_CA_CERTS: file } };
}

const day = 24 * 60 * 60 * 1000;

/** Generates a certificate, so that tests need neither openssl nor stored keys, which expire. */
export function certificate({ names, issuer, authority = false, ...validity }: CertificateOptions): Certificate {
  const { from = new Date(Date.now() - day), until = new Date(Date.now() + day) } = validity;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = names[0]!;
  const signature = sequence(oid(ecdsaWithSha256));
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    signature,
    distinguishedName((issuer ?? { name }).name),
    sequence(time(from), time(until)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        extension('2.5.29.19', sequence(...(authority ? [tagged(0x01, Buffer.from([0xff]))] : []))),
        extension('2.5.29.17', sequence(...names.map(alternativeName))),
      ),
    ),
  );
  const signer: KeyObject = issuer === undefined ? privateKey : createPrivateKey(issuer.key);
  const signed = sequence(body, signature, bitString(sign('sha256', body, signer)));
  return {
    name,
    cert: `-----BEGIN CERTIFICATE-----\n${signed.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const commonName = '2.5.4.3';

/** DER: a tag, the length, the content. */
function tagged(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const inner = Buffer.concat(content);
  const { length } = inner;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), inner]);
}

const sequence = (...items: readonly Uint8Array[]): Buffer => tagged(0x30, ...items);
const integer = (bytes: Uint8Array): Buffer => tagged(0x02, bytes);
const bitString = (bytes: Uint8Array): Buffer => tagged(0x03, Buffer.from([0]), bytes);
const extension = (id: string, value: Uint8Array): Buffer => sequence(oid(id), tagged(0x04, value));
const distinguishedName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(oid(commonName), tagged(0x0c, Buffer.from(name)))));

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const groups = [part & 127];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 127) | 128);
    return groups;
  });
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

function time(date: Date): Buffer {
  return tagged(0x18, Buffer.from(date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')));
}

function alternativeName(name: string): Buffer {
  if (isIP(name) === 4) return tagged(0x87, Buffer.from(name.split('.').map(Number)));
  return tagged(0x82, Buffer.from(name));
}
