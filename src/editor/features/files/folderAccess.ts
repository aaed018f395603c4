import { commands, l10n, Uri, workspace } from 'vscode';
import { endsAccess, messageOf, toFailure, unlessFailed, type Failure } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { fullName, parseFileAddress } from '../../../domain/hosts/address.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import { readRepository } from '../../../domain/hosts/repositoryRecord.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { explain } from '../../kit/messages/explain.ts';
import { notOpened } from '../../kit/messages/tasks.ts';
import { fixed, rootNode, type Node } from '../../kit/tree/node.ts';
import { View } from '../../kit/tree/view.ts';

/** The account that this window uses at a host with several ones. */
export interface AccountChoice {
  /** The login that read the folder of this window last; it may be signed out. */
  readonly of: (host: string) => string | undefined;
  readonly choose: (host: string, login: string) => Promise<void>;
}

/** The folders of this window that cannot be read. A view in the Explorer says why, with a row that helps. */
export class FolderAccess extends Lifetime {
  readonly #connections: Connections;
  readonly #choice: AccountChoice;
  readonly #log: Log;
  readonly #failures = new Map<string, Failure>();
  /** Folders with the accounts that were tried for them. */
  readonly #tried = new Set<string>();
  #isOpened = false;
  readonly #hasFailures = new ContextKey<boolean>('sourcehost.hasUnreadableFolder');
  readonly #view = this.add(new View('sourcehost.folderAccess', rootNode('', undefined)));

  constructor(connections: Connections, choice: AccountChoice, log: Log) {
    super();
    this.#connections = connections;
    this.#choice = choice;
    this.#log = log;
    this.add(
      workspace.onDidChangeWorkspaceFolders(({ removed }) => {
        for (const { uri } of removed) this.#failures.delete(uri.toString());
        this.#quietly(this.#show());
      }),
    );
  }

  isUnreadable(uri: Uri): boolean {
    return this.#failures.has(uri.toString());
  }

  /** Notes whether `work`, which reads `uri`, succeeds. */
  async noted<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
    if (!isFolder(uri)) return await work();
    try {
      const result = await work();
      if (this.#failures.delete(uri.toString())) this.#quietly(this.#show());
      this.#quietly(this.#keepAccount(uri.authority));
      return result;
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind !== 'cancelled') {
        this.#failures.set(uri.toString(), failure);
        this.#quietly(this.#show());
      }
      if (endsAccess(failure)) this.#quietly(this.#tryAccounts(uri));
      throw error;
    }
  }

  #quietly(work: Promise<void>): void {
    work.catch((error: unknown) => this.#log.info(messageOf(error)));
  }

  async #keepAccount(host: string): Promise<void> {
    const { account } = await this.#connections.connect(host);
    if (account !== undefined && account.login !== this.#choice.of(host))
      await this.#choice.choose(host, account.login);
  }

  /** Another account of the host that may read the repository becomes the one of this window. */
  async #tryAccounts(uri: Uri): Promise<void> {
    const host = uri.authority;
    const accounts = await this.#connections.accounts(host);
    const key = [uri.toString(), ...accounts.map(({ id }) => id)].join(' ');
    if (accounts.length < 2 || this.#tried.has(key)) return;
    this.#tried.add(key);
    const now = (await this.#connections.connect(host)).account?.login;
    const logins = accounts.map(({ login }) => login).sort((one, two) => Number(two === now) - Number(one === now));
    for (const login of logins) {
      const { api } = await this.#connections.connect(host, login);
      const record = await unlessFailed(
        readRepository(api, parseFileAddress(uri)),
        'missing',
        'forbidden',
        'signedOut',
      );
      if (record === undefined) continue;
      if (login !== now) await this.#choice.choose(host, login);
      return;
    }
  }

  async #show(): Promise<void> {
    const folders = [...this.#failures].map(([key, failure]) => ({ uri: Uri.parse(key, true), failure }));
    this.#view.message = folders.map(({ uri, failure }) => explain(failure, notOpened(nameOf(uri)))).join('\n');
    this.#view.show(
      rootNode(
        '',
        fixed(() => Promise.all(folders.map((folder) => this.#row(folder)))),
      ),
    );
    const isFirst = !this.#isOpened && folders.length > 0;
    this.#isOpened ||= isFirst;
    await this.#hasFailures.set(folders.length > 0);
    // The editor folds every new view of the Explorer.
    if (isFirst) await commands.executeCommand('sourcehost.folderAccess.open', { preserveFocus: true });
  }

  async #row({ uri, failure }: { readonly uri: Uri; readonly failure: Failure }): Promise<Node> {
    const host = uri.authority;
    const [label, icon, command] = endsAccess(failure)
      ? [await this.#signInLabel(host), 'account', 'sourcehost.account.signIn']
      : [l10n.t('Try Again'), 'refresh', 'sourcehost.view.refresh'];
    return {
      id: uri.toString(),
      row: { label, description: nameOf(uri), icon, context: 'unreadableFolder', open: { command, title: label } },
      target: { host },
    };
  }

  async #signInLabel(host: string): Promise<string> {
    const login = this.#choice.of(host);
    const accounts = await this.#connections.accounts(host);
    if (login !== undefined && accounts.every((account) => account.login !== login))
      return l10n.t('Sign in as {0}…', login);
    return accounts.length > 0
      ? l10n.t('Sign in with another account…')
      : l10n.t('Sign in to {0}…', this.#connections.host(host)?.name ?? host);
  }
}

const isFolder = (uri: Uri): boolean =>
  (workspace.workspaceFolders ?? []).some((folder) => folder.uri.toString() === uri.toString());

const nameOf = (uri: Uri): string => fullName(parseFileAddress(uri));
