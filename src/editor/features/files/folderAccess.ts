import { commands, l10n, Uri } from 'vscode';
import { endsAccess, unlessFailed, type Failure } from '../../../core/errors.ts';
import { fullName, parseFileAddress } from '../../../domain/hosts/address.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import { readRepository } from '../../../domain/hosts/repositoryRecord.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { explain, notOpened } from '../../kit/messages/explain.ts';
import { fixed, rootNode, type Node } from '../../kit/tree/node.ts';
import { View } from '../../kit/tree/view.ts';
import type { AccountChoice } from './unreadableFolders.ts';

/** A view in the Explorer that says why folders of this window cannot be read, with a row for each that helps. */
export class FolderAccess extends Lifetime {
  readonly #connections: Connections;
  readonly #choice: AccountChoice;
  /** Folders with the accounts that were tried for them. */
  readonly #tried = new Set<string>();
  #isOpened = false;
  readonly #hasFailures = new ContextKey<boolean>('sourcehost.hasUnreadableFolder');
  readonly #view = this.add(new View('sourcehost.folderAccess', rootNode('', undefined)));

  constructor(connections: Connections, choice: AccountChoice) {
    super();
    this.#connections = connections;
    this.#choice = choice;
  }

  /** `failures`: by the address of the folder. */
  async show(failures: ReadonlyMap<string, Failure>): Promise<void> {
    const folders = [...failures].map(([key, failure]) => ({ uri: Uri.parse(key, true), failure }));
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
    for (const { uri, failure } of folders) if (endsAccess(failure)) await this.#tryAccounts(uri);
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

const nameOf = (uri: Uri): string => fullName(parseFileAddress(uri));
