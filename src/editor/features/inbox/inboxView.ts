import { l10n, window } from 'vscode';
import { lazily } from '../../../core/async.ts';
import type { Inboxes } from '../../../domain/inbox/inboxes.ts';
import type { SubjectChange } from '../../kit/changes.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { explain } from '../../kit/messages/explain.ts';
import { deferred, rootNode } from '../../kit/tree/node.ts';
import { View } from '../../kit/tree/view.ts';
import type { Services } from '../../services/services.ts';
import { windowClock } from '../../kit/windowClock.ts';

/** Milliseconds after the start of the window, so that the inbox takes no time from what a user opens first. */
const startDelay = 5_000;
/** Set when the view was opened once. Until then the inbox sends no request. */
const usedKey = 'inboxUsed';

export class InboxView extends Lifetime {
  readonly view: View;
  readonly #services: Services;
  readonly #empty = new ContextKey<boolean>('sourcehost.inboxEmpty');
  #inboxes: Inboxes | undefined;
  #start: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    super();
    this.#services = services;
    const { knownRepositories, load, pinned, settings } = services;
    const rows = deferred(async () => {
      const [inboxes, { inboxRows }] = await Promise.all([this.load(), load()]);
      return inboxRows(inboxes, { knownRepositories, pinned });
    });
    this.view = this.add(new View('sourcehost.inbox', rootNode('inbox', rows), { many: true }));
    // A failure of loading is shown in place of the rows.
    const open = (): Promise<void> =>
      this.load().then(
        (inboxes) => inboxes.open(),
        () => undefined,
      );
    this.add(
      this.view.onDidChangeVisibility((isVisible) => {
        if (isVisible) void open();
      }),
    );
    this.add(settings.onDidChange((affects) => affects('inbox.enabled') && this.#show()));
  }

  /** Loads the inbox of every account. From now on it stays current, also in later windows. */
  readonly load: () => Promise<Inboxes> = lazily(async () => {
    const { connections, context, pinned, recent, storage, load, loadHostFeatures, log } = this.#services;
    const [code, features] = await Promise.all([load(), loadHostFeatures()]);
    const inboxes = new code.Inboxes({
      connections,
      features,
      pinned: () => pinned.all(),
      recent: () => recent.all(),
      storage,
      synced: context.globalState,
      window: { ...windowClock.window, isFocused: () => this.#isEnabled && window.state.focused },
      clock: windowClock.clock,
      log,
    });
    this.add(inboxes);
    await inboxes.update();
    await context.globalState.update(usedKey, true);
    this.#inboxes = inboxes;
    this.add(inboxes.onDidChange(() => this.#changed()));
    this.#show();
    return inboxes;
  });

  /** Keeps the badge current if the view was opened before. */
  start(): void {
    if (!this.#isEnabled || this.#services.context.globalState.get(usedKey) !== true) return;
    const open = async (): Promise<void> => {
      const inboxes = await this.load();
      if (window.state.focused) await inboxes.open({ priority: 'background' });
    };
    this.#start = setTimeout(() => void open().catch(() => {}), startDelay);
  }

  async refresh(): Promise<void> {
    if (this.#isEnabled) await (await this.load()).refresh();
  }

  noteOwnChange({ subject, answer, issues = [], commented, reveal = [], repository }: SubjectChange): void {
    if (repository === undefined || !this.#isEnabled) return;
    const changed = (answer?.kind === 'issues' ? [answer.record] : issues).map(({ number }) => `#${number}`);
    const comment = commented === undefined ? [] : [`#${commented}`];
    const pulls = subject === 'pullRequests' ? reveal.map((number) => `!${number}`) : [];
    this.#inboxes?.noteOwnChange(repository, [...changed, ...comment, ...pulls]);
  }

  override dispose(): void {
    clearTimeout(this.#start);
    super.dispose();
  }

  get #isEnabled(): boolean {
    return this.#services.settings.get('inbox.enabled') !== false;
  }

  #changed(): void {
    this.#show();
    this.view.refresh();
  }

  /** Shows the badge, and above the rows that the lists are read, or why they could not be. */
  #show(): void {
    if (this.#inboxes === undefined) return;
    const { isReading, failure } = this.#inboxes.progress;
    const entries = this.#inboxes.entries();
    const waiting = this.#isEnabled ? entries.filter(({ waits }) => waits).length : 0;
    const tooltip = waiting === 1 ? l10n.t('1 entry waits for you') : l10n.t('{0} entries wait for you', waiting);
    this.view.badge = waiting === 0 ? undefined : { value: waiting, tooltip };
    const reading = isReading && entries.length === 0 ? l10n.t('Reading what waits for you…') : undefined;
    this.view.message = failure === undefined ? reading : l10n.t('Not up to date. {0}', explain(failure));
    void this.#empty.set(entries.length === 0 && !isReading && failure === undefined);
  }
}
