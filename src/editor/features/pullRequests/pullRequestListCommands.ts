import { line, oneOf, optional, range } from '../../../api/contract/field.ts';
import { readPullRequests, type PullRequestSources } from '../../../domain/pullRequests/pullRequestList.ts';
import { pullRequestStates } from '../../../domain/pullRequests/pullRequestQueries.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { recordNumber } from '../../kit/arguments.ts';
import { needsOperation, onRepository } from '../../kit/commands/declare.ts';
import { openPullRequest, type LoadRecordTools } from '../../documents/commands/recordTools.ts';
import { askPullRequest } from './askPullRequest.ts';

const usualLimit = 50;
const filters = {
  state: optional(oneOf(...pullRequestStates)),
  author: optional(line),
  assignee: optional(line),
  reviewer: optional(line),
};

export function pullRequestListCommands(
  load: () => Promise<PullRequests>,
  loadSources: () => Promise<PullRequestSources>,
  loadRecords: LoadRecordTools,
) {
  return {
    'sourcehost.pullRequest.list': onRepository({
      does: 'Lists pull requests. `limit` is the largest number of them; without it, 50. `author`, `assignee` and `reviewer` can be `@me`.',
      result:
        'an array of pull requests, newest first; where the host does not list them, `[{ number, sha }]` by git, highest number first',
      fields: { ...filters, limit: optional(range(1)) },
      run: async ({ limit = usualLimit, state = 'open', ...people }, on, { signal }) => {
        const query = { state, ...people, sort: 'created', direction: 'desc' } as const;
        return await readPullRequests(await loadSources(), on, query, limit, { signal });
      },
    }),
    'sourcehost.pullRequest.get': onRepository({
      does: `Reads a pull request. ${needsOperation}`,
      result: 'the pull request',
      fields: { number: recordNumber },
      ask: { number: askPullRequest(load, 'all') },
      run: async ({ number }, on, { origin, signal }) =>
        origin === 'code'
          ? await (await load()).get(on, String(number), { signal })
          : await openPullRequest(await loadRecords(), on.name, String(number), false),
    }),
  };
}
