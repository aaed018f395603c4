import { l10n, type Uri } from 'vscode';
import { visible } from '../../../core/text.ts';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import { changedMode, statusOfDifference, type Difference } from '../../../domain/repositories/compare.ts';
import type { ComparedRef, ComparedRefs, RefComparison } from '../../../domain/repositories/refComparison.ts';
import { emptyUri, entryUri, fileUri } from '../../kit/uri.ts';
import type { Comparison } from './comparison.ts';
import { repositoryTarget } from '../../kit/rows/place.ts';
import { fixed, lazyChildren, type Children, type Node } from '../../kit/tree/node.ts';
import { folderContentOf, type PathFolder } from '../../kit/rows/pathTree.ts';
import { changedFileRow, statusText } from '../../kit/rows/changedFile.ts';
import { context, described } from '../../kit/rows/group.ts';

const shortSha = 8;

/** The key of the lists of all comparisons: see `Node.list`. */
export const comparedList = 'comparisons';

/** More folders start collapsed: the editor requests the rows of each expanded one. */
const mostExpandedFolders = 500;

/** What the rows of files and folders are made from. */
interface ListedComparison extends RefComparison {
  readonly comparison: Comparison;
  readonly expandsFolders: boolean;
}

/** `asTree`: whether the files are shown in their folders. `onChange`: called when the row itself must be drawn again. */
export function comparisonNode(comparison: Comparison, asTree: () => boolean, onChange: () => void): Node {
  const { id, place, refs } = comparison;
  return {
    id,
    list: comparedList,
    // The number of files changes when the comparison is refreshed.
    get row() {
      const { length } = comparison.result.differences;
      return {
        label: l10n.t('{0}: {1}', comparisonTitle(refs), countText(length)),
        description: described(fullName(place.name), startText(comparison)),
        icon: 'git-compare',
        context: context('comparison', { empty: length === 0 }),
        expanded: true,
      };
    },
    tooltip: () => ({
      title: comparisonTitle(refs),
      text: fullName(place.name),
      facts: [
        ...startFacts(comparison),
        [l10n.t('Before'), refText(comparison.result.base)],
        [l10n.t('After'), refText(comparison.result.head)],
        ...countsByStatus(comparison.result.differences),
      ],
    }),
    target: { ...repositoryTarget(place), ...refs, label: comparisonTitle(refs) },
    children: lazyChildren((signal) => {
      let isRead = false;
      return async () => {
        if (isRead) return undefined;
        const before = comparison.result;
        const result = await comparison.read(signal);
        isRead = true;
        if (result !== before) onChange();
        return { nodes: fileNodes(comparison, result, asTree()), unreadable: [], more: false, whole: true };
      };
    }),
  };
}

/** What a pull request is compared with, if it is not the merge base. */
function startText({ refs, result: { start } }: Comparison): string | undefined {
  if (start === 'unrelated') return l10n.t('no common commit: compared with {0} itself', shortRef(refs.base));
  if (start === 'base') return l10n.t('common commit not known: compared with {0} itself', shortRef(refs.base));
  return undefined;
}

/** For a pull request: from where its changes are shown. */
function startFacts(comparison: Comparison): (readonly [string, string])[] {
  const { start } = comparison.result;
  if (start === undefined) return [];
  return [[l10n.t('Changes since'), startText(comparison) ?? l10n.t('the common commit of both')]];
}

/** The row of a history below comparisons; without them its commits are the rows of the view. */
export function historyNode(id: string, subject: string, children: Children): Node {
  const label = l10n.t('History of {0}', subject);
  return { id, row: { label, icon: 'history', context: 'history', expanded: true }, children: orNoCommits(children) };
}

/** `main ← v1.2` */
export function comparisonTitle({ base, head }: ComparedRefs): string {
  return l10n.t('{0} ← {1}', shortRef(base), shortRef(head));
}

/** The addresses of both sides of a difference; undefined: the file is not there. */
export function sidesOf(
  { host, owner, repo }: RepositoryName,
  { base, head }: RefComparison,
  { path, base: was, head: is }: Difference,
): readonly [before: Uri | undefined, after: Uri | undefined] {
  const side = ({ ref }: ComparedRef, entry: Difference['base']): Uri | undefined =>
    ref === undefined || entry === undefined ? undefined : entryUri({ host, owner, repo, ref, path }, entry);
  return [side(base, was), side(head, is)];
}

