import type { FileContent } from '../../api/record/content.ts';
import type { Blobs } from '../objects/blobs.ts';
import type { RequestOptions, Source } from '../hosting/source.ts';
import type { EntryKind, Tree, Trees } from '../objects/trees.ts';

/** What stands at a path. */
export interface ResolvedPath {
  /** In the repository, symbolic links followed. */
  readonly path: string;
  /** `symlink` only where it leads nowhere inside the repository. */
  readonly kind: EntryKind;
  /** Of the blob, tree or commit; undefined where only the path is known. */
  readonly sha: string | undefined;
  /** As git writes it; undefined where the service did not tell. */
  readonly mode: string | undefined;
  /** Whether symbolic links led here. */
  readonly linked: boolean;
}

/** The walk came to a folder that is not kept, or not listed completely. */
export interface Unfinished {
  /** What was looked for, the links on the way so far followed. */
  readonly unknown: string;
}

export function isUnfinished(step: ResolvedPath | Unfinished | undefined): step is Unfinished {
  return step !== undefined && 'unknown' in step;
}

export interface WalkParts {
  readonly source: Source;
  /** Full sha of the commit, or of the root folder where only that is known; undefined: an empty repository. */
  readonly root: string | undefined;
  /** How contents are asked for: the sha of the commit, or the name of the tag. */
  readonly ref: string | undefined;
  readonly blobs: Blobs;
  readonly trees: Trees;
  /** What a long folder holds, asked for by its path. */
  readonly listAtOnce: (path: string, asking: RequestOptions) => Promise<readonly FileContent[] | undefined>;
}

const mostLinks = 40;
const longestLink = 64 * 1024;
/** What git has where there is nothing. */
export const emptyTree: Tree = { sha: '4b825dc642cb6eb9a060e54bf8d69288fbee4904', entries: new Map(), complete: true };

/** What a walk asks for where it is not kept: folders and the texts of links, only those texts, or nothing. */
export type Fetching = 'everything' | 'links' | 'nothing';

/**
 * Goes from the root of a commit to `path`, folder by folder, following symbolic links as git checks them out.
 * `Unfinished` at the first folder or link that is not kept and not to be asked for.
 */
export async function walk(
  parts: WalkParts,
  path: string,
  fetching: Fetching,
  asking: RequestOptions,
): Promise<ResolvedPath | Unfinished | undefined> {
  let rest: readonly string[] = path === '' ? [] : path.split('/');
  let dangling: ResolvedPath | undefined;
  for (let links = 0; links <= mostLinks; links += 1) {
    const step = await descend(parts, rest, fetching === 'everything', asking);
    if (step === undefined) return dangling;
    if ('unknown' in step) return step;
    const found: ResolvedPath = { ...step.found, linked: links > 0 };
    if (found.kind !== 'symlink') return found;
    if (fetching === 'nothing' && (await parts.blobs.find(found.sha ?? '')) === undefined) {
      return { unknown: [found.path, ...step.rest].join('/') };
    }
    if (step.rest.length === 0) dangling = found;
    const target = await targetOf(parts, found, asking);
    if (target === undefined) return dangling;
    rest = [...target, ...step.rest];
  }
  return dangling;
}

/** Goes as far as the first link. */
async function descend(
  parts: WalkParts,
  segments: readonly string[],
  load: boolean,
  asking: RequestOptions,
): Promise<{ readonly found: ResolvedPath; readonly rest: readonly string[] } | Unfinished | undefined> {
  const unfinished = { unknown: segments.join('/') };
  const root = await rootOf(parts, load, asking);
  if (root === undefined) return unfinished;
  let tree: Tree = root;
  for (const [depth, segment] of segments.entries()) {
    const entry = tree.entries.get(segment);
    if (entry === undefined) return tree.complete ? undefined : unfinished;
    const { kind, sha, mode } = entry;
    const at = segments.slice(0, depth + 1).join('/');
    const rest = segments.slice(depth + 1);
    if (kind === 'symlink' || rest.length === 0) return { found: { path: at, kind, sha, mode, linked: false }, rest };
    if (kind !== 'folder') return undefined;
    const next = load ? await loadTree(parts, at, sha, asking) : await parts.trees.find(sha);
    if (next === undefined) return unfinished;
    tree = next;
  }
  return { found: { path: '', kind: 'folder', sha: tree.sha, mode: '40000', linked: false }, rest: [] };
}

async function rootOf(
  { trees, source, root }: WalkParts,
  load: boolean,
  asking: RequestOptions,
): Promise<Tree | undefined> {
  if (root === undefined) return emptyTree;
  return load ? await trees.loadRoot(source, root, asking) : await trees.findRoot(root);
}

/** The tree `sha`, which is the folder `path` at this commit. `whole`: to the end, however long it is. */
export async function loadTree(
  parts: WalkParts,
  path: string,
  sha: string,
  asking: RequestOptions,
  whole = false,
): Promise<Tree> {
  const listing = { atOnce: () => parts.listAtOnce(path, asking), whole };
  return await parts.trees.load(parts.source, sha, asking, listing);
}

/** Where a link leads, as a path in the repository; undefined: out of it. */
async function targetOf(
  { blobs, source, ref }: WalkParts,
  link: ResolvedPath,
  asking: RequestOptions,
): Promise<readonly string[] | undefined> {
  const bytes = await blobs.load(source, link.sha ?? '', { path: link.path, ref }, { ...asking, limit: longestLink });
  const text = new TextDecoder().decode(bytes);
  if (text.startsWith('/')) return undefined;
  const path = link.path.split('/').slice(0, -1);
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') path.push(segment);
    else if (path.pop() === undefined) return undefined;
  }
  return path;
}
