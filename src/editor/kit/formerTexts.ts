import {
  Diagnostic,
  DiagnosticSeverity,
  EventEmitter,
  FilePermission,
  FileType,
  l10n,
  languages,
  Range,
  window,
  workspace,
  type FileStat,
  type TextDocument,
  type Uri,
} from 'vscode';
import * as v from 'valibot';
import { Failure } from '../../core/errors.ts';
import { readStored, storedMap } from '../../core/storage.ts';
import type { AccountsChange, Connections } from '../../domain/hosts/connections.ts';
import type { WindowMemory } from '../../domain/refs/windowRefs.ts';
import { Lifetime } from './lifetime.ts';
import { showMessage } from './messages/show.ts';
import { closeTabs, tabsOf, urisOf } from './tabs.ts';

const stored = 'formerTexts';
const Stored = storedMap(v.string());
/** Milliseconds after the first tab that says that it is withheld: the others are read at the same time. */
const gather = 1_000;

/** Of the notice in a tab that is withheld since then (milliseconds since 1970). */
export const noticeStat = ({ length: size }: Uint8Array, since: number): FileStat => ({
  type: FileType.File,
  ctime: 0,
  mtime: since,
  size,
  permissions: FilePermission.Readonly,
});

/** Open texts after the account of their host changed. Unsaved ones stay; the others show what the account of now may read. */
export class FormerTexts extends Lifetime {
  readonly #connections: Connections;
  readonly #memory: WindowMemory;
  readonly #changed = this.add(new EventEmitter<readonly Uri[]>());
  /** The account that typed an unsaved text, by its address. */
  readonly #authors: Map<string, string>;
  /** Addresses whose tab showed what another account read, and since when. */
  readonly #outdated = new Map<string, number>();
  /** Tabs that say that the account of now may not read them. */
  readonly #withheld = new Map<string, () => Promise<void>>();
  readonly #marks = this.add(languages.createDiagnosticCollection('Sourcehost accounts'));
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(connections: Connections, memory: WindowMemory) {
    super();
    this.#connections = connections;
    this.#memory = memory;
    this.#authors = new Map(readStored(Stored, memory.get(stored)));
    this.add(connections.onDidChange((hosts) => this.#change(hosts)));
    this.add(workspace.onDidOpenTextDocument((document) => void this.#mark(document)));
    this.add(workspace.onDidChangeTextDocument(({ document }) => document.isDirty || this.#forget(document)));
    this.add(workspace.onDidSaveTextDocument((document) => this.#forget(document)));
    this.add(workspace.onDidCloseTextDocument((document) => this.#forget(document)));
    this.add(
      window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
        const uris = opened.flatMap(({ input }) => urisOf(input));
        this.#outdate(uris.filter((uri) => this.#outdated.has(uri.toString())));
        const keys = closed.flatMap(({ input }) => urisOf(input).map((uri) => uri.toString()));
        for (const key of keys) if (tabsOf(shows(key)).length === 0) this.release(key);
      }),
    );
    for (const document of workspace.textDocuments) void this.#mark(document);
  }

  /** The addresses that the editor must read again. */
  readonly onDidChange = this.#changed.event;

  /** Before the unsaved text of `uri` is saved. @throws Failure `signedOut` if another account typed it */
  async check(uri: Uri): Promise<void> {
    const author = this.#authors.get(uri.toString());
    if (author === undefined || (await this.#login(uri.authority)) === author) return;
    throw new Failure('signedOut', `${author} typed this text`, { reason: 'otherAccount', about: [author] });
  }

  /** What `work` reads. If the account of now may not read an open tab, `instead` makes the notice that it shows. */
  async read<T>(uri: Uri, work: () => Promise<T>, instead: (notice: Uint8Array, since: number) => T): Promise<T> {
    const key = uri.toString();
    const since = this.#outdated.get(key);
    // The editor keeps documents whose tab was closed, and reads them too: nobody needs them while nobody is signed in.
    const isHidden = since !== undefined && tabsOf(shows(key)).length === 0;
    if (isHidden && (await this.#login(uri.authority)) === undefined) return instead(written(notice()), since);
    try {
      const result = await work();
      if (since === this.#outdated.get(key)) this.#outdated.delete(key);
      this.#withheld.delete(key);
      return result;
    } catch (error) {
      if (since === undefined) throw error;
      // It may have been closed meanwhile.
      if (tabsOf(shows(key)).length > 0) this.withhold(key, () => closeTabs(shows(key)));
      return instead(written(notice()), since);
    }
  }

  /** The tab `key` says that it is withheld. Offers once to close all such tabs. */
  withhold(key: string, close: () => Promise<void>): void {
    this.#withheld.set(key, close);
    this.#telling ??= setTimeout(() => void this.#tell(), gather);
  }

  /** The tab `key` was closed. */
  release(key: string): void {
    this.#withheld.delete(key);
  }

  override dispose(): void {
    clearTimeout(this.#telling);
    super.dispose();
  }

  #change(hosts: AccountsChange): void {
    const isOf = ({ scheme, authority }: Uri): boolean => scheme.startsWith('sourcehost') && hosts.has(authority);
    const documents = workspace.textDocuments.filter(({ uri }) => isOf(uri));
    const unsaved = new Set(documents.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()));
    for (const { uri, isDirty } of documents) {
      const author = hosts.get(uri.authority);
      if (isDirty && author !== undefined && !this.#authors.has(uri.toString()))
        this.#authors.set(uri.toString(), author);
    }
    const tabs = tabsOf(() => true).flatMap(({ input }) => urisOf(input).filter(isOf));
    this.#outdate([...tabs, ...documents.map(({ uri }) => uri)].filter((uri) => !unsaved.has(uri.toString())));
    this.#persist();
    for (const document of documents) void this.#mark(document);
  }

  #outdate(uris: readonly Uri[]): void {
    for (const uri of uris) this.#outdated.set(uri.toString(), Date.now());
    if (uris.length > 0) this.#changed.fire(uris);
  }

  /** An unsaved text was saved, reverted or closed. What its account read is not shown in its place. */
  #forget({ uri, isClosed }: TextDocument): void {
    const key = uri.toString();
    if (isClosed) this.#outdated.delete(key);
    if (!this.#authors.delete(key)) return;
    this.#persist();
    this.#marks.delete(uri);
    if (!isClosed) this.#outdate([uri]);
  }

  /** Says in an unsaved text that another account typed it. */
  async #mark({ uri }: TextDocument): Promise<void> {
    const author = this.#authors.get(uri.toString());
    if (author === undefined) return;
    const isOwn = (await this.#login(uri.authority)) === author;
    const text = l10n.t('{0} typed this text. It can be saved only while {0} is signed in.', author);
    const mark = new Diagnostic(new Range(0, 0, 0, 0), text, DiagnosticSeverity.Warning);
    mark.source = 'Sourcehost';
    this.#marks.set(uri, isOwn ? [] : [mark]);
  }

  async #tell(): Promise<void> {
    this.#telling = undefined;
    const { size } = this.#withheld;
    if (size === 0) return;
    const text =
      size === 1
        ? l10n.t('1 open tab is empty: the account that is signed in now may not read it.')
        : l10n.t('{0} open tabs are empty: the account that is signed in now may not read them.', size);
    const close = l10n.t('Close Tabs');
    if ((await showMessage('information', text, [close])) !== close) return;
    for (const [key, closeTab] of [...this.#withheld]) {
      this.#withheld.delete(key);
      await closeTab();
    }
  }

  async #login(host: string): Promise<string | undefined> {
    return (await this.#connections.connect(host).catch(() => undefined))?.account?.login;
  }

  #persist(): void {
    void this.#memory.update(stored, Object.fromEntries(this.#authors));
  }
}

const written = (text: string): Uint8Array => new TextEncoder().encode(`${text}\n`);

const notice = (): string =>
  l10n.t('Another account opened this tab. The account that is signed in now may not read it. You can close the tab.');

/** Whether the input of a tab shows the address `key`. */
const shows =
  (key: string) =>
  (input: unknown): boolean =>
    urisOf(input).some((uri) => uri.toString() === key);
