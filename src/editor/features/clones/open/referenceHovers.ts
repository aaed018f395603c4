import { l10n, type MarkdownString, type Uri } from 'vscode';
import type { CallOptions } from '../../../../api/http/send.ts';
import type { LineReference } from '../../../../domain/clones/terminalReferences.ts';
import { fullName, type RepositoryName } from '../../../../domain/hosts/address.ts';
import { webAddress } from '../../../../domain/hosts/webAddress.ts';
import { commitMarkdown } from '../../../kit/messages/commitMarkdown.ts';
import { commandLink, markdown, markdownLink, withCommands } from '../../../kit/messages/markdown.ts';
import { fileUri, recordUri } from '../../../kit/uri.ts';
import type { CloneCommits } from './cloneCommits.ts';
import type { LocalCloneDependencies } from './dependencies.ts';

type Parts = Pick<LocalCloneDependencies, 'connections' | 'describeIssue' | 'fetchedCommit'> & {
  readonly commits: Pick<CloneCommits, 'find'>;
};

const shortSha = 10;

/**
 * Describes what the file `uri` of `repository` mentions. Only an issue takes a request, at most one. Undefined if it does
 * not exist; a commit also if the clone of a local file does not have it, or if a remote file abbreviates its sha. The
 * commands of its links get addresses, as from a menu: then they show their failures to the user.
 */
export async function describeReference(
  parts: Parts,
  { kind, name }: LineReference,
  { repository, uri }: { readonly repository: RepositoryName; readonly uri: Uri },
  options: CallOptions,
): Promise<MarkdownString[] | undefined> {
  const host = parts.connections.host(repository.host);
  if (host === undefined) return undefined;
  const onTheWeb = (...place: readonly string[]): MarkdownString =>
    markdownLink(l10n.t('Open on the Web'), webAddress(host, repository, ...place));
  switch (kind) {
    case 'issue': {
      const issue = await parts.describeIssue(repository, name, options).catch(() => undefined);
      const open = commandLink(
        'sourcehost.issue.open',
        l10n.t('Open Issue'),
        recordUri({ ...repository, kind: 'issues', id: name }),
      );
      const links = markdown`${open} · ${onTheWeb('issues', name)}`;
      return issue && [issue, withCommands([links], ['sourcehost.issue.open'])];
    }
    case 'mergeRequest':
      return [markdown`**${l10n.t('Merge Request {0}', `!${name}`)}**`, onTheWeb('merge_requests', name)];
    case 'commit': {
      const links = (sha: string): MarkdownString =>
        markdown`${historyLink(repository, sha)} · ${onTheWeb('commit', sha)}`;
      const isLocal = uri.scheme === 'file';
      // Without a clone, git cannot tell which abbreviated shas are commits. Longer shas are mostly checksums.
      if (!isLocal && name.length !== 40) return undefined;
      const commit = await (isLocal ? parts.commits.find(uri, name) : parts.fetchedCommit(repository, name));
      const at = { host: repository.host, repository: fullName(repository) };
      if (commit !== undefined) return [commitMarkdown(commit, at, links(commit.sha))];
      if (isLocal) return undefined;
      const title = markdown`**${l10n.t('Commit {0}', name.slice(0, shortSha))}**\n\n`;
      return [withCommands([title, links(name)], ['sourcehost.history.show'])];
    }
  }
}

function historyLink(repository: RepositoryName, sha: string): MarkdownString {
  const commit = fileUri({ ...repository, ref: sha, path: '' });
  return commandLink('sourcehost.history.show', l10n.t('Show in History'), commit);
}
