import { commands, l10n } from 'vscode';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { HostFeatures } from '../../../domain/hosts/hostFeatures.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { target } from '../../kit/prompts/target.ts';

/** Offers a pull request of a branch that was created for a commit, unless the host is known to have none. */
export async function offerPullRequest(
  {
    connections,
    loadHostFeatures,
  }: { readonly connections: Connections; readonly loadHostFeatures: () => Promise<HostFeatures> },
  name: RepositoryName,
  branch: string,
): Promise<void> {
  const host = connections.host(name.host);
  if (host === undefined || (await (await loadHostFeatures()).lacks(host, 'pullRequests.create'))) return;
  const create = l10n.t('Create Pull Request…');
  if ((await inform(l10n.t('Committed to the new branch “{0}”.', plainLabel(branch)), create)) !== create) return;
  const args = { host: name.host, repository: fullName(name), head: branch };
  await commands.executeCommand('sourcehost.pullRequest.create', { [target]: args });
}
