import type { MarkdownString, Uri } from 'vscode';
import type { CallOptions } from '../../api/http/send.ts';
import type { RepositoryAt } from '../../domain/hosting/activeRepository.ts';
import type { RepositoryName } from '../../domain/hosting/address.ts';
import type { Connections } from '../../domain/hosting/connections.ts';
import type { KnownRepositories } from '../../domain/hosting/knownRepositories.ts';
import type { Git } from '../kit/git.ts';
import type { Failures } from '../kit/messages/failures.ts';

export interface LocalCloneDependencies {
  readonly git: Git;
  readonly connections: Connections;
  readonly known: KnownRepositories;
  /** The repository on its host of a file or folder; undefined if there is none. */
  readonly repositoryOf: (uri: Uri) => RepositoryAt | undefined;
  readonly active: () => RepositoryAt | undefined;
  /** Describes an issue, with at most one request; undefined if it does not exist. */
  readonly describeIssue: (
    repository: RepositoryName,
    number: string,
    options: CallOptions,
  ) => Promise<MarkdownString | undefined>;
  /** Loads the function that tells why a name cannot be the name of a branch; undefined if it can. */
  readonly loadBranchNameWrong: () => Promise<(name: string) => string | undefined>;
  readonly failures: Failures;
}
