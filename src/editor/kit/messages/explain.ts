import { l10n } from 'vscode';
import type { Failure, FailureKind } from '../../../core/errors.ts';
import { failureTexts, type FailureReason } from '../../../core/failureReason.ts';
import { requirementTexts } from '../../../core/requirement.ts';
import { oneLine, shownText } from '../../../core/text.ts';

/**
 * The problem and its solution; `task` says first what failed, without a full stop. The editor shows it
 * in messages of its own, so it has no link and no hidden character.
 */
export function explain(failure: Failure, task?: string): string {
  const { serverMessage } = failure;
  const sentence = sentenceOf(failure);
  const isQuoted = serverMessage !== undefined && !(isOfGit(failure) && namesComputer.test(serverMessage));
  const quote = isQuoted ? quoteOf(failure, serverMessage) : '';
  // The sentence of a refusal says no more than the words of the host.
  const isSaid = isQuoted && failure.kind === 'refused' && failure.reason === undefined;
  const why = isSaid ? quote : `${sentence} ${quote}`.trimEnd();
  return shownText(task === undefined ? why : l10n.t('{0}: {1}', task, why));
}

/** A path, an address or an option in a message of git, which says nothing to its reader. */
const namesComputer = /:\/\/|(?:^|[\s'"`(=])(?:--?[a-z]|\/[^\s/]|~\/|[A-Za-z]:[\\/]|\\\\)/;

const isOfGit = ({ reason }: Failure): boolean => reason === 'gitFailed' || reason === 'localChanges';

const quoteOf = (failure: Failure, serverMessage: string): string =>
  isOfGit(failure) ? l10n.t('Git says: {0}', serverMessage) : l10n.t('The host says: {0}', serverMessage);

function sentenceOf(failure: Failure): string {
  const { field, requirement, reason, about } = failure;
  if (field !== undefined && requirement !== undefined)
    return l10n.t(requirementTexts[requirement.code], field, ...requirement.values);
  return reason === undefined ? explainAnswer(failure) : explainReason(reason, about);
}

/** The sentence of a reason in the language of the editor. `about`: see `failureTexts`. */
export function explainReason(reason: FailureReason, about: readonly string[] = []): string {
  const text = failureTexts[reason];
  const last = ['{1}', '{2}'].filter((placeholder) => text.includes(placeholder)).length;
  return l10n.t(text, ...about.slice(0, last), about.slice(last).join(l10n.t(', ')));
}

/** The sentences for each error response of the service, without the account, the taken name and the wait. */
export const answers: Readonly<Record<FailureKind, () => string>> = {
  signedOut: () => l10n.t('Not signed in, or the sign-in has expired. Sign in and try again.'),
  forbidden: () => l10n.t('No permission for this. Sign in with an account that has access.'),
  missing: () => l10n.t('Not found. It may have been removed or renamed, or this account has no access.'),
  conflict: () => l10n.t('It already exists or was changed meanwhile. Refresh and try again.'),
  invalid: () => l10n.t('The host rejected these values. Correct them and try again.'),
  throttled: () => l10n.t('Too many requests. Wait a minute and try again.'),
  unsupported: () => l10n.t('The API of the host does not support this. Use the web page of the host.'),
  refused: () => l10n.t('The host rejected the request.'),
  unreachable: () => l10n.t('Host unreachable. Check the network, the proxy settings and the address of the host.'),
  timeout: () => l10n.t('The host took too long to respond. Try again.'),
  unreadable: () =>
    l10n.t('The response of the host could not be read. Try again, or check the API address of the host.'),
  broken: () => l10n.t('The host failed to process the request. Try again later.'),
  cancelled: () => l10n.t('Cancelled.'),
};

function explainAnswer({ kind, account, about: [name] = [], retryAfter }: Failure): string {
  if (kind === 'throttled' && retryAfter !== undefined)
    return l10n.t('Too many requests. Try again in {0} s.', Math.ceil(retryAfter / 1000));
  if (kind === 'forbidden' && account !== undefined)
    return l10n.t(
      '{0} has no permission for this. Ask an owner or administrator for access, or sign in with another account.',
      account,
    );
  if (kind === 'missing' && account !== undefined)
    return l10n.t('Not found. It may have been removed or renamed, or {0} has no access.', account);
  if (kind === 'conflict' && name !== undefined) return l10n.t('“{0}” already exists. Choose another name.', name);
  return answers[kind]();
}

// What failed, for the beginning of a message: `explain` and `Failures.show` take these texts.

/** `“src/app.ts” of alice/demo`; only one of them if the other is undefined. */
export function namedIn(name: string | undefined, repository: string | undefined): string | undefined {
  const short = name === undefined ? undefined : oneLine(name, 100);
  if (short === undefined || repository === undefined) return short === undefined ? repository : l10n.t('“{0}”', short);
  return l10n.t('“{0}” of {1}', short, repository);
}

/** `Delete Branch failed for “fix” of alice/demo`. `title`: of the command. */
export function failedCommand(title: string, subject: string | undefined): string {
  const plain = title.replace(/…$/, '');
  return subject === undefined ? l10n.t('{0} failed', plain) : l10n.t('{0} failed for {1}', plain, subject);
}

export function notSaved(subject: string): string {
  return l10n.t('{0} was not saved', subject);
}

export function notOpened(subject: string): string {
  return l10n.t('{0} could not be opened', subject);
}
