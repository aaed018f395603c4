import { l10n, type Memento } from 'vscode';
import { flag, filledText, names, oneOf, optional, text } from '../../../api/contract/field.ts';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { Failure, toFailure } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import type { PullRequestDecisions } from '../../../domain/pullRequests/pullRequestDecisions.ts';
import {
  allowedMethods,
  mergeMethods,
  type MergeOutcome,
  type MergeMethod,
  type PullRequests,
} from '../../../domain/pullRequests/pullRequests.ts';
import { peopleIn } from '../../../domain/pullRequests/roles.ts';
import { fullName, parseFullName } from '../../../domain/hosts/address.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { Changes } from '../../kit/changes.ts';
import type { AnyCommand, Ask, Invocation, Arguments } from '../../kit/command.ts';
import { askFlag, askOptionalText, askUnless } from '../../kit/commands/ask.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';
import { atRepository, onRepository, remembered, type AtRepository } from '../../kit/commands/declare.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { explain } from '../../kit/messages/explain.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { missingWords } from '../../kit/rows/pullRequestTexts.ts';
import { askPeople } from './askPeople.ts';
import { askPullRequest } from './askPullRequest.ts';
import { confirmPeople, confirmPullRequest, missingText } from './confirmPullRequest.ts';

export interface DecisionCommandParts {
  readonly load: () => Promise<PullRequests>;
  readonly loadDecisions: () => Promise<PullRequestDecisions>;
  readonly changes: Changes;
  readonly memory: Memento;
  /** `sha`: nothing is removed if the branch has another commit. */
  readonly removeBranch: (
    on: Pick<AtRepository, 'connection' | 'name'>,
    removed: { readonly branch: string; readonly sha: string | undefined },
  ) => Promise<void>;
}

/** Reads the pull request that was asked for, once in a run. */
type ReadPullRequest = (invocation: Invocation, args: Arguments) => Promise<PullRequest>;

export function decisionCommands(parts: DecisionCommandParts) {
  const readPullRequest: ReadPullRequest = remembered(
    async (invocation, args) =>
      await (
        await parts.load()
      ).get(await atRepository(invocation, args), String(args.number), { signal: invocation.signal }),
    ({ number }) => String(number),
  );
  return {
    'sourcehost.pullRequest.merge': merge(parts, readPullRequest),
    'sourcehost.pullRequest.review': agree(parts, {
      does: 'Approves a pull request.',
      message: (number) => l10n.t('Approve !{0}?', number),
      detail: () => l10n.t('The host records that you approve it.'),
      action: () => l10n.t('Approve'),
      send: (decisions, ...args) => decisions.approve(...args),
    }),
    'sourcehost.pullRequest.markTested': agree(parts, {
      does: 'Tells the host that the account tested a pull request.',
      message: (number) => l10n.t('Mark !{0} as tested?', number),
      detail: () => l10n.t('The host records that you tested it.'),
      action: () => l10n.t('Mark as Tested'),
      send: (decisions, ...args) => decisions.markTested(...args),
    }),
    'sourcehost.pullRequest.assignReviewers': assignReviewers(parts, readPullRequest),
    'sourcehost.pullRequest.assignTesters': assignTesters(parts, readPullRequest),
  };
}

const askMethod =
  (readPullRequest: ReadPullRequest): Ask<MergeMethod | undefined> =>
  async (prompt, args, invocation) => {
    const now = await readPullRequest(invocation, args);
    const missing = missingWords(now);
    const choices = {
      merge: { label: l10n.t('Merge'), description: l10n.t('all commits, and one that joins them') },
      squash: { label: l10n.t('Squash'), description: l10n.t('one commit with all changes') },
      rebase: { label: l10n.t('Rebase'), description: l10n.t('all commits, one after the other') },
    };
    return await prompt.pick({
      placeholder:
        missing.length === 0
          ? l10n.t('How do you want to merge?')
          : l10n.t('How do you want to merge? Still missing: {0}', missing.join(', ')),
      items: allowedMethods(now).map((value) => ({ ...choices[value], value })),
    });
  };

