import { l10n } from 'vscode';
import { names, oneOf } from '../../../api/contract/field.ts';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { isFailure } from '../../../core/errors.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Gates, OwnRights } from '../../../domain/permissions/gates.ts';
import {
  hasAgreed,
  peopleDifference,
  type DecidingRole,
  type PullRequestDecisions,
} from '../../../domain/pullRequests/pullRequestDecisions.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { hindrances, peopleIn, type Hindrance, type Role } from '../../../domain/pullRequests/roles.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { AnyCommand, Arguments, Invocation, Ask } from '../../kit/command.ts';
import { askOne, asTyped } from '../../kit/commands/ask.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';
import { atRepository, onRepository, remembered, type AtRepository } from '../../kit/commands/declare.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { roleLabel } from '../../kit/rows/pullRequestTexts.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import { askPullRequest } from './askPullRequest.ts';
import { confirmPeople, confirmPullRequest, rightsText, type ConfirmParts } from './confirmPullRequest.ts';

export interface DecisionCommandParts extends ConfirmParts {
  readonly load: () => Promise<PullRequests>;
  readonly loadDecisions: () => Promise<PullRequestDecisions>;
  readonly loadGates: () => Promise<Gates>;
}

export function decisionCommands(parts: DecisionCommandParts) {
  return {
    'sourcehost.pullRequest.review': agree(parts, 'approvers', {
      does: 'Approves a pull request.',
      right: 'approve',
      message: (number) => l10n.t('Approve !{0}?', number),
      detail: () => l10n.t('The host records that you approve it.'),
      action: () => l10n.t('Approve'),
    }),
    'sourcehost.pullRequest.markTested': agree(parts, 'testers', {
      does: 'Tells the host that the account tested a pull request.',
      right: 'test',
      message: (number) => l10n.t('Mark !{0} as tested?', number),
      detail: () => l10n.t('The host records that you tested it.'),
      action: () => l10n.t('Mark as Tested'),
    }),
    'sourcehost.pullRequest.resetDecisions': reset(parts),
    'sourcehost.pullRequest.assignApprovers': assign(parts, 'approvers', 'assignees'),
    'sourcehost.pullRequest.assignReviewers': assign(parts, 'reviewers', 'reviewers'),
    'sourcehost.pullRequest.assignTesters': assign(parts, 'testers', 'testers'),
  };
}

/** Rejects for a person with the sentence of the host alone, if it says one: nothing that the person typed is wrong. */
async function inWordsOfHost<T>(sending: Promise<T>, { silent }: Invocation): Promise<T> {
  return await sending.catch((error: unknown) => {
    const isSaid = isFailure(error, 'invalid', 'forbidden', 'conflict') && error.serverMessage !== undefined;
    throw isSaid && !silent ? error.with({ kind: 'refused' }) : error;
  });
}

interface Agreement {
  readonly does: string;
  /** The action of a pull request in the permissions of the host. */
  readonly right: string;
  readonly message: (number: string) => string;
  readonly detail: () => string;
  readonly action: () => string;
}

const hindranceTexts: Readonly<Record<Hindrance, (rights: OwnRights | undefined) => string>> = {
  decided: () => l10n.t('The host lists it already.'),
  author: () => l10n.t('You are the author. In this repository only others can do this.'),
  rights: rightsText,
};

function agree(parts: DecisionCommandParts, role: DecidingRole, agreement: Agreement): AnyCommand {
  const { load, loadDecisions, loadGates, changes } = parts;
  const { does, right, message, detail, action } = agreement;
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    does,
    needsAccount: true,
    fields: { number: recordNumber },
    ask: { number: askPullRequest(load, 'open') },
    run: async ({ number: numberArgument }, on, invocation) => {
      const { signal, silent } = invocation;
      const number = String(numberArgument);
      const login = on.connection.account?.login;
      const rights = silent ? undefined : await (await loadGates()).rights(on.connection, on.name);
      const hindered = (now: PullRequest): readonly string[] =>
        hindrances(now, role, { login, may: rights?.may('pr', right) }).map((one) => hindranceTexts[one](rights));
      await confirmPullRequest(parts, { on, number }, invocation, {
        message: () => message(number),
        detail: (now) => [detail(), ...hindered(now)].join('\n'),
        action,
        first: 'action',
      });
      const sending = (await loadDecisions()).agree(on, number, role, { signal });
      const now = await inWordsOfHost(sending, invocation);
      notify(on, { silent }, number);
      if (!silent && !hasAgreed(now, role, login))
        void inform(
          l10n.t('The host accepted the decision, but does not list a decision of {0} in !{1}.', login ?? '', number),
        );
    },
  });
}

