import { commands, DataTransferItem, type DataTransfer, type Uri } from 'vscode';
import { isObject, parseJson } from '../../../core/text.ts';
import { filesIn, textOf, withStored } from './givenFiles.ts';
import { target } from '../prompts/target.ts';
import type { RowEntry } from './listing.ts';
import { issueMime, uriMime } from './mimes.ts';

/** Fills the drag data: an address to open in editors, web addresses for other programs, issues for milestones. */
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

/** Sets the milestone of issues that are dropped on a milestone or on an issue below it. */
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
  // The issues and the progress of the milestones have changed.
  await commands.executeCommand('sourcehost.milestones.refresh');
}

/** Uploads files that are dropped on a release or on one of its attachments. */
export async function dropFiles(entry: RowEntry | undefined, transfer: DataTransfer, scratch: Uri): Promise<void> {
  const release = ancestor(entry, 'release');
  if (release === undefined) return;
  await withStored(await filesIn(transfer), scratch, async (uris) => {
    if (uris.length > 0) await run('sourcehost.release.upload', { ...release.node.target, file: uris });
  });
}

/** Starts the command as from a row, with progress and shown failures. */
async function run(command: string, args: Readonly<Record<string, unknown>>): Promise<void> {
  await commands.executeCommand(command, { [target]: args });
}

function ancestor(entry: RowEntry | undefined, kind: string): RowEntry | undefined {
  let at = entry;
  while (at !== undefined && at.node.row.context.split('+')[0] !== kind) at = at.parent;
  return at;
}
