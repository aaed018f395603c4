import { l10n } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import { parsePullRequestRef } from '../../../domain/hosts/pullRequestRef.ts';
import { branchReports, type CiReport, type CiReports } from '../../../domain/runs/ciReports.ts';
import type { WatchParts } from '../../../domain/runs/watch.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { joinMarkdown, markdown } from '../../kit/messages/markdown.ts';
import { createStatusItem, setStatusTexts, type CleanStatusBarItem } from '../../kit/messages/show.ts';
import { target } from '../../kit/prompts/target.ts';
import { byUrgency, ciFacts, ciParts, ciText, stateIcon } from '../../kit/rows/runTexts.ts';
import type { ShownRef } from '../../kit/rows/shownRef.ts';
import { windowClock } from '../../kit/windowClock.ts';

export interface CiStatusParts {
  readonly connections: Pick<Connections, 'connect'>;
  readonly loadCi: () => Promise<CiReports>;
  readonly log: Log;
}

/** Milliseconds for which a branch is shown before its CI is asked for. */
const rest = 3_000;
/** The names that stand in the status bar; the tooltip has all. */
const mostNames = 3;

/** Shows in the status bar what each CI says about the open branch or pull request. Hidden where none is known. */
export class CiStatus extends Lifetime {
  readonly #parts: CiStatusParts;
  readonly #item: CleanStatusBarItem;
  readonly #time: Pick<WatchParts<unknown>, 'clock' | 'window'>;
  #key: string | undefined;
  #timer: Disposable | undefined;
  #request = new AbortController();

  constructor(parts: CiStatusParts, item = createStatusItem('sourcehost.ci', 99.94), time = windowClock) {
    super();
    this.#parts = parts;
    this.#item = this.add(item);
    this.#time = time;
    this.#item.name = 'CI';
  }

  /** Called whenever the status bar shows where the user works. An answer is kept, so most calls send nothing. */
  show(shown: ShownRef | undefined): void {
    const { name, account, ref, head } = shown ?? {};
    const key = shown && JSON.stringify([name, account, ref, head?.kind, head?.name, head?.commit]);
    if (key !== this.#key) {
      this.#end();
      this.#item.hide();
    }
    this.#key = key;
    if (shown === undefined || this.#timer !== undefined || !this.#time.window.isFocused()) return;
    this.#timer = this.#time.clock.after(rest, () => void this.#read(shown));
  }

  override dispose(): void {
    this.#end();
    super.dispose();
  }

  #end(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#request.abort();
    this.#request = new AbortController();
  }

  async #read(shown: ShownRef): Promise<void> {
    const { signal } = this.#request;
    try {
      const reports = await this.#reportsOf(shown, signal);
      if (!signal.aborted) this.#draw(shown, reports);
    } catch (error) {
      this.#parts.log.info(`the CI of the open branch is not known: ${messageOf(error)}`);
    } finally {
      if (!signal.aborted) this.#timer = undefined;
    }
  }

  async #reportsOf({ name, account, ref, head }: ShownRef, signal: AbortSignal): Promise<readonly CiReport[]> {
    const connection = await this.#parts.connections.connect(name.host, account);
    const place = { connection, name };
    const options = { priority: 'background', signal } as const;
    const number = parsePullRequestRef(ref)?.number;
    const ci = await this.#parts.loadCi();
    if (number !== undefined) return await ci.of(place, { number, head: { sha: head.commit } }, options);
    if (head.kind !== 'branch') return [];
    const at = { branch: head.name, sha: head.commit };
    return branchReports(await ci.runs(place, at, options), head.name, head.commit);
  }

  #draw({ name, account, ref, head }: ShownRef, reports: readonly CiReport[]): void {
    const [first] = byUrgency(reports);
    if (first === undefined) {
      this.#item.hide();
      return;
    }
    const texts = byUrgency(reports).map((report) => {
      const { status, name: title } = ciParts(report);
      return `$(${stateIcon(status).icon}) ${plainLabel(title, 30)}`;
    });
    const more = texts.length > mostNames ? [`+${texts.length - mostNames}`] : [];
    const lines = ciFacts(reports).map(([title, fact]) => markdown`${title}: ${fact}`);
    const number = parsePullRequestRef(ref)?.number;
    const title = l10n.t('CI of {0}', number === undefined ? head.name : `!${number}`);
    setStatusTexts(this.#item, {
      text: [...texts.slice(0, mostNames), ...more].join('  '),
      tooltip: joinMarkdown([markdown`**${title}**`, ...lines], '\n\n'),
      spoken: `${title}. ${ciText(reports)}`,
    });
    const at = { host: name.host, account, repository: fullName(name) };
    const run = reports.length === 1 ? { workflow_run_id: first.run?.workflow_run_id } : { branch: head.name };
    const args = { ...at, ...(number === undefined ? run : { number }) };
    this.#item.command = {
      title: number === undefined ? l10n.t('Show Run') : l10n.t('Show Pull Request'),
      command: number === undefined ? 'sourcehost.run.show' : 'sourcehost.pullRequest.show',
      arguments: [{ [target]: args }],
    };
    this.#item.show();
  }
}
