import { l10n, Uri, type MarkdownString } from 'vscode';
import type { CallOptions } from '../../api/http/send.ts';
import type { LineReference } from '../../domain/history/terminalReferences.ts';
import { formatFileAddress, fullName, type RepositoryName } from '../../domain/hosting/address.ts';
import { webAddress } from '../../domain/hosting/webAddress.ts';
import { commitMarkdown } from '../kit/messages/commitMarkdown.ts';
import { commandLink, markdown, markdownLink, withCommands } from '../kit/messages/markdown.ts';
import type { CloneCommits } from './cloneCommits.ts';
import type { LocalCloneDependencies } from './dependencies.ts';

type Parts = Pick<LocalCloneDependencies, 'connections' | 'describeIssue'> & {
  readonly commits: Pick<CloneCommits, 'find'>;
};

const shortSha = 10;

/**
 * Describes what the file `uri` of `repository` mentions. Only an issue takes a request, at most one. Undefined if it does
 * not exist; a commit also if the clone of a local file does not have it, or if a remote file abbreviates its sha.
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
      return issue && [issue, onTheWeb('issues', name)];
    }
    case 'mergeRequest':
      return [markdown`**${l10n.t('Merge Request {0}', `!${name}`)}**`, onTheWeb('merge_requests', name)];
    case 'commit': {
      const links = (sha: string): MarkdownString =>
        markdown`${historyLink(repository, sha)} · ${onTheWeb('commit', sha)}`;
      if (uri.scheme === 'file') {
        const commit = await parts.commits.find(uri, name);
        const at = { host: repository.host, repository: fullName(repository) };
        return commit && [commitMarkdown(commit, at, links(commit.sha))];
      }
      // A remote file has no clone that tells which shas are commits. Longer ones are mostly checksums.
      if (name.length !== 40) return undefined;
      const title = markdown`**${l10n.t('Commit {0}', name.slice(0, shortSha))}**\n\n`;
      return [withCommands([title, links(name)], ['sourcehost.history.show'])];
    }
  }
}

/** Its argument is the address of the commit, as of a clicked file: the command shows its failures to the user. */
function historyLink(repository: RepositoryName, sha: string): MarkdownString {
  const root = Uri.from(formatFileAddress({ ...repository, ref: sha, path: '' }));
  return commandLink('sourcehost.history.show', l10n.t('Show in History'), root);
}
