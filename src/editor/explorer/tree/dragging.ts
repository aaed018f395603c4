import { commands, DataTransferItem, Uri, workspace, type DataTransfer } from 'vscode';
import { isObject, parseJson } from '../../../core/text.ts';
import { recordScheme } from '../../../domain/hosting/address.ts';
import { target } from '../../kit/prompts/target.ts';
import type { RowEntry } from './listing.ts';
import { issueMime, uriMime } from './mimes.ts';

/** Rows go to editors as what there is to open, to other programs as their addresses, issues to milestones. */
export function drag(entries: readonly RowEntry[], transfer: DataTransfer): void {
  const uris = entries.flatMap(({ node }) => node.uri ?? []);
  const links = entries.map(({ node }) => node.target?.url).filter((url) => typeof url === 'string');
  const issues = entries.filter(({ node }) => node.row.context.startsWith('issue+'));
  if (links.length > 0) transfer.set('text/plain', new DataTransferItem(links.join('\n')));
  if (issues.length > 0) {
    transfer.set(issueMime, new DataTransferItem(JSON.stringify(issues.map(({ node }) => node.target))));
  }
  if (uris.length > 0) transfer.set(uriMime, new DataTransferItem(uris.join('\r\n')));
}

/** An issue that is dropped on a milestone, or on an issue below it, gets that milestone. */
export async function dropIssues(entry: RowEntry | undefined, transfer: DataTransfer): Promise<void> {
  const milestone = ancestor(entry, 'milestone');
  const dropped = parseJson(await textOf(transfer, issueMime));
  if (milestone === undefined || !Array.isArray(dropped)) return;
  const { host, repository, number: id } = milestone.node.target ?? {};
  // A milestone belongs to one repository.
  const issues = dropped.filter(isObject).filter((one) => one.host === host && one.repository === repository);
  const [first] = issues;
  if (first === undefined) return;
  const number = issues.map((issue) => issue.number);
  await run('sourcehost.issue.edit', { ...first, number, milestone: id });
  // What is below the milestones, and how far they are, is another now.
  await commands.executeCommand('sourcehost.milestones.refresh');
}

/** Files that are dropped on a release, or on its attachments, are uploaded to it. */
export async function dropFiles(entry: RowEntry | undefined, transfer: DataTransfer, scratch: Uri): Promise<void> {
  const release = ancestor(entry, 'release');
  if (release === undefined) return;
  const { kept, uris } = await filesOf(transfer, scratch);
  try {
    if (uris.length > 0) await run('sourcehost.release.upload', { ...release.node.target, file: uris });
  } finally {
    if (kept !== undefined) await workspace.fs.delete(kept, { recursive: true });
  }
}

/** As a person starts it on a row: with progress, and failures are told. */
async function run(command: string, given: Readonly<Record<string, unknown>>): Promise<void> {
  await commands.executeCommand(command, { [target]: given });
}

function ancestor(entry: RowEntry | undefined, kind: string): RowEntry | undefined {
  let at = entry;
  while (at !== undefined && at.node.row.context.split('+')[0] !== kind) at = at.parent;
  return at;
}

/** What was dropped as `mime`: in a window an empty item of the browser stands before the one of `handleDrag`. */
async function textOf(transfer: DataTransfer, mime: string): Promise<string> {
  for (const [type, item] of transfer) {
    const text = type === mime ? await item.asString() : '';
    if (text !== '') return text;
  }
  return '';
}

/** Addresses of the dropped files; those that have none, as in a browser, are kept in a folder of their own. */
async function filesOf(transfer: DataTransfer, scratch: Uri): Promise<{ kept?: Uri; uris: Uri[] }> {
  const list = await textOf(transfer, uriMime);
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
