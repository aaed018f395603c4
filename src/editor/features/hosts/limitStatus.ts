import { l10n } from 'vscode';
import type { DelayedRequests } from '../../../domain/session/sessionConnections.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { joinMarkdown, markdown } from '../../kit/messages/markdown.ts';
import { createStatusItem, setStatusTexts } from '../../kit/messages/show.ts';
import { countsOf, hostLabel, type WaitingRequests } from '../../kit/waitingRequests.ts';

export class LimitStatus extends Lifetime {
  readonly #waiting: WaitingRequests;
  readonly #item = this.add(createStatusItem('sourcehost.waitingRequests', 49));

  constructor(waiting: WaitingRequests) {
    super();
    this.#waiting = waiting;
    this.#item.name = l10n.t('Waiting requests');
    this.#item.command = 'sourcehost.limit.show';
    this.add(waiting.onDidChange(() => this.#update()));
  }

  #update(): void {
    const { sentence, requests } = this.#waiting;
    const [longest] = requests;
    if (sentence === undefined || longest === undefined) {
      this.#item.hide();
      return;
    }
    const lines = [...requests.flatMap(linesOf), l10n.t('Click to cancel these requests or to change the limit.')];
    const tooltip = joinMarkdown(
      lines.map((line) => markdown`${line}`),
      '\n\n',
    );
    // Without the seconds, which a screen reader would read again and again.
    const spoken =
      longest.isGit === true
        ? l10n.t('{0} is busy: git waits', hostLabel(longest))
        : l10n.t('Waiting for the limit of {0}', hostLabel(longest));
    setStatusTexts(this.#item, { text: `$(watch) ${plainLabel(sentence)}`, tooltip, spoken });
    this.#item.show();
  }
}

function linesOf(request: DelayedRequests): string[] {
  const { paused, perMinute, waiting } = request;
  const host = hostLabel(request);
  if (request.isGit === true) return [l10n.t('{0} refused git for a moment. Git tries again on its own.', host)];
  const why = paused
    ? l10n.t('{0} is limiting requests at the moment.', host)
    : l10n.t('Limit of {0}: {1} requests a minute (setting {2}).', host, perMinute, 'sourcehost.requestsPerMinute');
  return [why, ...countsOf(waiting)];
}
