import { l10n } from 'vscode';
import type { Failure, FailureKind } from '../../../core/errors.ts';
import { shownText } from '../../../core/text.ts';
import { explainReason } from './reasons.ts';
import { explainRequirement } from './requirements.ts';

/**
 * The localised text of a failure: the problem and its solution. The editor also shows it in its own messages, for
 * example when a save fails. Therefore it contains no link and no hidden character.
 */
export function explain(failure: Failure): string {
  const { serverMessage } = failure;
  const sentence = sentenceOf(failure);
  return shownText(serverMessage === undefined ? sentence : `${sentence} ${quoteOf(failure, serverMessage)}`);
}

const quoteOf = ({ reason }: Failure, serverMessage: string): string =>
  reason === 'gitFailed' ? l10n.t('Git says: {0}', serverMessage) : l10n.t('The host says: {0}', serverMessage);

function sentenceOf({ kind, reason, about, field, requirement, retryAfter }: Failure): string {
  if (field !== undefined && requirement !== undefined) return explainRequirement(field, requirement);
  return reason === undefined ? explainAnswer(kind, retryAfter) : explainReason(reason, about);
}

/** The meaning of an error response of the service. */
function explainAnswer(kind: FailureKind, retryAfter: number | undefined): string {
  switch (kind) {
    case 'signedOut':
      return l10n.t('Not signed in, or the sign-in has expired. Sign in and try again.');
    case 'forbidden':
      return l10n.t('This account is not allowed to do this. Ask an owner for access or sign in with another account.');
    case 'missing':
      return l10n.t('Not found. It may have been removed or renamed, or this account has no access.');
    case 'conflict':
      return l10n.t('It already exists or was changed meanwhile. Refresh and try again.');
    case 'invalid':
      return l10n.t('The host rejected these values. Correct them and try again.');
    case 'throttled':
      if (retryAfter === undefined) return l10n.t('Too many requests. Wait a minute and try again.');
      return l10n.t('Too many requests. Try again in {0} seconds.', Math.ceil(retryAfter / 1000));
    case 'refused':
      return l10n.t('The host rejected the request.');
    case 'unreachable':
      return l10n.t('Host unreachable. Check the network, the proxy settings and the address of the host.');
    case 'timeout':
      return l10n.t('The host took too long to respond. Try again.');
    case 'unreadable':
      return l10n.t('The response of the host could not be read. Check its API address.');
    case 'broken':
      return l10n.t('The host failed to process the request. Try again later.');
    case 'cancelled':
      return l10n.t('Cancelled.');
  }
}
