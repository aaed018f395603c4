import { l10n, window, workspace } from 'vscode';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import { markdown } from '../../kit/messages/markdown.ts';
import { createStatusItem, setStatusTexts } from '../../kit/messages/show.ts';
import { target } from '../../kit/prompts/target.ts';
import { shownAddress } from './inUse.ts';
import type { Restriction } from './restriction.ts';

/** Says in the status bar that the configuration of the shown repository is not used. */
export function showRestriction(restriction: Restriction, lifetime: Lifetime): void {
  const item = lifetime.add(createStatusItem('sourcehost.restricted', 99.8));
  item.name = l10n.t('Repository trust');
  const show = (): void => {
    const address = shownAddress();
    if (address === undefined || !restriction.isRestricted(address)) {
      item.hide();
      return;
    }
    const repository = fullName(address);
    const text = l10n.t('Restricted: the configuration of {0} is not used', repository);
    setStatusTexts(item, {
      text: `$(shield) ${l10n.t('Restricted Mode')}`,
      tooltip: markdown`${text}\n\n${l10n.t('Click to trust its authors or to view its configuration files.')}`,
      spoken: text,
    });
    item.command = {
      title: l10n.t('Manage Repository Trust'),
      command: 'sourcehost.repository.trust',
      arguments: [{ [target]: { host: address.host, repository } }],
    };
    item.show();
  };
  lifetime.add(window.onDidChangeActiveTextEditor(show));
  lifetime.add(workspace.onDidChangeWorkspaceFolders(show));
  lifetime.add(restriction.onDidChange(show));
  show();
}
