import { l10n, window, workspace } from 'vscode';
import { fullName } from '../../../domain/hosts/address.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { markdown } from '../../kit/messages/markdown.ts';
import { createStatusItem, setStatusTexts } from '../../kit/messages/show.ts';
import { target } from '../../kit/prompts/target.ts';
import { shownAddress } from './inUse.ts';
import type { Restriction } from './restriction.ts';

export class RestrictedStatus extends Lifetime {
  readonly #restriction: Restriction;
  readonly #item = this.add(createStatusItem('sourcehost.restricted', 99.8));

  constructor(restriction: Restriction) {
    super();
    this.#restriction = restriction;
    this.#item.name = l10n.t('Repository trust');
    const show = (): void => this.#show();
    this.add(window.onDidChangeActiveTextEditor(show));
    this.add(workspace.onDidChangeWorkspaceFolders(show));
    this.add(restriction.onDidChange(show));
    show();
  }

  #show(): void {
    const address = shownAddress();
    if (address === undefined || !this.#restriction.isRestricted(address)) {
      this.#item.hide();
      return;
    }
    const repository = fullName(address);
    const text = l10n.t('Restricted: the configuration of {0} is not used', repository);
    setStatusTexts(this.#item, {
      text: `$(shield) ${l10n.t('Restricted Mode')}`,
      tooltip: markdown`${text}\n\n${l10n.t('Click to trust its authors or to view its configuration files.')}`,
      spoken: text,
    });
    this.#item.command = {
      title: l10n.t('Manage Repository Trust'),
      command: 'sourcehost.repository.trust',
      arguments: [{ [target]: { host: address.host, repository } }],
    };
    this.#item.show();
  }
}
