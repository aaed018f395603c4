import { commands, l10n, workspace, type Uri } from 'vscode';
import { name as text, optional } from '../../../api/contract/field.ts';
import {
  readPullRequestComparison,
  type PullRequestComparisonParts,
} from '../../../domain/pullRequests/pullRequestComparison.ts';
import { checkHead, pullRequestTitle, readPullRequestHead } from '../../../domain/pullRequests/pullRequestHead.ts';
import { writableHead } from '../../../domain/pullRequests/writableHead.ts';
import { Failure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { withoutEnd } from '../../../core/text.ts';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import { formatPullRequestRef } from '../../../domain/hosts/pullRequestRef.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { fileUri } from '../../kit/uri.ts';
import type { ReviewedHeads } from './threads/reviewedHeads.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { comparedFiles, type ComparedRefs, type RefComparison } from '../../../domain/repositories/refComparison.ts';
import { recordNumber, toUri, uri } from '../../kit/arguments.ts';
import type { Ask, Invocation } from '../../kit/command.ts';
import { atRepository, onRepository, recordOf, type AtRepository } from '../../kit/commands/declare.ts';
import type { RepositoryPlace } from '../../kit/rows/place.ts';
import { askPullRequest } from './askPullRequest.ts';
import { removeWorktree, worktreesOf, type PullRequestClone } from './worktrees.ts';
import type { Services } from '../../services/services.ts';

export interface ComparisonView {
  showComparison(parts: {
    readonly place: RepositoryPlace;
    readonly refs: ComparedRefs;
    readonly result: RefComparison;
    readonly compareAgain: (signal: AbortSignal) => Promise<RefComparison>;
  }): Promise<void>;
}

export interface PullRequestOpenParts extends Pick<Services, 'knownRepositories' | 'pinned' | 'afterwards'> {
  readonly load: () => Promise<PullRequestComparisonParts>;
  readonly loadPullRequests: () => Promise<PullRequests>;
  readonly loadHistory: () => Promise<ComparisonView>;
  readonly heads: Pick<ReviewedHeads, 'add'>;
  readonly clonesOf: (name: RepositoryName) => Promise<readonly PullRequestClone[]>;
}

export function pullRequestOpenCommands(parts: PullRequestOpenParts) {
  const number = askPullRequest(parts.loadPullRequests, 'all');
  return {
    'sourcehost.pullRequest.compare': onRepository({
      does: 'Lists the files that a pull request changes in the view History. It starts at the commit that the pull request has in common with its base. `base` is another branch, tag or full sha.',
      result: 'as `ref.compare`',
      fields: { number: recordNumber, base: optional(text) },
      ask: { number },
      run: async (args, on, invocation) => await compare(parts, args, on, invocation),
    }),
    'sourcehost.pullRequest.open': onRepository({
      does: 'Opens the head of a pull request as a folder. If the account may push to the branch, it opens the branch; otherwise it opens the commit, read-only. In a window with folders it opens a new window.',
      result: 'the address of the folder',
      fields: { number: recordNumber },
      ask: { number },
      run: async (args, on, invocation) => await open(parts, String(args.number), on, invocation),
    }),
    'sourcehost.pullRequest.checkOut': onRepository({
      does: 'Fetches the head of a pull request into the branch `pr/NUMBER` of a clone that is open in this window, and checks it out. `folder` is the clone, if several are open.',
      result: 'the name of the branch',
      fields: { number: recordNumber, folder: optional(uri) },
      ask: { number, folder: askClone(parts.clonesOf) },
      run: async ({ number: numberArgument, folder }, { name }, { confirm }) => {
        const clone = cloneIn(await parts.clonesOf(name), name, folder);
        return await clone.checkOutPullRequest(String(numberArgument), confirm);
      },
    }),
    'sourcehost.pullRequest.checkOutInWorktree': onRepository({
      does: 'Fetches the head of a pull request into the branch `pr/NUMBER` of a clone that is open in this window, checks it out in a new worktree, and opens that in a new window. `target` is its new folder; without it, one beside the clone. `folder` is the clone, if several are open. A worktree that has the branch already is opened as it is.',
      result: 'the address of the worktree',
      fields: { number: recordNumber, folder: optional(uri), target: optional(uri) },
      ask: { number, folder: askClone(parts.clonesOf) },
      run: async ({ number: numberArgument, folder, target }, { name }, { confirm }) => {
        const clone = cloneIn(await parts.clonesOf(name), name, folder);
        const place = target === undefined ? undefined : toUri(target);
        const worktree = await clone.addWorktree(String(numberArgument), place, confirm);
        await commands.executeCommand('vscode.openFolder', worktree, { forceNewWindow: true });
        return worktree;
      },
    }),
    'sourcehost.pullRequest.removeWorktree': onRepository({
      does: 'Removes the worktree that has the branch `pr/NUMBER`, of a clone that is open in this window. The branch stays. Rejects with the kind `conflict`, and removes nothing, if something in it is not committed.',
      fields: { number: recordNumber },
      ask: { number },
      run: async ({ number: numberArgument }, { name }, { confirm }) => {
        const asked = String(numberArgument);
        const found = (await worktreesOf(await parts.clonesOf(name))).find((one) => one.number === asked);
        if (found === undefined)
          throw new Failure('missing', 'no such worktree', { reason: 'noWorktree', about: [pullRequestTitle(asked)] });
        await removeWorktree(found, confirm);
      },
    }),
  };
}

async function compare(
  { load, knownRepositories, pinned, loadHistory }: PullRequestOpenParts,
  { number: numberArgument, base }: { readonly number: number | string; readonly base?: string | undefined },
  { connection, name }: AtRepository,
  invocation: Invocation,
): Promise<unknown> {
  const number = String(numberArgument);
  const parts = await load();
  const title = l10n.t('Comparing {0} with its base', pullRequestTitle(number));
  const read = (signal: AbortSignal): Promise<RefComparison> =>
    readPullRequestComparison(parts, connection, name, { number, base }, { signal });
  const result = await invocation.withProgress(title, read);
  const view = await loadHistory();
  await view.showComparison({
    place: { connection, knownRepositories, pinned, name },
    refs: { base: result.base.name, head: result.head.name },
    result,
    compareAgain: read,
  });
  return comparedFiles(result.differences);
}

/** Opens the branch of the head if the account may push to it; otherwise its commit, read-only. */
async function open(
  { load, afterwards, heads }: PullRequestOpenParts,
  number: string,
  on: AtRepository,
  invocation: Invocation,
): Promise<Uri> {
  const { connection, name } = on;
  const { signal } = invocation;
  const parts = await load();
  const { repositories } = parts;
  const head = await readPullRequestHead(parts, connection, name, number, { signal });
  const record = await recordOf(on, invocation);
  repositories.knownRepositories.noteRecord(name.host, record, connection.account?.login);
  const branch = await writableHead(repositories, connection, name, head, { signal });
  const ref = formatPullRequestRef({ number, ref: branch ?? head.headCommit });
  if (branch === undefined) await checkHead(parts, name, head, { signal });
  const remote = repositories.at({ ...name, ref });
  await remote.head({ signal });
  await remote.flush();
  const folder = fileUri({ ...name, ref, path: '' });
  if (branch !== undefined) await heads.add(name, branch, number);
  await heads.add(name, head.headCommit, number);
  // A review does not take the place of the work in this window.
  const isEmptyWindow = (workspace.workspaceFolders ?? []).length === 0;
  await afterwards.open(folder, undefined, isEmptyWindow ? 'thisWindow' : 'newWindow');
  return folder;
}

/** Asks only if several clones of the repository are open. */
const askClone =
  (clonesOf: PullRequestOpenParts['clonesOf']): Ask<Uri | string | undefined> =>
  async (prompt, args, invocation) => {
    const { name } = await atRepository(invocation, args);
    const clones = await clonesOf(name);
    if (clones.length < 2) return undefined;
    return await prompt.pick<Uri | string>({
      placeholder: l10n.t('Select a clone'),
      items: clones.map(({ root }) => ({ label: plainLabel(root.fsPath), value: root })),
    });
  };

/** @throws Failure `refused` if no clone of the repository is open; `invalid` (field `folder`) */
function cloneIn(
  clones: readonly PullRequestClone[],
  name: RepositoryName,
  folderArgument: Uri | string | undefined,
): PullRequestClone {
  const folder = folderArgument === undefined ? undefined : toUri(folderArgument);
  const [first] = clones;
  if (first === undefined) {
    const about = [fullName(name)];
    throw new Failure('refused', `no clone of ${fullName(name)} is open`, { reason: 'noOpenClone', about });
  }
  if (folder === undefined) {
    if (clones.length === 1) return first;
    throw wrongValue('folder', requires('given'));
  }
  const path = withoutEnd(folder.path, '/');
  const match = clones.find(({ root }) => path === root.path || path.startsWith(`${withoutEnd(root.path, '/')}/`));
  if (match !== undefined) return match;
  throw new Failure('refused', `${folder.path} is in no clone of ${fullName(name)}`, {
    field: 'folder',
    reason: 'noOpenClone',
    about: [fullName(name)],
  });
}