/** The ids of the rows below the row of the comparison that lead to the file `path`. */
export function rowsTo({ result }: Comparison, path: string, asTree: boolean): readonly string[] {
  const folders: PathFolder<Difference>[] = [];
  const next = (): PathFolder<Difference> | undefined => {
    const { items, path: above } = folders.at(-1) ?? { items: result.differences, path: '' };
    return folderContentOf(items, above).folders.find((one) => path.startsWith(`${one.path}/`));
  };
  for (let folder = asTree ? next() : undefined; folder !== undefined; folder = next()) folders.push(folder);
  return [...folders.map((one) => folderId(one.path)), path];
}

/** A file of the same path can be beside the folder. */
const folderId = (path: string): string => `${path}/`;

const sameFiles: Node = {
  id: 'empty',
  get row() {
    return { label: l10n.t('Both sides have the same files.'), context: 'empty' };
  },
};

function fileNodes(comparison: Comparison, result: RefComparison, asTree: boolean): readonly Node[] {
  const { differences } = result;
  if (differences.length === 0) return [sameFiles];
  const folders = new Set(differences.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  const listed = { ...result, comparison, expandsFolders: folders.size <= mostExpandedFolders };
  return asTree ? nodesIn(listed, differences) : differences.map((difference) => fileNode(listed, difference));
}

/** Folders and then files, in the folder `folder` or the root. */
function nodesIn(listed: ListedComparison, differences: readonly Difference[], folder?: string): Node[] {
  const { folders, files } = folderContentOf(differences, folder);
  return [...folders.map((one) => folderNode(listed, one)), ...files.map((one) => fileNode(listed, one, true))];
}

function folderNode(listed: ListedComparison, { path, label, items }: PathFolder<Difference>): Node {
  const { comparison, head, expandsFolders } = listed;
  const { host, owner, repo } = comparison.place.name;
  return {
    id: folderId(path),
    row: {
      label,
      icon: 'folder',
      resource: fileUri({ host, owner, repo, ref: head.ref, path }),
      context: 'comparisonFolder',
      expanded: expandsFolders,
      spoken: [label, countText(items.length)].join(', '),
    },
    tooltip: () => ({ title: path, text: countText(items.length) }),
    target: { label: path },
    children: fixed(() => nodesIn(listed, items, path), true),
  };
}

function fileNode(listed: ListedComparison, difference: Difference, isInFolder = false): Node {
  const { place, refs } = listed.comparison;
  const { path } = difference;
  const { host, owner, repo } = place.name;
  const status = statusOfDifference(difference);
  const detail = detailOf(difference);
  const empty = emptyUri({ host, owner, repo, ref: undefined, path });
  const [before, after] = sidesOf(place.name, listed, difference);
  const title = visible(l10n.t('{0} ({1})', path.slice(path.lastIndexOf('/') + 1), comparisonTitle(refs)));
  return {
    id: path,
    row: changedFileRow({
      path,
      status,
      uri: after ?? before ?? empty,
      detail,
      isInFolder,
      context: 'comparisonFile',
      open: {
        command: 'vscode.diff',
        title: l10n.t('Show Changes'),
        arguments: [before ?? empty, after ?? empty, title],
      },
    }),
    tooltip: () => ({ title: path, text: described(statusText(status), detail) }),
    target: {
      ...repositoryTarget(place),
      ref: (after === undefined ? listed.base : listed.head).ref,
      path,
      label: path,
    },
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

function countText(count: number): string {
  if (count === 0) return l10n.t('no differences');
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count);
}

function countsByStatus(differences: readonly Difference[]): (readonly [string, string])[] {
  const counts = Map.groupBy(differences, statusOfDifference);
  return Array.from(counts, ([status, { length }]) => [statusText(status), String(length)]);
}

const shortRef = (ref: string): string => (isSha(ref) ? ref.slice(0, shortSha) : ref);

const refText = ({ name, ref }: ComparedRef): string =>
  ref === undefined || ref === name || !isSha(ref) ? shortRef(name) : `${name} (${shortRef(ref)})`;

/** Says that a history has no commits. */
function orNoCommits(children: Children): Children {
  return lazyChildren((signal) => {
    const batches = children(signal);
    let isFirst = true;
    return async () => {
      const { value } = await batches.next();
      const batch = value ?? (isFirst ? { nodes: [noCommits], unreadable: [], more: false } : undefined);
      isFirst = false;
      return batch;
    };
  });
}

const noCommits: Node = {
  id: 'empty',
  get row() {
    return { label: l10n.t('No commits found.'), context: 'empty' };
  },
};
