import { l10n } from 'vscode';
import { filledText, flag, integer, name, names, oneOf, optional, text } from '../../../api/contract/field.ts';
import { isFailure } from '../../../core/errors.ts';
import { fullName, parseFullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import { webAddress } from '../../../domain/hosts/webAddress.ts';
import { newPullRequestDraft } from '../../../domain/pullRequests/newPullRequestDraft.ts';
import { headsOf } from '../../../domain/pullRequests/newPullRequestHead.ts';
import type { PullRequestComparisonParts } from '../../../domain/pullRequests/pullRequestComparison.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { AnyCommand, Ask, Invocation, Arguments } from '../../kit/command.ts';
import { askFrom, askText } from '../../kit/commands/ask.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';
import { onRepository, type AtRepository } from '../../kit/commands/declare.ts';
import { titleWith } from '../../kit/commands/questionTitle.ts';
import { openRecord, type LoadRecordTools } from '../../documents/commands/recordTools.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { Prompt } from '../../kit/prompts/prompt.ts';
import { askPullRequest } from './askPullRequest.ts';
import { confirmBase } from './changeBase.ts';
import type { ConfirmParts } from './confirmPullRequest.ts';

export interface PullRequestCommandParts extends ConfirmParts {
  readonly loadComparison: () => Promise<PullRequestComparisonParts>;
  readonly loadRecords: LoadRecordTools;
  /** The branch that is open or checked out, as the host knows it. */
  readonly branchOf: (name: RepositoryName) => Promise<string | undefined>;
}

/** Without `base`: a branch is not merged into itself. */
const askHead = (base?: string): Ask<string> =>
  askFrom(
    () => l10n.t('Select the branch to merge'),
    ({ api, at }, { signal }) => api.branches.list.all(at, { signal }),
    (branch) => (branch.name === base ? undefined : { label: plainLabel(branch.name), value: branch.name }),
    (typed) => (typed.trim() === '' ? undefined : { label: typed.trim(), value: typed.trim() }),
  );

export function pullRequestCommands(parts: PullRequestCommandParts) {
  return {
    'sourcehost.pullRequest.create': create(parts),
    'sourcehost.pullRequest.edit': edit(parts),
  };
}

function create(parts: PullRequestCommandParts): AnyCommand {
  const { load, changes } = parts;
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    does: '`head` is a branch of the repository, or `OWNER:branch` or `OWNER/REPO:branch` of a fork. `base`: the default branch if it is left out. A user without a title gets a document, filled from the commits or the template of the repository; saving it creates the pull request.',
    result: 'the pull request',
    needsAccount: true,
    fields: {
      head: name,
      base: optional(name),
      title: filledText,
      body: optional(text),
      draft: optional(flag),
      issue: optional(recordNumber),
    },
    ask: {
      head: askHead(),
      title: askText(() => ({ prompt: l10n.t('Title of the new pull request') })),
    },
    runAsks: ['head'],
    write: async (on, invocation, args) => await writePullRequest(parts, on, args, invocation),
    run: async ({ issue, ...rest }, on, { signal, silent, again }) => {
      const inputs = { ...rest, issue: issue === undefined ? undefined : String(issue) };
      const created = await (await load()).create(on, inputs, { signal, again });
      notify(on, { silent }, ...(created === undefined ? [] : [created.number]));
      return created;
    },
  });
}

/** Opens the document of a new pull request, filled from the commits of its branch. */
async function writePullRequest(
  { loadComparison, loadRecords, branchOf }: PullRequestCommandParts,
  on: AtRepository,
  args: Arguments,
  invocation: Invocation,
): Promise<void> {
  const { connection, api, at, name } = on;
  const { signal, withoutProgress } = invocation;
  const prompt = new Prompt({ title: titleWith(l10n.t('New Pull Request'), fullName(name)) });
  const parts = await loadComparison();
  await parts.features.require(
    connection.host,
    'pullRequests.create',
    webAddress(connection.host, name, 'merge_requests', 'new'),
  );
  const headArgs = { ...args, host: name.host, repository: fullName(name) };
  const { default_branch: own, forked_from: origin = '' } = await api.repositories.get(at, { signal });
  const current = args.head ?? (invocation.origin === 'palette' ? await branchOf(name) : undefined);
  const ask = (): Promise<string> => withoutProgress(askHead(own)(prompt, headArgs, invocation));
  const chosen = typeof current === 'string' && (current !== own || args.head !== undefined) ? current : await ask();
  // `owner/repo:branch` names a fork of this repository.
  const { head: branch = chosen, fork_path } = headsOf(chosen, name).at(-1) ?? {};
  const fork = fork_path === undefined ? undefined : parseFullName(fork_path);
  const [from, head] = fork === undefined ? [name, chosen] : [{ host: name.host, ...fork }, branch];
  const parent = fork === undefined ? parseFullName(origin) : undefined;
  const isIntoParent = parent !== undefined && (await withoutProgress(askWhere(prompt, name, parent, signal)));
  const into = isIntoParent ? { ...name, ...parent } : name;
  const base =
    (typeof args.base === 'string' ? args.base : undefined) ??
    (isIntoParent ? (await api.repositories.get(parent, { signal })).default_branch : own);
  const draft = await newPullRequestDraft(parts, connection, { name: from, head, into, base }, { signal });
  await (await loadRecords()).actions.openNew(into, 'pullRequests', draft);
}

/** Whether the pull request of a fork is for its parent. */
const askWhere = async (
  prompt: Prompt,
  name: RepositoryName,
  parent: Pick<RepositoryName, 'owner' | 'repo'>,
  signal: AbortSignal,
): Promise<boolean> =>
  await prompt.pick({
    placeholder: l10n.t('Select the repository for the pull request'),
    items: [
      { label: fullName(parent), description: l10n.t('parent'), value: true },
      { label: fullName(name), value: false },
    ],
    signal,
  });

/** `close` and `reopen` are the words of `issue.edit`. */
const states = { closed: 'closed', close: 'closed', reopen: 'open', open: 'open' } as const;

function edit(parts: PullRequestCommandParts): AnyCommand {
  const { load, loadRecords, changes } = parts;
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    does: 'Changes a pull request. `state` is `closed` or `open`. `base`: another branch to merge into, after a question; a host that keeps the old one is refused. Without anything to change, it opens the document.',
    result: 'the pull request',
    needsAccount: true,
    fields: {
      number: recordNumber,
      title: optional(filledText),
      body: optional(text),
      state: optional(oneOf('closed', 'reopen', 'close', 'open')),
      draft: optional(flag),
      labels: optional(names),
      milestone: optional(integer),
      base: optional(name),
    },
    ask: { number: askPullRequest(load, 'all') },
    runAsks: ['title', 'body', 'state', 'draft', 'labels', 'milestone', 'base'],
    run: async ({ number, state, ...rest }, on, invocation) => {
      const { signal, silent } = invocation;
      const change = { ...rest, state: state && states[state] };
      if (Object.values(change).every((value) => value === undefined))
        return await openRecord(await loadRecords(), { ...on.name, kind: 'pullRequests', id: String(number) });
      if (change.base !== undefined) await confirmBase(parts, on, String(number), change.base, invocation);
      try {
        const edited = await (await load()).edit(on, String(number), change, { signal });
        notify(on, { silent }, String(number));
        return edited;
      } catch (error) {
        // The host may have made a part of it.
        if (isFailure(error) && error.reason === 'notChanged') notify(on, { silent: true }, String(number));
        throw error;
      }
    },
  });
}
