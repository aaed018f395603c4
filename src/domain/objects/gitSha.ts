import { hexOf, joinBytes } from '../../core/bytes.ts';
import { itemAt } from '../../core/list.ts';

const encoder = new TextEncoder();

export interface TreeLine {
  /** As git writes it, without leading zeros: `100644`, `40000`. */
  readonly mode: string;
  readonly name: string;
  readonly sha: string;
}

export const shortSha = (sha: string): string => sha.slice(0, 10);

/** The git blob sha of `bytes` in lower-case hex: SHA-256 if `like` has 64 characters, else SHA-1. */
export async function blobSha(bytes: Uint8Array, like = ''): Promise<string> {
  return await objectSha('blob', [bytes], like);
}

/** The git tree sha of a folder with exactly these entries; `like` as in `blobSha`. */
export async function treeSha(lines: readonly TreeLine[], like = ''): Promise<string> {
  const sorted = lines
    .map((line) => ({ line, key: encoder.encode(line.mode === '40000' ? `${line.name}/` : line.name) }))
    .sort((a, b) => compareBytes(a.key, b.key));
  const parts = sorted.flatMap(({ line }) => [encoder.encode(`${line.mode} ${line.name}\0`), fromHex(line.sha)]);
  return await objectSha('tree', parts, like);
}

async function objectSha(kind: 'blob' | 'tree', parts: readonly Uint8Array[], like: string): Promise<string> {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = joinBytes([encoder.encode(`${kind} ${size}\0`), ...parts]);
  return hexOf(new Uint8Array(await crypto.subtle.digest(like.length === 64 ? 'SHA-256' : 'SHA-1', whole)));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = itemAt(a, at) - itemAt(b, at);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function isSha(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
