import type { MarkdownString, Uri } from 'vscode';
import type { CallOptions } from '../../../../api/http/send.ts';
import type { HistoryCommit } from '../../../../domain/git/gitHistory.ts';
import type { NumberedReference } from '../../../../domain/history/commitMessage.ts';
import type { RepositoryAt } from '../../../../domain/hosts/activeRepository.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import type { Git } from '../../../kit/git.ts';
import type { Services } from '../../../services/services.ts';

export interface LocalCloneParts extends Pick<Services, 'connections' | 'knownRepositories' | 'failures'> {
  readonly git: Git;
  readonly repositoryOf: (uri: Uri) => RepositoryAt | undefined;
  readonly active: () => RepositoryAt | undefined;
  /** Describes an issue or a pull request, with at most one request; undefined if it does not exist. */
  readonly describeReference: (
    repository: RepositoryName,
    reference: NumberedReference,
    options: CallOptions,
  ) => Promise<MarkdownString | undefined>;
  /** The commit with a full sha, if the history of the repository was fetched. Sends no request. */
  readonly fetchedCommit: (repository: RepositoryName, sha: string) => Promise<HistoryCommit | undefined>;
}
