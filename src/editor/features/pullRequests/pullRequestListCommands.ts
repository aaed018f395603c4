import { line, oneOf, optional, range } from '../../../api/contract/field.ts';
import { readPullRequests, type PullRequestSources } from '../../../domain/pullRequests/pullRequestList.ts';
import { pullRequestStates } from '../../../domain/pullRequests/pullRequestQueries.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { recordPage } from '../../../domain/pages/target.ts';
import { shownRecord } from '../../documents/commands/recordTools.ts';
import { recordId, recordNumber } from '../../kit/arguments.ts';
import { needsOperation, onRepository, repositoryAt } from '../../kit/commands/declare.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import type { Pages } from '../../pages/register.ts';
import { askShownPullRequest } from './askPullRequest.ts';

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
  { show }: Pages['pages'],
) {
  const hasShown = new ContextKey<boolean>('sourcehost.hasShownPullRequest');
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
      run: async ({ number }, on, { signal }) => await (await load()).get(on, String(number), { signal }),
    }),
    'sourcehost.pullRequest.show': onRepository({
      does: 'Shows a pull request as a page. `comment` is the id of the comment at which the page begins. Where the API of the host does not offer pull requests, it shows their changes by git.',
      result: 'the pull request',
      fields: { number: recordNumber, comment: optional(recordId) },
      repository: repositoryAt(() => shownRecord('pullRequests')),
      ask: { number: askShownPullRequest(load) },
      run: async ({ number, comment }, { connection, name }, invocation) => {
        const page = recordPage(connection, name, 'pullRequest', String(number));
        const record = await show(page, invocation, { comment: comment?.toString() });
        void hasShown.set(true);
        return record;
      },
    }),
  };
}
