import { commands, l10n } from 'vscode';
import { fullName } from '../../../domain/hosts/address.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { target } from '../../kit/prompts/target.ts';

/** Says that a draft cannot be committed to its branch, and offers a fork if one can take it. */
export async function warnReadOnly({ name, ref }: RemoteRef, message: string, takesFork: boolean): Promise<void> {
  const toFork = l10n.t('Commit to Your Fork…');
  if ((await showMessage('warning', message, takesFork ? [toFork] : [])) !== toFork) return;
  const at = { host: name.host, repository: fullName(name), ...(ref === undefined ? {} : { ref }) };
  await commands.executeCommand('sourcehost.commit.create', { [target]: at });
}
