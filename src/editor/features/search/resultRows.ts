import { l10n } from 'vscode';
import { baseName, parentOf } from '../../../core/path.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { showHidden } from '../../../domain/pages/html.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import type { FileMatches, LineMatch } from '../../../domain/search/textQuery.ts';
import { formatCount } from '../../kit/messages/format.ts';
import { described } from '../../kit/rows/group.ts';
import { fixed, lazyChildren, type Children, type Node } from '../../kit/tree/node.ts';
import { fileUri } from '../../kit/uri.ts';
import type { SearchNote } from './notes.ts';
import { countMatches, shownLine } from './rows.ts';
import type { RunningSearch } from './runningSearch.ts';

/** Files that start expanded, and their lines: the editor requests the rows of each. */
const mostExpandedFiles = 100;
const mostExpandedLines = 1_000;

/** Files before `Load more`. The editor draws them in one turn of the extension host. */
const mostFiles = 1_000;

/** The rows of the files that one search found. Each file keeps its node, so that only new ones are drawn. */
export class ResultRows {
  readonly #nodes = new WeakMap<FileMatches, Node>();
  #expandedFiles = 0;
  #expandedLines = 0;

  /** `notes`: the rows above and below the files. */
  children(run: RunningSearch | undefined, notes: readonly Node[]): Children {
    return lazyChildren(() => {
      const files = run?.files ?? [];
      const remote = run?.at?.remote;
      let shown = 0;
      return () => {
        const part = files.slice(shown, shown + mostFiles);
        const nodes = remote === undefined ? [] : part.map((file) => this.#node(remote, file));
        const isFirst = shown === 0;
        shown += part.length;
        const more = shown < files.length;
        return Promise.resolve({ nodes: isFirst ? [...notes, ...nodes] : nodes, unreadable: [], more, whole: true });
      };
    });
  }

  #node(remote: RemoteRef, file: FileMatches): Node {
    const existing = this.#nodes.get(file);
    if (existing !== undefined) return existing;
    const lines = this.#expandedLines + file.lines.length;
    const expanded = this.#expandedFiles < mostExpandedFiles && lines <= mostExpandedLines;
    if (expanded) {
      this.#expandedFiles += 1;
      this.#expandedLines = lines;
    }
    const node = fileNode(remote, file, expanded);
    this.#nodes.set(file, node);
    return node;
  }
}

function fileNode({ name, ref }: RemoteRef, file: FileMatches, expanded: boolean): Node {
  const { path, lines } = file;
  const count = countMatches(file);
  const matches = count === 1 ? l10n.t('1 match') : l10n.t('{0} matches', formatCount(count));
  const target = { host: name.host, repository: fullName(name), path, ...(ref === undefined ? {} : { ref }) };
  const [label, folder] = [showHidden(baseName(path)), showHidden(parentOf(path))];
  return {
    id: path,
    row: {
      label,
      description: described(formatCount(count), folder),
      icon: 'file',
      resource: fileUri({ ...name, ref, path }),
      context: 'searchResult+file',
      expanded,
      spoken: [label, folder, matches].join(' '),
    },
    tooltip: () => ({ title: path, text: matches }),
    target: { ...target, label: path },
    children: fixed(() => lines.map((line) => lineNode(target, line)), true),
  };
}

function lineNode(target: NonNullable<Node['target']>, match: LineMatch): Node {
  const { line, text, label, highlights } = shownLine(match);
  return {
    id: `${line}`,
    row: {
      label,
      highlights,
      context: 'searchResult+line',
      spoken: l10n.t('line {0} {1}', line, text),
      open: { command: 'sourcehost.textSearch.open', title: l10n.t('Open Result') },
    },
    target: { ...target, line, label: text },
  };
}

/** A note with an action, which the row runs, or with files, which are below the row. */
export function noteNode({ text, kind, action, files }: SearchNote, run: RunningSearch | undefined): Node {
  const color = kind === 'information' ? {} : { color: `list.${kind}Foreground` };
  const row = { icon: kind === 'information' ? 'info' : kind, ...color, context: 'searchNote' };
  // No path begins as the ids do.
  if (action === undefined) {
    const below = (files ?? []).map((path) => skippedNode(run, path));
    return { id: '//files', order: 'last', row: { ...row, label: text }, children: fixed(() => below, true) };
  }
  const { command, label } = action;
  return {
    id: `//${command}`,
    row: {
      ...row,
      label,
      spoken: l10n.t('{0}: {1}', label, text),
      open: { command, title: label, arguments: [] },
    },
    tooltip: () => ({ title: label, text }),
  };
}

function skippedNode(run: RunningSearch | undefined, path: string): Node {
  const remote = run?.at?.remote;
  const row = { label: showHidden(baseName(path)), description: showHidden(parentOf(path)), icon: 'file' };
  const resource = remote === undefined ? {} : { resource: fileUri({ ...remote.name, ref: remote.ref, path }) };
  return { id: path, row: { ...row, ...resource, context: 'skippedFile' }, tooltip: () => ({ title: path }) };
}
