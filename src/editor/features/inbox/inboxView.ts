import { l10n, window, type Memento } from 'vscode';
import { lazily } from '../../../core/async.ts';
import type { Log } from '../../../core/log.ts';
import type { Storage } from '../../../core/storage.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { InboxProgress } from '../../../domain/inbox/inboxPoller.ts';
import type { Inboxes } from '../../../domain/inbox/inboxes.ts';
import type { SubjectChange } from '../../kit/changes.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { explain } from '../../kit/messages/explain.ts';
import { deferred, fixed, rootNode } from '../../kit/tree/node.ts';
import { View } from '../../kit/tree/view.ts';
import type { Services } from '../../services/services.ts';

interface InboxViewParts extends Pick<
  Services,
  'connections' | 'knownRepositories' | 'load' | 'pinned' | 'recent' | 'settings'
> {
  readonly storage: Storage;
  readonly memory: Memento;
  readonly log: Log;
}

/** Milliseconds after the start of the window, so that the inbox takes no time from what a user opens first. */
const startDelay = 5_000;
/** Set when the view was opened once. Until then the inbox sends no request. */
const usedKey = 'inboxUsed';

export class InboxView extends Lifetime {
  readonly view: View;
  readonly #parts: InboxViewParts;
  readonly #empty = new ContextKey<boolean>('sourcehost.inboxEmpty');
  readonly #withoutRepositories = new ContextKey<boolean>('sourcehost.inboxWithoutRepositories');
  #inboxes: Inboxes | undefined;
  #start: NodeJS.Timeout | undefined;

  constructor(parts: InboxViewParts) {
    super();
    this.#parts = parts;
    const { knownRepositories, pinned, settings } = parts;
    const rows = deferred(async () => {
      const [inboxes, { inboxGroups }] = await Promise.all([this.load(), parts.load()]);
      return fixed(() => inboxGroups(inboxes, { knownRepositories, pinned }));
    });
    this.view = this.add(new View('sourcehost.inbox', rootNode('inbox', rows), { many: true }));
    this.add(pinned.onDidChange(() => this.#inboxes?.follow()));
    this.add(
      settings.onDidChange((affects) => {
        if (!affects('inbox.enabled') && !affects('inbox.repositories')) return;
        this.#inboxes?.follow();
        this.#show();
      }),
    );
  }

  /** Loads the inbox of every account. From now on it stays current, also in later windows. */
  readonly load: () => Promise<Inboxes> = lazily(async () => {
    const { connections, pinned, recent, settings, storage, memory, load, log } = this.#parts;
    const code = await load();
    const inboxes = new code.Inboxes({
      connections,
      pinned: () => pinned.all(),
      recent: () => recent.all(),
      chosen: () => textsOf(settings.get('inbox.repositories')),
      storage,
      synced: memory,
      window: {
        isFocused: () => this.#isEnabled && window.state.focused,
        onDidChangeFocus: (listener) => window.onDidChangeWindowState(() => listener()),
      },
      clock: {
        now: Date.now,
        after: (delay, run) => {
          const timer = setTimeout(run, delay);
          return { dispose: () => clearTimeout(timer) };
        },
      },
      log,
    });
    this.add(inboxes);
    await inboxes.update();
    await memory.update(usedKey, true);
    this.#inboxes = inboxes;
    this.add(inboxes.onDidChange(() => this.#changed()));
    this.#show();
    return inboxes;
  });

  /** Keeps the badge current if the view was opened before. */
  start(): void {
    if (!this.#isEnabled || this.#parts.memory.get(usedKey) !== true) return;
    this.#start = setTimeout(() => void this.load().catch(() => {}), startDelay);
  }

  async refresh(): Promise<void> {
    (await this.load()).refresh();
  }

  /** The user changed issues in this window: they are no news. */
  noteOwnChange({ answer, issues = [], commented, repository }: SubjectChange): void {
    const changed = answer?.kind === 'issues' ? [answer.record] : issues;
    if (repository !== undefined && changed.length > 0) this.#inboxes?.noteOwnChanges(repository, changed);
    if (repository !== undefined && commented !== undefined) this.#inboxes?.noteOwnComment(repository, commented);
  }

  override dispose(): void {
    clearTimeout(this.#start);
    super.dispose();
  }

  get #isEnabled(): boolean {
    return this.#parts.settings.get('inbox.enabled') !== false;
  }

  #changed(): void {
    this.#show();
    this.view.refresh();
  }

  /** Shows the badge, and above the rows how far the inbox is read, or why it is not. */
  #show(): void {
    if (this.#inboxes === undefined) return;
    const { progress } = this.#inboxes;
    const { repositories, waiting, isListing, failure, denied } = progress;
    const entries = this.#inboxes.entries();
    const unread = this.#isEnabled ? entries.filter(({ status }) => status !== 'read').length : 0;
    const tooltip = unread === 1 ? l10n.t('1 unread issue') : l10n.t('{0} unread issues', unread);
    this.view.badge = unread === 0 ? undefined : { value: unread, tooltip };
    this.view.message = progressText(progress);
    const isQuiet = !isListing && waiting === 0 && failure === undefined && denied.length === 0;
    void this.#empty.set(entries.length === 0 && isQuiet && repositories > 0);
    void this.#withoutRepositories.set(entries.length === 0 && isQuiet && repositories === 0);
  }
}

function progressText({ repositories, waiting, isListing, failure, denied }: InboxProgress): string | undefined {
  if (failure !== undefined) return l10n.t('Not up to date. {0}', explain(failure));
  if (repositories === 0 && isListing) return l10n.t('Reading repositories…');
  if (isListing || waiting > 0)
    return l10n.t('Reading issues: {0} of {1} repositories, at most 4 a minute…', repositories - waiting, repositories);
  if (denied.length === 0) return undefined;
  return l10n.t('No issues found, or no access: {0}', denied.map((name) => fullName(name)).join(', '));
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