/** A rebase creates no commit of its own. */
const hasOwnCommit = ({ merge_method }: Arguments): boolean => merge_method !== 'rebase';

const askTitle = (readPullRequest: ReadPullRequest): Ask<string | undefined> =>
  askUnless(
    (args) => !hasOwnCommit(args),
    async (prompt, args, invocation) => {
      const { number, title = '' } = await readPullRequest(invocation, args);
      const value =
        args.merge_method === 'squash'
          ? `${oneLine(title, 200)} (!${number})`
          : `Merge !${number}: ${oneLine(title, 200)}`;
      const question = { prompt: l10n.t('Title of the commit (empty: the host writes it)'), value };
      return await askOptionalText(() => question)(prompt, args, invocation);
    },
  );

const askMessage: Ask<string | undefined> = askUnless(
  (args) => !hasOwnCommit(args) || args.title === undefined,
  askOptionalText(() => ({ prompt: l10n.t('Message below the title (may be empty)') })),
);

const askRemoval =
  (readPullRequest: ReadPullRequest): Ask<boolean | undefined> =>
  async (prompt, args, invocation) => {
    const { head, prune_branch: isRemovedByHost } = await readPullRequest(invocation, args);
    if (head.ref === undefined || head.repo === undefined || isRemovedByHost === true) return undefined;
    return await askFlag(
      () => l10n.t('Remove the branch “{0}” after the merge?', plainLabel(head.ref ?? '')),
      () => l10n.t('Remove the Branch'),
      () => l10n.t('Keep the Branch'),
    )(prompt, args, invocation);
  };

function merge(parts: DecisionCommandParts, readPullRequest: ReadPullRequest): AnyCommand {
  const { load, changes } = parts;
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    does: 'Merges a pull request. With `removeBranch` it then removes the source branch. If that fails, a message says so, and the command does not reject.',
    result: '`{ merged, sha }`',
    needsAccount: true,
    fields: {
      number: recordNumber,
      merge_method: optional(oneOf(...mergeMethods)),
      title: optional(filledText),
      message: optional(text),
      removeBranch: optional(flag),
    },
    ask: {
      number: askPullRequest(load, 'open'),
      merge_method: askMethod(readPullRequest),
      title: askTitle(readPullRequest),
      message: askMessage,
      removeBranch: askRemoval(readPullRequest),
    },
    run: async ({ number: numberArgument, removeBranch, ...how }, on, invocation): Promise<MergeOutcome> => {
      const { signal, silent } = invocation;
      const number = String(numberArgument);
      const needsRecord = !silent || removeBranch === true;
      const first = needsRecord ? await readPullRequest(invocation, argumentsOf(on, number)) : undefined;
      const agreed = await confirmPullRequest(parts, { on, number, first }, invocation, {
        message: ({ title = '' }) => l10n.t('Merge !{0} {1}?', number, plainLabel(title)),
        detail: missingText,
        action: () => l10n.t('Merge'),
      });
      const now = agreed ?? first;
      const merged = await (await load()).merge(on, number, how, { signal });
      notify(on, { silent }, number);
      if (removeBranch === true && now !== undefined) await removeHead(parts, on, now);
      return merged;
    },
  });
}

/** The arguments with which the questions read the pull request. */
const argumentsOf = ({ name, connection }: AtRepository, number: string): Arguments => ({
  host: name.host,
  account: connection.account?.login,
  repository: fullName(name),
  number,
});

/** Removes the source branch, in the fork that has it. The merge is done, so a failure is only shown. */
async function removeHead(
  { removeBranch }: DecisionCommandParts,
  { connection, name }: AtRepository,
  { head: { ref, repo, sha } }: PullRequest,
): Promise<void> {
  if (ref === undefined) return;
  try {
    // Another branch of the target repository may have the same name.
    const own = parseFullName(repo?.full_name ?? '');
    if (own === undefined)
      throw new Failure('missing', 'the host does not tell whose branch it is', {
        field: 'head',
        reason: 'noSuchRef',
        about: [ref, fullName(name)],
      });
    await removeBranch({ connection, name: { host: name.host, ...own } }, { branch: ref, sha });
  } catch (error) {
    const reason = explain(toFailure(error));
    void showMessage(
      'warning',
      l10n.t('The pull request is merged, but the branch “{0}” was not removed. {1}', ref, reason),
    );
  }
}

