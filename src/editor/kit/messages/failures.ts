import { commands, env, FileSystemError, l10n, Uri } from 'vscode';
import { isFailure, toFailure, type Failure, type FailureKind } from '../../../core/errors.ts';
import type { FailureReason } from '../../../core/failureReason.ts';
import { explain } from './explain.ts';
import type { LogChannel } from './log.ts';
import { showMessage } from './show.ts';

/** Converts an error to the FileSystemError that the editor expects for a file. `task`: see `explain`. */
export function fileSystemError(error: unknown, uri: Uri, task: string): FileSystemError {
  if (error instanceof FileSystemError) return error;
  const failure = toFailure(error);
  if (failure.reason === 'isFolder') return FileSystemError.FileIsADirectory(uri);
  if (failure.reason === 'isNotFolder') return FileSystemError.FileNotADirectory(uri);
  const kinds: Partial<Record<FailureKind, (messageOrUri: string | Uri) => FileSystemError>> = {
    missing: (message) =>
      FileSystemError.FileNotFound(failure.reason === undefined || failure.reason === 'noFile' ? uri : message),
    forbidden: (message) => FileSystemError.NoPermissions(message),
    conflict: (message) => FileSystemError.FileExists(message),
  };
  return (kinds[failure.kind] ?? ((message) => FileSystemError.Unavailable(message)))(explain(failure, task));
}

/** The helpful action of a message, besides the log. */
interface Help {
  readonly label: string;
  readonly run: () => unknown;
}

interface ShownTask {
  /** See `explain`. */
  readonly task: string;
  /** Repeats it; with `again` also a creation that may have been made. */
  readonly retry?: (options?: { readonly again: true }) => unknown;
}

const look = (label: string, address: string): Help => ({
  label,
  run: () => env.openExternal(Uri.parse(address, true)),
});

/** Nobody knows whether it was created: a look at it, and a question before it is sent again. */
function undecidedHelp({ about: [page] = [] }: Failure, retry: ShownTask['retry']): Help[] {
  const ask = async (): Promise<void> => {
    const action = l10n.t('Send Again');
    const detail = l10n.t('If the first one was created, there are two then.');
    const chosen = await showMessage('warning', l10n.t('Send it again?'), [action], detail);
    if (chosen === action) await retry?.({ again: true });
  };
  const again = retry === undefined ? [] : [{ label: l10n.t('Send Again…'), run: ask }];
  return page === undefined ? again : [look(l10n.t('Look on the Web'), page), ...again];
}

/** The web page of what the host cannot do by its API. */
export const pageInstead = ({ reason, about }: Failure): string | undefined =>
  reason === 'noOperation' ? about?.[1] : undefined;

const quiet = 10_000;

/** Reasons of a failed sign-in after which the user must sign in again. */
const startAgain: readonly FailureReason[] = ['signInDenied', 'requestRefused', 'codeRefused', 'clientRefused'];

const settings: Readonly<Partial<Record<FailureReason, string>>> = {
  proxyAuth: 'http.proxy',
  proxyUnreachable: 'http.proxy',
  proxyRefused: 'http.proxy',
  proxyInvalid: 'http.proxy',
  gitMissing: 'git.enabled',
  gitAsks: 'git.openRepositoryInParentFolders',
  gitOff: 'sourcehost.git.enabled',
  gitTooLarge: 'sourcehost.git.cacheSize',
  noHost: 'sourcehost.hosts',
  noWebAddress: 'sourcehost.hosts',
  settingNotTaken: 'sourcehost.hosts',
};

/** Shows failures with a helpful action. The same text is not shown twice at the same time. */
export class Failures {
  readonly #log: LogChannel;
  readonly #quietUntil = new Map<string, number>();

  constructor(log: LogChannel) {
    this.#log = log;
  }

  /** Shows `error` unless it is a cancellation; returns at once. */
  show(error: unknown, { task, retry }: ShownTask): void {
    const failure = toFailure(error);
    if (isFailure(failure, 'cancelled')) return;
    this.log(failure);
    const message = explain(failure, failure.reason === 'maybeCreated' ? undefined : task);
    if ((this.#quietUntil.get(message) ?? 0) > Date.now()) return;
    this.#quietUntil.set(message, Infinity);
    void this.#showOnce(message, this.#help(failure, retry));
  }

  /** Writes `failure` to the log, because the user reads it in another place. */
  log({ kind, message, traceId }: Failure): void {
    this.#log.error(`${kind}: ${message}${traceId === undefined ? '' : ` (trace ${traceId})`}`);
  }

  async #showOnce(message: string, help: readonly Help[]): Promise<void> {
    const labels = help.map(({ label }) => label);
    const chosen = await showMessage('error', message, labels);
    this.#quietUntil.set(message, Date.now() + quiet);
    if (chosen !== undefined) {
      this.#quietUntil.delete(message);
      await help.find(({ label }) => label === chosen)?.run();
    }
  }

  #help(failure: Failure, retry: ShownTask['retry']): Help[] {
    if (failure.reason === 'maybeCreated') return undecidedHelp(failure, retry);
    const log = { label: l10n.t('Show Log'), run: () => this.#log.show() };
    if (failure.kind === 'signedOut' || startAgain.some((reason) => reason === failure.reason)) {
      return [{ label: l10n.t('Sign In'), run: () => commands.executeCommand('sourcehost.account.signIn') }, log];
    }
    const page = pageInstead(failure);
    if (page !== undefined) return [look(l10n.t('Open on the Web'), page), log];
    const setting = failure.reason === undefined ? undefined : settings[failure.reason];
    if (setting !== undefined) {
      const run = (): unknown => commands.executeCommand('workbench.action.openSettings', setting);
      return [{ label: l10n.t('Open Settings'), run }, log];
    }
    if (failure.reason === 'unexpected') {
      const run = (): unknown => commands.executeCommand('sourcehost.support.report');
      return [{ label: l10n.t('Report a Problem'), run }, log];
    }
    return retry === undefined ? [log] : [{ label: l10n.t('Try Again'), run: () => retry() }, log];
  }
}
