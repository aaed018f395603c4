import { commands, FileSystemError, l10n, window, type Uri } from 'vscode';
import { Failure, isFailure, messageOf, type FailureKind, type FailureReason } from '../../core/errors.ts';
import { unlinked } from '../../core/text.ts';
import type { LogChannel } from './log.ts';
import { explainReason } from './reasons.ts';

/**
 * What a person reads of a failure, in their language: what failed and what to do. The editor shows it too, where it
 * says that a file was not saved or a command failed: no link is in it.
 */
export function explain(failure: Failure): string {
  const { reason, about, words } = failure;
  const sentence = reason === undefined ? sentenceOf(failure) : explainReason(reason, about);
  if (words === undefined) return about === undefined ? sentence : unlinked(sentence);
  return unlinked(`${sentence} ${reason === 'isConflict' ? words : l10n.t('The service says: {0}', words)}`);
}

function sentenceOf(failure: Failure): string {
  switch (failure.kind) {
    case 'signedOut':
      return l10n.t('You are not signed in, or the service no longer accepts the sign-in. Sign in and try again.');
    case 'forbidden':
      return l10n.t('This account is not allowed to do this. Ask an owner for access or sign in with another account.');
    case 'missing':
      return l10n.t('This was not found. It may have been removed or renamed, or this account may not see it.');
    case 'conflict':
      return l10n.t('This exists already or was changed meanwhile. Refresh and try again.');
    case 'invalid':
      if (failure.field !== undefined) return l10n.t('“{0}” cannot be used like this.', failure.field);
      return l10n.t('The service did not accept these values. Correct them and try again.');
    case 'throttled':
      if (failure.retryAfter === undefined) return l10n.t('Too many requests. Wait a minute and try again.');
      return l10n.t('Too many requests. Try again in {0} seconds.', Math.ceil(failure.retryAfter / 1000));
    case 'refused':
      return l10n.t('The service refused this.');
    case 'unreachable':
      return l10n.t(
        'The service cannot be reached. Check the network, the proxy settings and the address of the host.',
      );
    case 'timeout':
      return l10n.t('The service took too long to answer. Try again.');
    case 'unreadable':
      return l10n.t('The service answered with something that cannot be read. Check the API address of the host.');
    case 'broken':
      return l10n.t('The service failed to do this. Try again later.');
    case 'cancelled':
      return l10n.t('Cancelled.');
  }
}

/** Anything thrown, as a Failure. */
export function toFailure(error: unknown): Failure {
  return error instanceof Failure
    ? error
    : new Failure('broken', messageOf(error), { words: messageOf(error), cause: error });
}

/** The error that the editor understands for a file. */
export function fileSystemError(error: unknown, uri: Uri): FileSystemError {
  if (error instanceof FileSystemError) return error;
  const failure = toFailure(error);
  if (failure.reason === 'isFolder') return FileSystemError.FileIsADirectory(uri);
  if (failure.reason === 'isNotFolder') return FileSystemError.FileNotADirectory(uri);
  const kinds: Partial<Record<FailureKind, (messageOrUri: string | Uri) => FileSystemError>> = {
    missing: (message) => FileSystemError.FileNotFound(failure.reason === 'noSuchRef' ? message : uri),
    forbidden: (message) => FileSystemError.NoPermissions(message),
    conflict: (message) => FileSystemError.FileExists(message),
  };
  return (kinds[failure.kind] ?? ((message) => FileSystemError.Unavailable(message)))(explain(failure));
}

/** The one action that helps, besides the log. */
interface Help {
  readonly label: string;
  readonly run: () => unknown;
}

const quiet = 10_000;

/** Ends of a sign-in after which only another one helps. */
const startAgain: readonly FailureReason[] = ['signInDenied', 'requestRefused', 'codeRefused', 'clientRefused'];

/** Tells people what failed: once, with the action that helps, never while the same is still on screen. */
export class Failures {
  readonly #log: LogChannel;
  readonly #shown = new Map<string, number>();

  constructor(log: LogChannel) {
    this.#log = log;
  }

  /** Shows `error` unless it is a cancellation. Returns at once. `title` says what was tried, `retry` does it again. */
  show(error: unknown, options: { readonly title?: string; readonly retry?: () => unknown } = {}): void {
    const failure = toFailure(error);
    if (isFailure(failure, 'cancelled')) return;
    this.#log.error(
      `${failure.kind}: ${failure.message}${failure.traceId === undefined ? '' : ` (trace ${failure.traceId})`}`,
    );
    const message = options.title === undefined ? explain(failure) : `${options.title}: ${explain(failure)}`;
    if ((this.#shown.get(message) ?? 0) > Date.now()) return;
    this.#shown.set(message, Infinity);
    void this.#tell(message, this.#help(failure, options.retry));
  }

  async #tell(message: string, help: readonly Help[]): Promise<void> {
    const chosen = await window.showErrorMessage(unlinked(message), ...help.map(({ label }) => label));
    this.#shown.set(message, Date.now() + quiet);
    if (chosen !== undefined) {
      this.#shown.delete(message);
      await help.find(({ label }) => label === chosen)?.run();
    }
  }

  #help(failure: Failure, retry: (() => unknown) | undefined): Help[] {
    const log = { label: l10n.t('Show Log'), run: () => this.#log.show() };
    if (failure.kind === 'signedOut' || startAgain.some((reason) => reason === failure.reason)) {
      return [{ label: l10n.t('Sign In'), run: () => commands.executeCommand('sourcehost.account.signIn') }, log];
    }
    return retry === undefined ? [log] : [{ label: l10n.t('Try Again'), run: retry }, log];
  }
}
