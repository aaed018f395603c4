import { commands, l10n, workspace, type Uri } from 'vscode';
import { delay, resolvable } from '../../../core/async.ts';
import { baseName } from '../../../core/path.ts';
import type { ConflictSide, MergeConflict } from '../../../domain/git/gitMerge.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { MergeTrial } from '../../../domain/pullRequests/mergeTrial.ts';
import type { PullRequestComparisonParts } from '../../../domain/pullRequests/pullRequestComparison.ts';
import { pullRequestTitle } from '../../../domain/pullRequests/pullRequestHead.ts';
import { writableHead } from '../../../domain/pullRequests/writableHead.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { hasMarkers, markedConflicts } from '../../../domain/text/conflict.ts';
import type { Invocation } from '../../kit/command.ts';
import type { AtRepository } from '../../kit/commands/declare.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { emptyUri, fileUri, sideOptions, sideUri } from '../../kit/uri.ts';

export interface MergeEditorParts extends PullRequestComparisonParts {
  readonly checkouts: Pick<CheckoutRegistry, 'at'>;
}

/** Milliseconds in which an open file has to show its draft. */
const mostWait = 5_000;

/** Conflicts of texts, which the merge editor can show. */
const textKinds: readonly string[] = ['contents', 'add/add'];

/**
 * The file of the branch, so that saving makes a draft, if the account may push; else read-only.
 * Conflicts without two texts open as a difference.
 */
export async function openConflict(
  parts: MergeEditorParts,
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
    const title = l10n.t('{0} (the pull request ↔ its base)', baseName(path));
    await commands.executeCommand('vscode.diff', sides.ours, sides.theirs, title, sideOptions(path));
    return;
  }
  const branch = await writableHead(parts.repositories, connection, name, head, { signal });
  const output = fileUri({ ...name, ref: branch ?? commits.ours, path });
  if (branch !== undefined && (await storeMarkers(parts, name, branch, trial, conflict, signal)))
    await showsMarkers(output);
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

/** Waits until a file that is open shows its draft: the merge editor begins with the text that it finds. */
async function showsMarkers(uri: Uri): Promise<void> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open === undefined || open.isDirty) return;
  const { promise: change, resolve } = resolvable<unknown>();
  const listener = workspace.onDidChangeTextDocument(({ document }) => document === open && resolve(undefined));
  const hasChanged = markedConflicts(open.getText()).length > 0;
  if (!hasChanged) await Promise.race([change, delay(mostWait)]);
  listener.dispose();
}

/** Stores a draft with markers, which blocks a commit, unless a draft exists or the file changed. True: stored. */
async function storeMarkers(
  { git, checkouts }: MergeEditorParts,
  name: RepositoryName,
  branch: string,
  trial: MergeTrial,
  { ours, merged }: MergeConflict,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const bytes = merged === undefined ? undefined : (await git.read(name.host, merged))?.bytes;
  const checkout = await checkouts.at({ ...name, ref: branch });
  if (ours === undefined || bytes === undefined || !hasMarkers(bytes) || checkout === undefined) return false;
  const { path, sha, mode } = ours;
  const { remote, drafts } = checkout;
  if ((await remote.head({ signal })).commit !== trial.commits.ours) await remote.check([path], { signal });
  const now = await remote.stat(path, { signal });
  return now.sha === sha && (await drafts.writeMerge(path, new Uint8Array(bytes), { sha, mode, size: now.size }));
}