function reset(parts: DecisionCommandParts): AnyCommand {
  const { load, loadDecisions, changes } = parts;
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    does: 'Withdraws what all `approvers` or `testers` of a pull request decided: the API cannot withdraw one decision.',
    result: 'the pull request',
    needsAccount: true,
    fields: { number: recordNumber, role: oneOf('approvers', 'testers') },
    ask: {
      number: askPullRequest(load, 'open'),
      role: askOne(
        () => l10n.t('Select the decisions to withdraw'),
        () => (['approvers', 'testers'] as const).map((value) => ({ label: roleLabel(value), value })),
      ),
    },
    run: async ({ number: numberArgument, role }, on, invocation) => {
      const { signal, silent } = invocation;
      const number = String(numberArgument);
      const loginsOf = (pull: PullRequest): string[] => peopleIn(pull, role).map(({ login }) => login);
      const before = await confirmPullRequest(parts, { on, number }, invocation, {
        message: () => l10n.t('Withdraw the decisions in !{0}?', number),
        detail: (now) =>
          [
            `${roleLabel(role)}: ${loginsOf(now).join(', ') || l10n.t('none')}`,
            l10n.t('The host withdraws the decisions of all these people, not only yours. It may also remove people.'),
          ].join('\n'),
        action: () => l10n.t('Withdraw'),
      });
      const now = await inWordsOfHost((await loadDecisions()).reset(on, number, role, { signal }), invocation);
      notify(on, { silent }, number);
      const left = new Set(loginsOf(now));
      const gone = before === undefined ? [] : loginsOf(before).filter((login) => !left.has(login));
      if (gone.length > 0) void showMessage('warning', l10n.t('The host also removed: {0}', gone.join(', ')));
      return now;
    },
  });
}

const argumentsOf = ({ name, connection }: AtRepository, number: string): Arguments => ({
  host: name.host,
  account: connection.account?.login,
  repository: fullName(name),
  number,
});

/** A list, or one text with commas; checked before. */
const listOfNames = (given: unknown): readonly string[] =>
  (Array.isArray(given) ? given.map(String) : String(given).split(','))
    .map((login) => login.trim())
    .filter((login) => login !== '');

/** `field`: the argument that has the whole list. */
function assign(
  { load, loadDecisions, changes }: DecisionCommandParts,
  role: Role,
  field: 'assignees' | 'reviewers' | 'testers',
): AnyCommand {
  const notify = changeNotifier(changes, 'pullRequests');
  /** Once in a run: what the user chose from is compared with what is there before the change. */
  const read = remembered(
    async (invocation: Invocation, args: Arguments) =>
      await (
        await load()
      ).get(await atRepository(invocation, args), String(args.number), { signal: invocation.signal }),
    ({ number }) => String(number),
  );
  return onRepository({
    does: `Sets the ${role} of a pull request. \`${field}\` are the logins of all of them. Others are removed; who stays keeps the decision.`,
    result: 'the pull request, with those that the host lists afterwards',
    needsAccount: true,
    fields: { number: recordNumber, [field]: names },
    ask: { number: askPullRequest(load, 'open'), [field]: askPeople(role, loadDecisions, read) },
    run: async ({ number: numberArgument, ...given }, on, invocation) => {
      const { signal, silent } = invocation;
      const number = String(numberArgument);
      const logins = listOfNames(given[field] ?? '');
      const first = silent ? undefined : await read(invocation, argumentsOf(on, number));
      await confirmPeople(load, { on, number, wanted: logins, first }, invocation, role);
      const setting = (await loadDecisions()).setPeople(on, number, { role, logins }, { signal });
      const now = await inWordsOfHost(setting, invocation);
      notify(on, { silent }, number);
      const { added, removed } = peopleDifference(now, role, logins);
      if (!silent && added.length + removed.length > 0)
        void showMessage(
          'warning',
          l10n.t(
            'The host has others: {0}',
            [
              roleLabel(role),
              peopleIn(now, role)
                .map(({ login }) => login)
                .join(', ') || l10n.t('none'),
            ].join(': '),
          ),
        );
      return now;
    },
  });
}

/** Asks for all in a role: those in it are checked, and candidates or typed logins can be added. */
function askPeople(
  role: Role,
  loadDecisions: () => Promise<PullRequestDecisions>,
  read: (invocation: Invocation, args: Arguments) => Promise<PullRequest>,
): Ask<readonly string[]> {
  return async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const decisions = await loadDecisions();
    const now = await read(invocation, args);
    async function* items(): AsyncGenerator<readonly Choice<string>[]> {
      yield peopleIn(now, role).map((one) => ({ ...choice(one), picked: true }));
      for await (const page of decisions.candidates(on, now, role, { signal: invocation.signal }))
        yield page.map(choice);
    }
    return await prompt.pickMany({ placeholder: roleLabel(role), items: items(), typed: asTyped });
  };
}

const choice = ({ login, name }: { readonly login: string; readonly name?: string | undefined }): Choice<string> => ({
  label: login,
  ...(name === undefined || name === login ? {} : { description: name }),
  value: login,
});
