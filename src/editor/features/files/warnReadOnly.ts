import { commands, l10n } from 'vscode';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { ReadOnlyReason } from '../../../domain/permissions/writeAccess.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { target } from '../../kit/prompts/target.ts';

/** Says that a draft cannot be committed to its branch, and offers a fork where the host can have one. */
export async function warnReadOnly(
  canFork: (name: RepositoryName) => Promise<boolean>,
  { name, ref }: RemoteRef,
  reason: ReadOnlyReason,
  message: string,
): Promise<void> {
  const toFork = l10n.t('Commit to Your Fork…');
  const actions = reason === 'notAllowed' && (await canFork(name)) ? [toFork] : [];
  if ((await showMessage('warning', message, actions)) !== toFork) return;
  const at = { host: name.host, repository: fullName(name), ...(ref === undefined ? {} : { ref }) };
  await commands.executeCommand('sourcehost.commit.create', { [target]: at });
}
