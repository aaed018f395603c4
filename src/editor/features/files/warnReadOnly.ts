import { commands, l10n } from 'vscode';
import { fullName } from '../../../domain/hosts/address.ts';
import type { ReadOnlyReason } from '../../../domain/permissions/writeAccess.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { target } from '../../kit/prompts/target.ts';
import type { Services } from '../../services/services.ts';

/** Says that a draft cannot be committed to its branch, and offers a fork where the host can have one. */
export async function warnReadOnly(
  { connections, loadForks }: Pick<Services, 'connections' | 'loadForks'>,
  { name, ref }: RemoteRef,
  reason: ReadOnlyReason,
  message: string,
): Promise<void> {
  const toFork = l10n.t('Commit to Your Fork…');
  const canFork =
    reason === 'notAllowed' && (await (await loadForks()).canCreate(await connections.connect(name.host)));
  if ((await showMessage('warning', message, canFork ? [toFork] : [])) !== toFork) return;
  const at = { host: name.host, repository: fullName(name), ...(ref === undefined ? {} : { ref }) };
  await commands.executeCommand('sourcehost.commit.create', { [target]: at });
}
