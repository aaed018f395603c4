import type { FileContent } from '../../api/record/content.ts';
import type { Blobs } from '../objects/blobs.ts';
import { isConfiguration } from '../rules/configurationFiles.ts';
import type { RequestOptions, Source } from '../hosts/source.ts';
import type { EntryKind, Tree, Trees } from '../objects/trees.ts';

export interface ResolvedPath {
  readonly path: string;
  /** `symlink` only for a link that is not followed: without a target in the repository, or out of configuration. */
  readonly kind: EntryKind;
  /** Sha of the blob, tree or commit; undefined if only the path is known. */
  readonly sha: string | undefined;
  /** The mode in the format of git; undefined if the service does not send it. */
  readonly mode: string | undefined;
  readonly linked: boolean;
}

/** The walk reached a folder that is not cached, or not completely listed. */
export interface Unfinished {
  /** The requested path, with the links up to here followed. */
  readonly unknown: string;
}

export function isUnfinished(step: ResolvedPath | Unfinished | undefined): step is Unfinished {
  return step !== undefined && 'unknown' in step;
}

export interface WalkParts {
  readonly source: Source;
  /** Full sha of the commit; undefined: an empty repository. */
  readonly root: string | undefined;
  readonly blobs: Blobs;
  readonly trees: Trees;
  /** The entries of a long folder, requested by its path. */
  readonly listAtOnce: (path: string, options: RequestOptions) => Promise<readonly FileContent[] | undefined>;
}

const mostLinks = 40;
const longestLink = 64 * 1024;
export const emptyTree: Tree = { sha: '4b825dc642cb6eb9a060e54bf8d69288fbee4904', entries: new Map(), complete: true };

/** The uncached objects that a walk requests: folders and the texts of links, only those texts, or nothing. */
export type Fetching = 'everything' | 'links' | 'nothing';

/**
 * Follows links as git checks them out, except from configuration to another file.
 * `Unfinished` at the first folder or link that is not cached and must not be requested.
 */
export async function walk(
  parts: WalkParts,
  path: string,
  fetching: Fetching,
  options: RequestOptions,
): Promise<ResolvedPath | Unfinished | undefined> {
  let rest: readonly string[] = path === '' ? [] : path.split('/');
  let dangling: ResolvedPath | undefined;
  for (let links = 0; links <= mostLinks; links += 1) {
    const step = await descend(parts, rest, fetching === 'everything', options);
    if (step === undefined) return dangling;
    if ('unknown' in step) return step;
    const entry: ResolvedPath = { ...step.entry, linked: links > 0 };
    if (entry.kind !== 'symlink') return entry;
    if (fetching === 'nothing' && (await parts.blobs.find(entry.sha ?? '')) === undefined) {
      return { unknown: [entry.path, ...step.rest].join('/') };
    }
    if (step.rest.length === 0) dangling = entry;
    const target = await targetOf(parts, entry, options);
    if (target === undefined) return dangling;
    const next = [...target, ...step.rest];
    if (leadsOutOfConfiguration([entry.path, ...step.rest], next)) return dangling;
    rest = next;
  }
  return dangling;
}

/** Who may write the target may not be allowed to write configuration, as tools: their file must not become it. */
const leadsOutOfConfiguration = (from: readonly string[], to: readonly string[]): boolean =>
  isConfiguration(from.join('/')) && !isConfiguration(to.join('/'));

async function descend(
  parts: WalkParts,
  segments: readonly string[],
  load: boolean,
  options: RequestOptions,
): Promise<{ readonly entry: ResolvedPath; readonly rest: readonly string[] } | Unfinished | undefined> {
  const unfinished = { unknown: segments.join('/') };
  const root = await rootOf(parts, load, options);
  if (root === undefined) return unfinished;
  let tree: Tree = root;
  for (const [depth, segment] of segments.entries()) {
    const entry = tree.entries.get(segment);
    if (entry === undefined) return tree.complete ? undefined : unfinished;
    const { kind, sha, mode } = entry;
    const at = segments.slice(0, depth + 1).join('/');
    const rest = segments.slice(depth + 1);
    if (kind === 'symlink' || rest.length === 0) return { entry: { path: at, kind, sha, mode, linked: false }, rest };
    if (kind !== 'folder') return undefined;
    const next = load ? await loadTree(parts, at, sha, options) : await parts.trees.find(sha);
    if (next === undefined) return unfinished;
    tree = next;
  }
  return { entry: { path: '', kind: 'folder', sha: tree.sha, mode: '40000', linked: false }, rest: [] };
}

async function rootOf(
  { trees, source, root }: WalkParts,
  load: boolean,
  options: RequestOptions,
): Promise<Tree | undefined> {
  if (root === undefined) return emptyTree;
  return load ? await trees.loadRoot(source, root, options) : await trees.findRoot(root);
}

/** The tree `sha` of the folder `path` at this commit. `whole`: complete, however long it is. */
export async function loadTree(
  parts: WalkParts,
  path: string,
  sha: string,
  options: RequestOptions,
  whole = false,
): Promise<Tree> {
  const listing = { atOnce: () => parts.listAtOnce(path, options), whole };
  return await parts.trees.load(parts.source, sha, options, listing);
}

/** The target of a link as segments of a path in the repository; undefined: outside of it. */
async function targetOf(
  { blobs, source, root: ref }: WalkParts,
  link: ResolvedPath,
  options: RequestOptions,
): Promise<readonly string[] | undefined> {
  const bytes = await blobs.load(source, link.sha ?? '', { path: link.path, ref }, { ...options, limit: longestLink });
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
