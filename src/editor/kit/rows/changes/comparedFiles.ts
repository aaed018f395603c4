import { l10n, type Uri } from 'vscode';
import { visible } from '../../../../core/text.ts';
import { baseName, parentOf } from '../../../../core/path.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import { isSha } from '../../../../domain/objects/gitSha.ts';
import { changedMode, statusOfDifference, type Difference } from '../../../../domain/repositories/compare.ts';
import type { ComparedRef, ComparedRefs, RefComparison } from '../../../../domain/repositories/refComparison.ts';
import { emptyNode, fixed, type Node } from '../../tree/node.ts';
import { emptyUri, entryUri, fileUri, sideOptions } from '../../uri.ts';
import { described } from '../group.ts';
import { repositoryTarget, type RepositoryPlace } from '../place.ts';
import { changedFileRow, statusText } from './changedFile.ts';
import { folderContentOf, type PathFolder } from './pathTree.ts';

const shortSha = 8;

/** More folders start collapsed: the editor requests the rows of each expanded one. */
const mostExpandedFolders = 500;

export interface ViewedMarks {
  readonly has: (file: Difference) => boolean;
  readonly set: (files: readonly Difference[], viewed: boolean) => Promise<void>;
}

export interface ComparedFiles {
  readonly place: RepositoryPlace;
  /** As the titles of the differences name them. */
  readonly refs: ComparedRefs;
  readonly result: RefComparison;
  readonly asTree: boolean;
  /** Shows all files of a folder without `Load more`: see `Batch`. */
  readonly whole: boolean;
  /** Undefined: the rows have no checkboxes. */
  readonly viewed?: ViewedMarks;
  /** What a row says of its file besides. */
  readonly note?: (path: string) => string | undefined;
}

interface ListedFiles extends ComparedFiles {
  readonly expandsFolders: boolean;
}

export function comparedFileNodes(compared: ComparedFiles): readonly Node[] {
  const { differences } = compared.result;
  if (differences.length === 0) return [emptyNode(l10n.t('Both sides have the same files.'))];
  const folders = new Set(differences.map(({ path }) => parentOf(path)));
  const listed = { ...compared, expandsFolders: folders.size <= mostExpandedFolders };
  return compared.asTree ? nodesIn(listed, differences) : differences.map((difference) => fileNode(listed, difference));
}

/** `main ← v1.2` */
export function comparisonTitle({ base, head }: ComparedRefs): string {
  return l10n.t('{0} ← {1}', shortRef(base), shortRef(head));
}

/** What the head is compared with, if it is not the merge base. */
export function startText({ base }: ComparedRefs, { start }: RefComparison): string | undefined {
  if (start === 'unrelated') return l10n.t('no common commit: compared with {0} itself', shortRef(base));
  if (start === 'base') return l10n.t('common commit not known: compared with {0} itself', shortRef(base));
  return undefined;
}

/** The repository and the commit of a side of a comparison in `name`. */
export function sideAt({ host, owner, repo }: RepositoryName, { ref, repository }: ComparedRef) {
  return { ...(repository ?? { host, owner, repo }), ref };
}

/** The addresses of both sides of a difference; undefined: the file is not there. */
export function sidesOf(
  name: RepositoryName,
  { base, head }: RefComparison,
  { path, base: was, head: is }: Difference,
): readonly [before: Uri | undefined, after: Uri | undefined] {
  const side = (compared: ComparedRef, entry: Difference['base']): Uri | undefined =>
    compared.ref === undefined || entry === undefined
      ? undefined
      : entryUri({ ...sideAt(name, compared), ref: compared.ref, path }, entry);
  return [side(base, was), side(head, is)];
}

/** The ids of the rows below the row of the comparison that lead to the file `path`. */
export function rowsTo({ differences }: RefComparison, path: string, asTree: boolean): readonly string[] {
  const folders: PathFolder<Difference>[] = [];
  const next = (): PathFolder<Difference> | undefined => {
    const { items, path: above } = folders.at(-1) ?? { items: differences, path: '' };
    return folderContentOf(items, above).folders.find((one) => path.startsWith(`${one.path}/`));
  };
  for (let folder = asTree ? next() : undefined; folder !== undefined; folder = next()) folders.push(folder);
  return [...folders.map((one) => folderId(one.path)), path];
}

