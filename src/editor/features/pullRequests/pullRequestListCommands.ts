import { l10n } from 'vscode';
import { line, oneOf, optional, range } from '../../../api/contract/field.ts';
import { findPullRequest } from '../../../domain/pullRequests/findPullRequest.ts';
import { listPullRequests, type PullRequestSources } from '../../../domain/pullRequests/pullRequestList.ts';
import { pullRequestStates } from '../../../domain/pullRequests/pullRequestQueries.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { AnyCommand } from '../../kit/command.ts';
import { askText } from '../../kit/commands/ask.ts';
import { onRepository } from '../../kit/commands/declare.ts';

type Id = `sourcehost.pullRequest.${'get' | 'list'}`;

const usualLimit = 50;
const filters = {
  state: optional(oneOf(...pullRequestStates)),
  author: optional(line),
  assignee: optional(line),
  reviewer: optional(line),
};

/** Commands that read pull requests. */
export function pullRequestListCommands(load: () => Promise<PullRequestSources>): Record<Id, AnyCommand> {
  return {
    'sourcehost.pullRequest.list': onRepository({
      fields: { ...filters, limit: optional(range(1)) },
      run: async ({ limit = usualLimit, state = 'open', ...people }, on, { signal }) => {
        const query = { state, ...people, sort: 'created', direction: 'desc' } as const;
        return await listPullRequests(await load(), on, query, limit, { signal });
      },
    }),
    'sourcehost.pullRequest.get': onRepository({
      fields: { number: recordNumber },
      ask: { number: askText(() => ({ prompt: l10n.t('Number of the pull request') })) },
      run: async ({ number }, { connection, name }, { signal }) => {
        const { features } = await load();
        return await findPullRequest(features, connection, name, String(number), { signal });
      },
    }),
  };
}
