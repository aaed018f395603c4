import { commands, l10n, type Uri } from 'vscode';
import { oneLine } from '../../../core/text.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { parseWebLink, type WebLink } from '../../../domain/hosts/links.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { Failures } from '../../kit/messages/failures.ts';
import { confirm } from '../../kit/prompts/prompt.ts';
import type { RepositoryTrust } from '../../kit/repositoryTrust.ts';

const openPath = '/open';

/** Handles `…/open?url=<web address>`. Anyone can write it: only for configured hosts, and after a question. */
export async function openDeepLink(
  uri: Uri,
  connections: Connections,
  trust: RepositoryTrust,
  failures: Failures,
): Promise<void> {
  if (uri.path !== openPath) return;
  try {
    await open(uri, connections, trust);
  } catch (error) {
    failures.show(error, { task: l10n.t('The link could not be opened') });
  }
}

async function open(uri: Uri, connections: Connections, trust: RepositoryTrust): Promise<void> {
  // The editor has decoded the query once. Therefore the part after `#` may be missing.
  const [, urlInQuery = ''] = /(?:^|&)url=(.*)$/s.exec(uri.query) ?? [];
  const url = uri.fragment === '' ? urlInQuery : `${urlInQuery}#${uri.fragment}`;
  const link = parseWebLink(url, connections.hosts());
  const name = connections.host(link.host)?.name ?? link.host;
  const detail = [oneLine(url, 500), ...(link.kind === 'record' ? [] : [trustText(trust, link)])].join('\n\n');
  await confirm(l10n.t('Open {0} of {1}?', fullName(link), name), detail, l10n.t('Open'), 'action');
  await commands.executeCommand('sourcehost.link.open', { url });
}

/** Says which configuration the editor will use. Names are resolved only after the question; a sha is known before. */
function trustText(trust: RepositoryTrust, link: Exclude<WebLink, { kind: 'record' }>): string {
  const restricted = l10n.t('It opens in Restricted Mode: its configuration is not applied.');
  const { host, owner, repo } = link;
  const name = { host, owner, repo };
  const [first = ''] = link.kind === 'repository' ? [] : link.rest;
  if (isSha(first)) {
    if (trust.trusts({ ...name, ref: first })) return l10n.t('You trust this commit: its configuration is applied.');
    return `${l10n.t('No branch or tag is known to have this commit.')} ${restricted}`;
  }
  return trust.trustsBranches(name)
    ? l10n.t('You trust the branches and tags of this repository: their configuration is applied.')
    : restricted;
}