/** A file of the same path can be beside the folder. */
const folderId = (path: string): string => `${path}/`;

/** Whether the row with this id is that of one of `files`, or of a folder above it. */
export function isRowOf(files: readonly Difference[]): (id: string) => boolean {
  const paths = new Set(files.map(({ path }) => path));
  return (id) => paths.has(id) || (id.endsWith('/') && files.some(({ path }) => path.startsWith(id)));
}

/** Folders and then files, in the folder `folder` or the root. */
function nodesIn(listed: ListedFiles, differences: readonly Difference[], folder?: string): Node[] {
  const { folders, files } = folderContentOf(differences, folder);
  return [...folders.map((one) => folderNode(listed, one)), ...files.map((one) => fileNode(listed, one, true))];
}

function checkbox({ viewed }: ListedFiles, files: readonly Difference[]): Pick<Node, 'checkbox'> {
  if (viewed === undefined) return {};
  return {
    checkbox: {
      isChecked: () => files.every(viewed.has),
      check: async (checked) => await viewed.set(files, checked),
      label: (checked) => (checked ? l10n.t('Viewed') : l10n.t('Mark as viewed')),
    },
  };
}

function folderNode(listed: ListedFiles, { path, label, items }: PathFolder<Difference>): Node {
  const { place, result, expandsFolders, whole } = listed;
  return {
    id: folderId(path),
    row: {
      label,
      icon: 'folder',
      resource: fileUri({ ...sideAt(place.name, result.head), path }),
      context: 'comparisonFolder',
      expanded: expandsFolders,
      spoken: [label, countText(items.length)].join(', '),
    },
    tooltip: () => ({ title: path, text: countText(items.length) }),
    target: { label: path },
    children: fixed(() => nodesIn(listed, items, path), whole),
    ...checkbox(listed, items),
  };
}

function fileNode(listed: ListedFiles, difference: Difference, isInFolder = false): Node {
  const { place, refs, result } = listed;
  const { path } = difference;
  const { host, owner, repo } = place.name;
  const status = statusOfDifference(difference);
  const detail = detailOf(difference);
  const empty = emptyUri({ host, owner, repo, ref: undefined, path });
  const [before, after] = sidesOf(place.name, result, difference);
  const title = visible(l10n.t('{0} ({1})', baseName(path), comparisonTitle(refs)));
  return {
    id: path,
    get row() {
      return changedFileRow({
        path,
        status,
        uri: after ?? before ?? empty,
        detail: described(detail, listed.note?.(path)),
        isInFolder,
        context: 'comparisonFile',
        open: {
          command: 'vscode.diff',
          title: l10n.t('Show Changes'),
          arguments: [before ?? empty, after ?? empty, title, sideOptions(path)],
        },
      });
    },
    tooltip: () => ({ title: path, text: described(statusText(status), detail) }),
    target: {
      ...repositoryTarget(place),
      ref: (after === undefined ? result.base : result.head).ref,
      path,
      label: path,
    },
    ...checkbox(listed, [difference]),
  };
}

/** The modes of a file or the commits of a submodule, before and after; undefined if they do not differ. */
function detailOf(difference: Difference): string | undefined {
  const mode = changedMode(difference);
  if (mode !== undefined) return l10n.t('mode {0} → {1}', ...mode);
  const { base, head } = difference;
  if (base?.kind !== 'submodule' && head?.kind !== 'submodule') return undefined;
  const commit = (entry: Difference['base']): string => (entry?.kind === 'submodule' ? shortRef(entry.sha) : '–');
  return l10n.t('submodule {0} → {1}', commit(base), commit(head));
}

export function countText(count: number): string {
  if (count === 0) return l10n.t('no differences');
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count);
}

export const shortRef = (ref: string): string => (isSha(ref) ? ref.slice(0, shortSha) : ref);
