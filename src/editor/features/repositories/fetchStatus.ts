import { l10n, ProgressLocation } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { FetchPurpose, ShowFetch } from '../../../domain/repositories/fetchDisplay.ts';
import { formatSize } from '../../kit/messages/format.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import type { RequestDelay } from '../../kit/messages/progress.ts';
import { createStatusItem, setStatusTexts, showProgress } from '../../kit/messages/show.ts';
import { choose } from '../../kit/prompts/prompt.ts';

/** Milliseconds before the notification with its Cancel button is shown. */
const shownAfter = 2_000;

/** Shows the running fetches of git: in the status bar at once, and in a notification after two seconds. */
export class FetchStatus implements Disposable {
  readonly #delay: RequestDelay;
  readonly #item = createStatusItem('sourcehost.gitFetch', 48);
  readonly #running = new Map<AbortController, string>();

  constructor(delay: RequestDelay) {
    this.#delay = delay;
    this.#item.name = l10n.t('Git transfers');
  }

  readonly show: ShowFetch = async (name, work) => {
    const abort = new AbortController();
    const title = l10n.t('Fetching {0}', fullName(name));
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    let message = l10n.t('Waiting for the host…');
    let report = (): void => {};
    const update = (): void => {
      this.#running.set(abort, `${title}: ${message}`);
      this.#update();
      report();
    };
    const timer = setTimeout(() => {
      const options = { location: ProgressLocation.Notification, title, cancellable: true };
      void showProgress(options, async (step, token) => {
        token.onCancellationRequested(() => abort.abort());
        report = () => step({ message: this.#delay.sentence ?? message });
        report();
        await ended;
      });
    }, shownAfter);
    update();
    const listening = this.#delay.onDidChange(() => report());
    try {
      return await work(abort.signal, (received) => {
        if (received === undefined) return;
        message = formatSize(received);
        update();
      });
    } finally {
      clearTimeout(timer);
      listening.dispose();
      end(undefined);
      this.#running.delete(abort);
      this.#update();
    }
  };

  dispose(): void {
    for (const abort of this.#running.keys()) abort.abort();
    this.#item.dispose();
  }

  #update(): void {
    const [text, ...others] = this.#running.values();
    if (text === undefined) {
      this.#item.hide();
      return;
    }
    setStatusTexts(this.#item, {
      text: `$(sync~spin) ${plainLabel(text)}`,
      tooltip: [text, ...others].map((one) => plainLabel(one)).join('\n'),
      // Without the bytes, which a screen reader would read again and again.
      spoken: text.slice(0, text.lastIndexOf(':')),
    });
    this.#item.show();
  }
}

export async function confirmLargeFetch(
  name: RepositoryName,
  received: number,
  purpose: FetchPurpose,
): Promise<boolean> {
  const question = l10n.t('Fetch {0} although it is large?', fullName(name));
  const asked = choose(question, largeFetchDetails[purpose](formatSize(received)), l10n.t('Continue'));
  return (await unlessFailed(asked, 'cancelled')) !== undefined;
}

const largeFetchDetails: Readonly<Record<FetchPurpose, (size: string) => string>> = {
  files: (size) => l10n.t('{0} received so far. If you stop, files are requested one by one.', size),
  largeFiles: (size) => l10n.t('{0} received so far. If you stop, files of 1 MB and more are not searched.', size),
  history: (size) => l10n.t('{0} received so far. If you stop, only the newest commits are listed.', size),
  demand: (size) => l10n.t('{0} received so far.', size),
};
