import { isSafeName } from '../hosting/address.ts';
import type { EntryKind, FolderEntry, Tree } from './trees.ts';

/** Kinds by the type bits of a mode. */
const kinds = new Map<number, EntryKind>([
  [0o04, 'folder'],
  [0o10, 'file'],
  [0o12, 'symlink'],
  [0o16, 'submodule'],
]);

const space = 0x20;
const decoder = new TextDecoder();

/**
 * A tree as git stores it: `<mode> <name>\0<sha as bytes>` for each entry. Entries with an unsafe name or an unknown mode
 * are left out, and of entries with the same name all but the first.
 * @returns undefined if `bytes` ends inside an entry, or an entry has no mode or no name
 */
export function parseTree(sha: string, bytes: Uint8Array): Tree | undefined {
  const shaLength = sha.length / 2;
  const entries = new Map<string, FolderEntry>();
  for (let at = 0; at < bytes.length;) {
    const nameAt = bytes.indexOf(space, at) + 1;
    const shaAt = bytes.indexOf(0, at) + 1;
    if (nameAt === 0 || shaAt <= nameAt + 1 || shaAt + shaLength > bytes.length) return undefined;
    const mode = decoder.decode(bytes.subarray(at, nameAt - 1));
    if (!/^[0-7]{1,7}$/.test(mode)) return undefined;
    const name = decoder.decode(bytes.subarray(nameAt, shaAt - 1));
    at = shaAt + shaLength;
    const kind = kinds.get(Number.parseInt(mode, 8) >> 12);
    if (kind === undefined || !isSafeName(name) || entries.has(name)) continue;
    entries.set(name, { name, kind, sha: hexOf(bytes.subarray(shaAt, at)), mode: mode.replace(/^0+/, '') });
  }
  return { sha, entries, complete: true };
}

/** The sha of the root tree in a commit as git stores it; undefined if the commit does not begin with it. */
export function treeOfCommit(bytes: Uint8Array): string | undefined {
  return /^tree ([0-9a-f]{40}|[0-9a-f]{64})\n/.exec(decoder.decode(bytes.subarray(0, 70)))?.[1];
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
