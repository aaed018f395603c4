import { walkedEntries, type WalkedEntry } from './treeBytes.ts';

/** Reads and fetches objects of a history. */
export interface HistoryObjects {
  /** The bytes of a tree; undefined if it is not here. */
  readonly read: (sha: string) => Promise<Uint8Array | undefined>;
  /** Whether the object is here. */
  readonly has: (sha: string) => Promise<boolean>;
  /** Fetches objects: with everything below them but blobs, or only these objects. */
  readonly fetch: (shas: readonly string[], withFolders: boolean) => Promise<void>;
}

/** An object of each name, and what is below it. */
type Entries = ReadonlyMap<string, WalkedEntry>;

/**
 * Fetches the trees that lead to `path` from each of `roots` (trees), one request for each folder of the path, and
 * everything but blobs below it if it is a folder.
 * @returns the shas of the blobs that the path has
 */
export async function fetchPath(
  objects: HistoryObjects,
  roots: Iterable<string>,
  path: string,
): Promise<ReadonlySet<string>> {
  let trees = new Set(roots);
  let blobs = new Set<string>();
  for (const name of path.split('/')) {
    const next = new Set<string>();
    blobs = new Set();
    await readTrees(objects, trees, false, (_sha, bytes, length) => {
      const entry = walkedEntries(bytes, length, name).get(name);
      if (entry?.kind === 'tree') next.add(entry.sha);
      if (entry?.kind === 'blob') blobs.add(entry.sha);
    });
    trees = next;
  }
  await fetchFolders(objects, trees);
  return blobs;
}

/** Fetches the trees and all trees below them. @returns the shas of the blobs in them */
export async function fetchFolders(objects: HistoryObjects, trees: Iterable<string>): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const blobs = new Set<string>();
  let level = new Set(trees);
  while (level.size > 0) {
    const next = new Set<string>();
    for (const sha of level) seen.add(sha);
    await readTrees(objects, level, true, (_sha, bytes, length) => {
      for (const { sha, kind } of walkedEntries(bytes, length).values()) {
        if (kind === 'blob') blobs.add(sha);
        if (kind === 'tree' && !seen.has(sha)) next.add(sha);
      }
    });
    level = next;
  }
  return blobs;
}

/** Fetches the trees that differ between two trees, one request for each level of folders. */
export async function fetchDifference(objects: HistoryObjects, one: string | undefined, other: string): Promise<void> {
  let pairs: [string | undefined, string | undefined][] = [[one, other]];
  while (pairs.length > 0) {
    const read = new Map<string, Entries>();
    const shas = pairs.flat().filter((sha) => sha !== undefined);
    await readTrees(objects, new Set(shas), false, (sha, bytes, length) => read.set(sha, walkedEntries(bytes, length)));
    const entriesOf = (sha: string | undefined): Entries => read.get(sha ?? '') ?? new Map();
    pairs = pairs.flatMap(([left, right]) => differing(entriesOf(left), entriesOf(right)));
  }
}

/** Fetches those of `blobs` that are not here. */
export async function fetchBlobs(objects: HistoryObjects, blobs: ReadonlySet<string>): Promise<void> {
  const missing: string[] = [];
  await Promise.all(
    [...blobs].map(async (sha) => {
      if (!(await objects.has(sha))) missing.push(sha);
    }),
  );
  if (missing.length > 0) await objects.fetch(missing, false);
}

/** The folders that differ, as pairs. */
function differing(left: Entries, right: Entries): [string | undefined, string | undefined][] {
  const pairs: [string | undefined, string | undefined][] = [];
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const [one, other] = [left.get(name), right.get(name)];
    if (one?.sha === other?.sha) continue;
    const [oneTree, otherTree] = [one, other].map((entry) => (entry?.kind === 'tree' ? entry.sha : undefined));
    if (oneTree !== undefined || otherTree !== undefined) pairs.push([oneTree, otherTree]);
  }
  return pairs;
}

/** Calls `use` with each of `trees`, after the missing ones were fetched. */
async function readTrees(
  objects: HistoryObjects,
  trees: ReadonlySet<string>,
  withFolders: boolean,
  use: (sha: string, bytes: Uint8Array, shaLength: number) => void,
): Promise<void> {
  const readAll = async (shas: Iterable<string>): Promise<string[]> => {
    const missing: string[] = [];
    await Promise.all(
      [...shas].map(async (sha) => {
        const bytes = await objects.read(sha);
        if (bytes === undefined) missing.push(sha);
        else use(sha, bytes, sha.length);
      }),
    );
    return missing;
  };
  const missing = await readAll(trees);
  if (missing.length === 0) return;
  await objects.fetch(missing, withFolders);
  await readAll(missing);
}
