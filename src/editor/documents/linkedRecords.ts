import { commands, l10n } from 'vscode';
import { oneLine } from '../../core/text.ts';
import { fullName, type RecordAddress } from '../../domain/hosts/address.ts';
import { issuesOfPullRequest, pullRequestsOfIssue } from '../../domain/pullRequests/findPullRequest.ts';
import type { Services } from '../services/services.ts';
import { inform, Prompt } from '../kit/prompts/prompt.ts';
import { target } from '../kit/prompts/target.ts';
import { nameOf } from './documents/messages.ts';

/**
 * Asks for one of the linked pull requests or issues and shows it. One request. Resolves with their number.
 * @throws Failure `unsupported` if the host does not tell them
 */
export async function showLinked(
  { connections, loadHostFeatures }: Pick<Services, 'connections' | 'loadHostFeatures'>,
  address: RecordAddress & { readonly id: string },
): Promise<number> {
  const { host, owner, repo, id } = address;
  const isIssue = address.kind === 'issues';
  const read = isIssue ? pullRequestsOfIssue : issuesOfPullRequest;
  const [features, connection] = await Promise.all([loadHostFeatures(), connections.connect(host)]);
  const linked = await read(features, connection, { host, owner, repo }, id, {});
  if (linked.length === 0) {
    const none = isIssue
      ? l10n.t('No pull request is linked with {0}.', nameOf(address))
      : l10n.t('No issue is linked with {0}.', nameOf(address));
    void inform(none);
    return 0;
  }
  const sign = isIssue ? '!' : '#';
  const prompt = new Prompt({ title: isIssue ? l10n.t('Linked Pull Requests') : l10n.t('Linked Issues') });
  const chosen = await prompt.pick({
    placeholder: isIssue ? l10n.t('Which pull request?') : l10n.t('Which issue?'),
    items: linked.map(({ number, title = '', state = '' }) => ({
      label: `${sign}${number} ${oneLine(title, 120)}`,
      description: state,
      value: number,
    })),
  });
  const command = isIssue ? 'sourcehost.pullRequest.show' : 'sourcehost.issue.show';
  const args = { host, repository: fullName({ owner, repo }), number: chosen };
  await commands.executeCommand(command, { [target]: args });
  return linked.length;
}
