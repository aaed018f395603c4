import {
  commands,
  DataTransferItem,
  FileType,
  Uri,
  workspace,
  type DataTransfer,
  type TreeDragAndDropController,
} from 'vscode';
import { isObject, parseJson } from '../../core/text.ts';
import { recordScheme } from '../../domain/address.ts';
import type { Subject } from '../kit/changes.ts';
import { target } from '../kit/target.ts';
import type { Entry } from './listing.ts';
import type { Node } from './node.ts';
import type { ViewOptions } from './view.ts';

const issueMime = 'application/vnd.sourcehost.issues';
const uriMime = 'text/uri-list';
const fileMime = 'files';

/** What can be dragged and dropped in the views. `scratch`: where dropped files without an address are kept meanwhile. */
export function dragAndDrop(scratch: Uri): Partial<Record<Subject, ViewOptions>> {
  return {
    repositories: { dragAndDrop: { ...drags(), dropMimeTypes: [] } },
    issues: { many: true, dragAndDrop: { ...drags(), dropMimeTypes: [] } },
    milestones: { many: true, dragAndDrop: { ...drags(), ...takesIssues } },
    releases: { dragAndDrop: { ...drags(), ...takesFiles(scratch) } },
  };
}

/** Rows go to editors as what there is to open, to other programs as their addresses, issues to milestones. */
function drags(): Pick<TreeDragAndDropController<Entry>, 'dragMimeTypes' | 'handleDrag'> {
  return {
    dragMimeTypes: [uriMime, 'text/plain', issueMime],
    handleDrag: async (entries, transfer) => {
      const uris = entries.map(({ node }) => addressToOpen(node));
      const links = entries.map(({ node }) => node.target?.url).filter((url) => typeof url === 'string');
      const issues = entries.filter(({ node }) => node.row.context.startsWith('issue+'));
      if (links.length > 0) transfer.set('text/plain', new DataTransferItem(links.join('\n')));
      if (issues.length > 0) {
        transfer.set(issueMime, new DataTransferItem(JSON.stringify(issues.map(({ node }) => node.target))));
      }
      const known = (await Promise.all(uris)).filter((uri) => uri !== undefined);
      if (known.length > 0) transfer.set(uriMime, new DataTransferItem(known.join('\r\n')));
    },
  };
}

/** What an editor opens of a row: a document, or of a repository its README. */
async function addressToOpen({ uri, row }: Node): Promise<Uri | undefined> {
  if (uri === undefined || !row.context.startsWith('repository')) return uri;
  try {
    const entries = await workspace.fs.readDirectory(uri);
    const readme = entries.find(([name, type]) => type === FileType.File && /^readme(\.\w+)?$/i.test(name));
    return readme && Uri.joinPath(uri, readme[0]);
  } catch {
    // Nobody asked for the listing: there is just nothing to open.
    return undefined;
  }
}

/** An issue that is dropped on a milestone, or on an issue below it, gets that milestone. */
const takesIssues: Pick<TreeDragAndDropController<Entry>, 'dropMimeTypes' | 'handleDrop'> = {
  dropMimeTypes: [issueMime],
  handleDrop: async (entry, transfer) => {
    const milestone = ancestor(entry, 'milestone');
    const dropped = parseJson((await transfer.get(issueMime)?.asString()) ?? '');
    if (milestone === undefined || !Array.isArray(dropped)) return;
    const { host, repository, number: id } = milestone.node.target ?? {};
    // A milestone belongs to one repository.
    const issues = dropped.filter(isObject).filter((one) => one.host === host && one.repository === repository);
    const [first] = issues;
    if (first === undefined) return;
    const number = issues.map((issue) => issue.number);
    await run('sourcehost.issue.edit', { ...first, number, milestone: id });
  },
};

/** Files that are dropped on a release, or on its attachments, are uploaded to it. */
function takesFiles(scratch: Uri): Pick<TreeDragAndDropController<Entry>, 'dropMimeTypes' | 'handleDrop'> {
  return {
    dropMimeTypes: [uriMime, fileMime],
    handleDrop: async (entry, transfer) => {
      const release = ancestor(entry, 'release');
      if (release === undefined) return;
      const { kept, uris } = await filesOf(transfer, scratch);
      try {
        if (uris.length > 0) await run('sourcehost.release.upload', { ...release.node.target, file: uris });
      } finally {
        if (kept !== undefined) await workspace.fs.delete(kept, { recursive: true });
      }
    },
  };
}

/** As a person starts it on a row: with progress, and failures are told. */
async function run(command: string, given: Readonly<Record<string, unknown>>): Promise<void> {
  await commands.executeCommand(command, { [target]: given });
}

function ancestor(entry: Entry | undefined, kind: string): Entry | undefined {
  let at = entry;
  while (at !== undefined && at.node.row.context.split('+')[0] !== kind) at = at.parent;
  return at;
}

/** Addresses of the dropped files; those that have none, as in a browser, are kept in a folder of their own. */
async function filesOf(transfer: DataTransfer, scratch: Uri): Promise<{ kept?: Uri; uris: Uri[] }> {
  const list = (await transfer.get(uriMime)?.asString()) ?? '';
  // Rows of records are no files.
  const uris = list
    .split(/\r?\n/)
    .flatMap((line) => (line === '' || line.startsWith('#') ? [] : Uri.parse(line)))
    .filter(({ scheme }) => scheme !== recordScheme);
  if (uris.length > 0) return { uris };
  const kept = Uri.joinPath(scratch, `dropped-${Date.now()}`);
  const saved: Uri[] = [];
  for (const [, item] of transfer) {
    const file = item.asFile();
    if (file === undefined) continue;
    if (file.uri !== undefined) {
      uris.push(file.uri);
      continue;
    }
    const place = Uri.joinPath(kept, file.name.replaceAll(/[/\\]/g, '_'));
    await workspace.fs.writeFile(place, await file.data());
    saved.push(place);
  }
  return { uris: [...uris, ...saved], ...(saved.length > 0 ? { kept } : {}) };
}
