import { commands, l10n, Range, workspace, WorkspaceEdit, type Uri } from 'vscode';
import type { ConflictSide, MergeConflict } from '../../../domain/git/gitMerge.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { MergeTrial } from '../../../domain/pullRequests/mergeTrial.ts';
import type { PullRequestComparisonParts } from '../../../domain/pullRequests/pullRequestComparison.ts';
import { pullRequestTitle } from '../../../domain/pullRequests/pullRequestHead.ts';
import { writableHead } from '../../../domain/pullRequests/writableHead.ts';
import type { Invocation } from '../../kit/command.ts';
import type { AtRepository } from '../../kit/commands/declare.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { emptyUri, fileUri, sideUri } from '../../kit/uri.ts';

/** Conflicts of texts, which the merge editor can show. */
const textKinds: readonly string[] = ['contents', 'add/add'];

/**
 * Opens a conflict in the merge editor. The result is the file of the branch if the account may push to it, so that saving
 * makes a draft; otherwise it is read-only. Conflicts without two texts open as a difference.
 */
export async function openConflict(
  parts: PullRequestComparisonParts,
  { connection, name }: AtRepository,
  trial: MergeTrial,
  conflict: MergeConflict,
  { signal, silent }: Invocation,
): Promise<void> {
  const { commits, head } = trial;
  const { path, ours, theirs } = conflict;
  const at = (commit: string | undefined, side: ConflictSide | undefined): Uri => {
    const { host, owner, repo } = name;
    return commit === undefined || side === undefined
      ? emptyUri({ host, owner, repo, ref: undefined, path })
      : sideUri({ host, owner, repo, ref: commit, path: side.path });
  };
  for (const commit of [commits.base, commits.ours, commits.theirs])
    if (commit !== undefined) parts.repositories.setResolved(name, commit, { kind: 'commit', name: commit, commit });
  const sides = { ours: at(commits.ours, ours), theirs: at(commits.theirs, theirs) };
  if (ours === undefined || theirs === undefined || !textKinds.includes(conflict.kind)) {
    const title = l10n.t('{0} (the pull request ↔ its base)', path.slice(path.lastIndexOf('/') + 1));
    await commands.executeCommand('vscode.diff', sides.ours, sides.theirs, title);
    return;
  }
  const branch = await writableHead(parts.repositories, connection, name, head, { signal });
  const output = fileUri({ ...name, ref: branch ?? commits.ours, path });
  if (branch !== undefined) await showMarkers(parts, name, conflict, output);
  const side = (uri: Uri, title: string, commit: string) => ({ uri, title, description: commit.slice(0, 8) });
  await commands.executeCommand('_open.mergeEditor', {
    base: at(commits.base, conflict.base),
    input1: side(sides.ours, pullRequestTitle(head.number), commits.ours),
    input2: side(sides.theirs, plainLabel(head.base), commits.theirs),
    output,
  });
  if (branch === undefined && !silent)
    void inform(
      l10n.t('You cannot push to the branch of {0}, so the result is read-only.', pullRequestTitle(head.number)),
    );
}

/**
 * Puts the conflict markers into the file of the branch, without saving: the merge editor begins with what git merged, as
 * in a clone. A text that differs from the commit stays as it is.
 */
async function showMarkers(
  { git }: PullRequestComparisonParts,
  { host }: RepositoryName,
  { ours, merged }: MergeConflict,
  output: Uri,
): Promise<void> {
  const read = async (sha: string | undefined): Promise<string | undefined> => {
    const bytes = sha === undefined ? undefined : (await git.read(host, sha))?.bytes;
    return bytes && textIn(bytes);
  };
  const [before, after] = [await read(ours?.sha), await read(merged)];
  const document = await workspace.openTextDocument(output);
  const lines = (text: string | undefined): string | undefined => text?.replaceAll('\r\n', '\n');
  if (after === undefined || lines(document.getText()) !== lines(before)) return;
  const edit = new WorkspaceEdit();
  edit.replace(output, new Range(0, 0, document.lineCount, 0), after);
  await workspace.applyEdit(edit);
}

/** Undefined for bytes that are not UTF-8. The editor shows a text without its byte order mark. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