interface Agreement {
  readonly does: string;
  readonly message: (number: string) => string;
  readonly detail: () => string;
  readonly action: () => string;
  readonly send: (
    decisions: PullRequestDecisions,
    ...args: Parameters<PullRequestDecisions['approve']>
  ) => Promise<void>;
}

function agree(parts: DecisionCommandParts, agreement: Agreement): AnyCommand {
  const { load, loadDecisions, changes } = parts;
  const { does, message, detail, action, send } = agreement;
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    does,
    needsAccount: true,
    fields: { number: recordNumber },
    ask: { number: askPullRequest(load, 'open') },
    run: async ({ number: numberArgument }, on, invocation) => {
      const { signal, silent } = invocation;
      const number = String(numberArgument);
      await confirmPullRequest(parts, { on, number }, invocation, { message: () => message(number), detail, action });
      await send(await loadDecisions(), on, number, { signal });
      notify(on, { silent }, number);
    },
  });
}

const listOfNames = (names: string | readonly string[]): readonly string[] =>
  (typeof names === 'string' ? names.split(',') : names).map((login) => login.trim()).filter((login) => login !== '');

function assignReviewers(
  { load, loadDecisions, changes }: DecisionCommandParts,
  readPullRequest: ReadPullRequest,
): AnyCommand {
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    does: 'Sets the reviewers of a pull request. `assignees` are the logins of all of them. Others are removed.',
    result: 'the pull request',
    needsAccount: true,
    fields: { number: recordNumber, assignees: names },
    ask: {
      number: askPullRequest(load, 'open'),
      assignees: askPeople(() => l10n.t('Reviewers'), readPullRequest, 'approvers'),
    },
    run: async ({ number, assignees }, on, invocation) => {
      const { signal, silent } = invocation;
      const wanted = listOfNames(assignees);
      await confirmPeople(load, { on, number: String(number), wanted }, invocation, {
        first: silent ? undefined : await readPullRequest(invocation, argumentsOf(on, String(number))),
        role: 'approvers',
        message: () => l10n.t('Set the reviewers of !{0}?', number),
      });
      const now = await (await loadDecisions()).setReviewers(on, String(number), wanted, { signal });
      notify(on, { silent }, String(number));
      return now;
    },
  });
}

function assignTesters(
  { load, loadDecisions, changes }: DecisionCommandParts,
  readPullRequest: ReadPullRequest,
): AnyCommand {
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    does: 'Sets the testers of a pull request. `testers` are the logins of all of them. The API cannot remove one tester: if one is removed, all are replaced. The result has those that the host lists afterwards.',
    result: 'the pull request',
    needsAccount: true,
    fields: { number: recordNumber, testers: names },
    ask: {
      number: askPullRequest(load, 'open'),
      testers: askPeople(() => l10n.t('Testers'), readPullRequest, 'testers'),
    },
    run: async ({ number, testers }, on, invocation) => {
      const { signal, silent } = invocation;
      const wanted = listOfNames(testers);
      await confirmPeople(load, { on, number: String(number), wanted }, invocation, {
        first: silent ? undefined : await readPullRequest(invocation, argumentsOf(on, String(number))),
        role: 'testers',
        message: () => l10n.t('Set the testers of !{0}?', number),
      });
      const now = await (await loadDecisions()).setTesters(on, String(number), wanted, { signal });
      notify(on, { silent }, String(number));
      if (!silent && peopleIn(now, 'testers').length > wanted.length)
        void showMessage(
          'warning',
          l10n.t(
            'The host still lists as testers: {0}',
            peopleIn(now, 'testers')
              .map(({ login }) => login)
              .join(', '),
          ),
        );
      return now;
    },
  });
}
