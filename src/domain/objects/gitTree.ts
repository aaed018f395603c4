import { hexOf } from '../../core/bytes.ts';
import { isFileName } from '../hosts/address.ts';
import type { TreeLine } from './gitSha.ts';
import { readablePath } from './readablePath.ts';

/** Type bits of the modes of folders, files, symbolic links and submodules. */
const types: readonly number[] = [0o04, 0o10, 0o12, 0o16];

const space = 0x20;
const decoder = new TextDecoder();

/** The entries of a tree, and the number of those that are left out. */
export interface ParsedTree {
  readonly lines: readonly TreeLine[];
  readonly leftOut: number;
}

/**
 * The entries `<mode> <name>\0<sha as bytes>`, without unsafe or repeated names and unknown modes. `sha`: of the tree.
 * Undefined if `bytes` ends inside an entry, or an entry has no mode or no name
 */
export function parseTree(sha: string, bytes: Uint8Array): ParsedTree | undefined {
  const shaLength = sha.length / 2;
  const lines = new Map<string, TreeLine>();
  let leftOut = 0;
  for (let at = 0; at < bytes.length;) {
    const nameAt = bytes.indexOf(space, at) + 1;
    const shaAt = bytes.indexOf(0, at) + 1;
    if (nameAt === 0 || shaAt <= nameAt + 1 || shaAt + shaLength > bytes.length) return undefined;
    const mode = decoder.decode(bytes.subarray(at, nameAt - 1));
    if (!/^[0-7]{1,7}$/.test(mode)) return undefined;
    const name = readablePath(decoder.decode(bytes.subarray(nameAt, shaAt - 1)));
    at = shaAt + shaLength;
    if (!types.includes(Number.parseInt(mode, 8) >> 12) || !isFileName(name) || lines.has(name)) leftOut += 1;
    else lines.set(name, { mode: mode.replace(/^0+/, ''), name, sha: hexOf(bytes.subarray(shaAt, at)) });
  }
  return { lines: [...lines.values()], leftOut };
}

/** The sha of the root tree in a commit as git stores it; undefined if the commit does not begin with it. */
export function treeOfCommit(bytes: Uint8Array): string | undefined {
  return /^tree ([0-9a-f]{40}|[0-9a-f]{64})\n/.exec(decoder.decode(bytes.subarray(0, 70)))?.[1];
}
