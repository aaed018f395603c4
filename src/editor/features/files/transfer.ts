import { l10n, ProgressLocation } from 'vscode';
import { cancelled } from '../../../core/errors.ts';
import { baseName } from '../../../core/path.ts';
import type { ReadOptions } from '../../../domain/repositories/readWithConfirmation.ts';
import { showMessage, showProgress } from '../../kit/messages/show.ts';
import { signalOf } from '../../kit/signal.ts';

const megabyte = 1024 * 1024;
/** Base64 is a third larger than the bytes. Downloads and Git LFS send the bytes themselves. */
const inflated = 4 / 3;

/** A large file needs the consent of the user before the request, and shows its progress. */
export class Transfer implements ReadOptions {
  readonly onPointer: ReadOptions['onPointer'];
  readonly #path: string;
  readonly #abort = new AbortController();
  #end: () => void = () => {};
  #report: (received: number, total: number | undefined) => void = () => {};

  constructor(path: string, onPointer: ReadOptions['onPointer']) {
    this.#path = path;
    this.onPointer = onPointer;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  readonly onProgress: ReadOptions['onProgress'] = (...progress) => this.#report(...progress);

  readonly confirm = async (size: number | undefined): Promise<void> => {
    const name = baseName(this.#path);
    const detail =
      size === undefined ? l10n.t('Its size is unknown.') : l10n.t('Its size is {0} MB.', Math.ceil(size / megabyte));
    const question = l10n.t('“{0}” is a large file. Fetch it?', name);
    if ((await showMessage('warning', question, [l10n.t('Fetch')], detail)) === undefined) throw cancelled();
    this.#show(l10n.t('Fetching {0}', name), size);
  };

  end(): void {
    this.#end();
  }

  #show(title: string, size: number | undefined): void {
    const ended = new Promise<void>((resolve) => (this.#end = resolve));
    void showProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (report, token) => {
      signalOf(token).addEventListener('abort', () => this.#abort.abort());
      let reportedMegabytes = 0;
      this.#report = (received, total) => {
        const bytes = size !== undefined && total === size ? received : received / inflated;
        const done = Math.floor(bytes / megabyte);
        if (done === reportedMegabytes) return;
        const increment = size === undefined ? {} : { increment: ((done - reportedMegabytes) * megabyte * 100) / size };
        reportedMegabytes = done;
        const message =
          size === undefined ? l10n.t('{0} MB', done) : l10n.t('{0} of {1} MB', done, Math.ceil(size / megabyte));
        report({ message, ...increment });
      };
      return ended;
    });
  }
}
