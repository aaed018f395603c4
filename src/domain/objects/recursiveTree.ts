import type { TreeEntry } from '../../api/record/content.ts';
import { mapLimited } from '../../core/async.ts';
import { baseName } from '../../core/path.ts';
import { isFileName } from '../hosts/address.ts';
import { inApi, type RequestOptions, type Source } from '../hosts/source.ts';
import { isSha, treeSha, type TreeLine } from './gitSha.ts';
import { readablePath } from './readablePath.ts';
import { kindOf, type FolderEntry, type Tree, type Trees } from './trees.ts';

const perPage = 100;
const atOnce = 8;

/** The entries of a folder in a listing: a line, or the entries of a folder in it. */
type Listing = Map<string, TreeLine | Listing>;

/**
 * Caches the tree `root` (a sha) and all below: GET …/git/trees/{sha}?recursive=1, 100 entries a request.
 * `entries`: as expected. @returns false, with nothing cached, if the listing is not exactly the content of the tree
 */
export async function loadRecursively(
  trees: Trees,
  source: Source,
  root: string,
  entries: number,
  options: RequestOptions,
): Promise<boolean> {
  const lines = await listed(source, root, entries, options);
  const content = lines && contentOf(lines);
  if (content === undefined) return false;
  const loaded: Tree[] = [];
  if ((await shaOf(content, root, loaded)) !== root) return false;
  for (const tree of loaded) trees.keep(tree);
  return true;
}

/** Undefined if the service sends shorter pages than requested. */
async function listed(
  source: Source,
  root: string,
  entries: number,
  options: RequestOptions,
): Promise<ReadonlyMap<string, TreeEntry> | undefined> {
  const { api } = await source.connect();
  const lines = new Map<string, TreeEntry>();
  const isLast = async (page: number, signal = options.signal): Promise<boolean> => {
    const input = { ...inApi(source), sha: root, recursive: 1, page, per_page: perPage } as const;
    const answer = await api.files.tree(input, { ...options, signal });
    const before = lines.size;
    for (const line of answer.items) lines.set(answer.key(line), line);
    return answer.items.length + answer.unreadable.length < perPage || lines.size === before;
  };
  const expected = Math.ceil(entries / perPage);
  if (await isLast(1)) return entries < perPage ? lines : undefined;
  const rest = Array.from({ length: Math.max(0, expected - 1) }, (_, index) => index + 2);
  let ended = (await mapLimited(rest, atOnce, isLast, options.signal)).includes(true);
  for (let page = Math.max(1, expected) + 1; !ended; page += 1) ended = await isLast(page);
  return lines;
}

/** The folders of a listing, from the paths of its files. Undefined if an entry has no mode or no sha. */
function contentOf(lines: ReadonlyMap<string, TreeEntry>): Listing | undefined {
  const root: Listing = new Map();
  for (const [path, line] of lines) {
    if (kindOf(line) === 'folder') continue;
    const { mode, sha } = line;
    if (mode === undefined || sha === undefined || !isSha(sha)) return undefined;
    const name = baseName(path);
    const folder = folderAt(root, path.split('/').slice(0, -1));
    if (folder === undefined || folder.has(name)) return undefined;
    folder.set(name, { name, sha, mode: mode.replace(/^0+/, '') });
  }
  return root;
}

function folderAt(root: Listing, names: readonly string[]): Listing | undefined {
  let folder = root;
  for (const name of names) {
    const next = folder.get(name) ?? new Map<string, TreeLine | Listing>();
    if (!(next instanceof Map)) return undefined;
    folder.set(name, next);
    folder = next;
  }
  return folder;
}

/** The sha of a folder with this content. Adds the trees of it and of the folders below it to `loaded`. */
async function shaOf(content: Listing, like: string, loaded: Tree[]): Promise<string> {
  const lines: TreeLine[] = [];
  for (const [name, entry] of content) {
    lines.push(entry instanceof Map ? { name, mode: '40000', sha: await shaOf(entry, like, loaded) } : entry);
  }
  const sha = await treeSha(lines, like);
  const entries = new Map<string, FolderEntry>();
  for (const line of lines) {
    const name = readablePath(line.name);
    if (isFileName(name)) entries.set(name, { ...line, name, kind: kindOf(line) });
  }
  loaded.push({ sha, entries, complete: true, hidden: lines.length - entries.size });
  return sha;
}
