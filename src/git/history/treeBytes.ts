/** An entry of a git tree that is needed to walk it. */
export interface WalkedEntry {
  readonly sha: string;
  /** A file or link is a blob; `commit` is a submodule. */
  readonly kind: 'tree' | 'blob' | 'commit';
}

const [blank, nul] = [0x20, 0];
const [treeMode, submoduleMode] = ['40000', '160000'];

/**
 * The entries of a tree by their name, or only that of `name`. `shaLength` is 40 or 64. Stops at the first entry that
 * git would not write.
 */
export function walkedEntries(bytes: Uint8Array, shaLength: number, name?: string): Map<string, WalkedEntry> {
  const entries = new Map<string, WalkedEntry>();
  const size = shaLength / 2;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length;) {
    const space = buffer.indexOf(blank, at);
    const end = space < 0 ? -1 : buffer.indexOf(nul, space);
    if (end < 0 || end + size >= buffer.length) break;
    const found = buffer.toString('utf8', space + 1, end);
    if (name === undefined || found === name) {
      // Old tools wrote a zero before the mode of a folder.
      const mode = buffer.toString('latin1', at, space).replace(/^0+/, '');
      const kind = mode === treeMode ? 'tree' : mode === submoduleMode ? 'commit' : 'blob';
      entries.set(found, { kind, sha: buffer.toString('hex', end + 1, end + 1 + size) });
      if (name !== undefined) break;
    }
    at = end + 1 + size;
  }
  return entries;
}
