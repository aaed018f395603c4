import { l10n } from 'vscode';
import { name as text, optional } from '../../../api/contract/field.ts';
import {
  readPullRequestComparison,
  type PullRequestComparisonParts,
} from '../../../domain/pullRequests/pullRequestComparison.ts';
import { pullRequestTitle } from '../../../domain/pullRequests/pullRequestHead.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import type { KnownRepositories } from '../../../domain/hosts/knownRepositories.ts';
import { comparedFiles, type ComparedRefs, type RefComparison } from '../../../domain/repositories/refComparison.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { AnyCommand } from '../../kit/command.ts';
import { onRepository } from '../../kit/commands/declare.ts';
import type { RepositoryPlace } from '../../kit/rows/place.ts';
import type { RepositoryList } from '../../kit/rows/repositoryList.ts';
import { askPullRequest } from './askPullRequest.ts';

type Id = 'sourcehost.pullRequest.compare';

/** What shows a comparison: the view History. */
export interface ComparisonView {
  showComparison(parts: {
    readonly place: RepositoryPlace;
    readonly refs: ComparedRefs;
    readonly result: RefComparison;
    readonly compareAgain: (signal: AbortSignal) => Promise<RefComparison>;
  }): Promise<void>;
}

export interface PullRequestOpenParts {
  readonly load: () => Promise<PullRequestComparisonParts>;
  readonly loadPullRequests: () => Promise<PullRequests>;
  readonly knownRepositories: KnownRepositories;
  readonly pinned: RepositoryList;
  readonly loadHistory: () => Promise<ComparisonView>;
}

/** Shows what a pull request changes, opens its head, and checks it out in a clone. */
export function pullRequestOpenCommands({
  load,
  loadPullRequests,
  knownRepositories,
  pinned,
  loadHistory,
}: PullRequestOpenParts): Record<Id, AnyCommand> {
  return {
    'sourcehost.pullRequest.compare': onRepository({
      fields: { number: recordNumber, base: optional(text) },
      ask: { number: askPullRequest(loadPullRequests, 'all') },
      run: async ({ number: given, base }, { connection, name }, invocation) => {
        const parts = await load();
        const number = String(given);
        const title = l10n.t('Comparing {0} with its base', pullRequestTitle(number));
        const read = (signal: AbortSignal): Promise<RefComparison> =>
          readPullRequestComparison(parts, connection, name, { number, base }, { signal });
        const result = await invocation.withProgress(title, read);
        const view = await loadHistory();
        await view.showComparison({
          place: { connection, knownRepositories, pinned, name },
          refs: { base: result.base.name, head: result.head.name },
          result,
          compareAgain: read,
        });
        return comparedFiles(result.differences);
      },
    }),
  };
}
