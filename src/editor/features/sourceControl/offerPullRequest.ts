import { commands, l10n } from 'vscode';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { HostFeatures } from '../../../domain/hosts/hostFeatures.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { fileUri } from '../../kit/uri.ts';
import { target } from '../../kit/prompts/target.ts';

/** Offers a pull request of a branch, of `name` or its `fork`, that was created for a commit, unless the host is known to have none. */
export async function offerPullRequest(
  {
    connections,
    loadHostFeatures,
  }: { readonly connections: Connections; readonly loadHostFeatures: () => Promise<HostFeatures> },
  name: RepositoryName,
  branch: string,
  fork?: RepositoryName,
): Promise<void> {
  const host = connections.host(name.host);
  if (host === undefined || (await (await loadHostFeatures()).lacks(host, 'pullRequests.create'))) return;
  const create = l10n.t('Create Pull Request…');
  const message =
    fork === undefined
      ? l10n.t('Committed to the new branch “{0}”.', plainLabel(branch))
      : l10n.t('Committed to the new branch “{0}” of {1}.', plainLabel(branch), fullName(fork));
  const open = l10n.t('Open Branch');
  const chosen = await inform(message, create, ...(fork === undefined ? [] : [open]));
  if (chosen === open && fork !== undefined)
    await commands.executeCommand('vscode.openFolder', fileUri({ ...fork, ref: branch, path: '' }), {
      forceNewWindow: true,
    });
  if (chosen !== create) return;
  const head = fork === undefined ? branch : `${fullName(fork)}:${branch}`;
  const args = { host: name.host, repository: fullName(name), head };
  await commands.executeCommand('sourcehost.pullRequest.create', { [target]: args });
}
