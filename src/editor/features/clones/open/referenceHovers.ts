import { l10n, type MarkdownString, type Uri } from 'vscode';
import type { CallOptions } from '../../../../api/http/send.ts';
import type { LineReference } from '../../../../domain/clones/terminalReferences.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import { referencePage, webAddress } from '../../../../domain/hosts/webAddress.ts';
import { commitMarkdown } from '../../../kit/messages/commitMarkdown.ts';
import {
  commandLink,
  markdown,
  markdownLink,
  referenceCommands,
  referenceLink,
  referenceTitle,
  withCommands,
} from '../../../kit/messages/markdown.ts';
import { fileUri } from '../../../kit/uri.ts';
import type { CloneCommits } from './cloneCommits.ts';
import type { LocalCloneParts } from './localCloneParts.ts';
import { shortSha } from '../../../../domain/objects/gitSha.ts';

type Parts = Pick<LocalCloneParts, 'connections' | 'describeReference' | 'fetchedCommit'> & {
  readonly commits: Pick<CloneCommits, 'find'>;
};

/**
 * Describes what the file `uri` of `repository` mentions. An issue or a pull request takes at most one request. Undefined if it does
 * not exist; a commit also if the clone of a local file does not have it, or if a remote file abbreviates its sha. The
 * commands of its links get addresses, as from a menu: then they show their failures to the user.
 */
export async function describeLineReference(
  parts: Parts,
  { kind, name }: LineReference,
  { repository, uri }: { readonly repository: RepositoryName; readonly uri: Uri },
  options: CallOptions,
): Promise<MarkdownString[] | undefined> {
  const host = parts.connections.host(repository.host);
  if (host === undefined) return undefined;
  const onTheWeb = (page: string): MarkdownString => markdownLink(l10n.t('Open on the Web'), page);
  switch (kind) {
    case 'issue':
    case 'pullRequest': {
      const reference = { kind, number: name };
      const described = await parts.describeReference(repository, reference, options).catch(() => undefined);
      const open = referenceLink(referenceTitle(kind), repository, reference);
      const links = markdown`${open} · ${onTheWeb(referencePage(host, repository, reference))}`;
      return described && [described, withCommands([links], [referenceCommands[kind]])];
    }
    case 'commit': {
      const links = (sha: string): MarkdownString =>
        markdown`${historyLink(repository, sha)} · ${onTheWeb(webAddress(host, repository, 'commit', sha))}`;
      const isLocal = uri.scheme === 'file';
      // Without a clone, git cannot tell which abbreviated shas are commits. Longer shas are mostly checksums.
      if (!isLocal && name.length !== 40) return undefined;
      const commit = await (isLocal ? parts.commits.find(uri, name) : parts.fetchedCommit(repository, name));
      if (commit !== undefined) return [commitMarkdown(commit, repository, links(commit.sha))];
      if (isLocal) return undefined;
      const title = markdown`**${l10n.t('Commit {0}', shortSha(name))}**\n\n`;
      return [withCommands([title, links(name)], ['sourcehost.history.show'])];
    }
  }
}

function historyLink(repository: RepositoryName, sha: string): MarkdownString {
  const commit = fileUri({ ...repository, ref: sha, path: '' });
  return commandLink('sourcehost.history.show', l10n.t('Show in History'), commit);
}
