import assert from 'node:assert/strict';
import { pullRequestParams, PullRequestQuery } from '../../../../src/domain/pullRequests/pullRequestQueries.ts';
import { readQueries } from '../../../../src/domain/queries/query.ts';

describe('PullRequestQuery', () => {
  it('reads queries with the field names of the API, and drops those that it does not know', () => {
    const wanted = {
      name: 'Late',
      state: 'merged',
      author: 'bob',
      assignee: '@me',
      reviewer: 'carol',
      labels: ['bug'],
      base: 'main',
      milestone_number: 3,
      sort: 'updated',
      direction: 'asc',
      merged_after: '-7d',
      created_before: '2026-01-01',
    };
    const { queries, problems } = readQueries(PullRequestQuery, [
      wanted,
      { name: 'Odd', state: 'odd' },
      { name: 'Milestone', milestone_number: 'one' },
      { name: 'Unknown', creator: 'bob' },
      { state: 'open' },
      { name: 'Late' },
    ]);
    assert.deepEqual(queries, [wanted]);
    assert.deepEqual(
      problems.map((text) => /^\[\d\]\.\w*/.exec(text)?.[0]),
      ['[1].state', '[2].milestone_number', '[3].creator', '[4].name', '[5].name'],
    );
  });
});

describe('pullRequestParams', () => {
  it('replaces @me everywhere, and days', () => {
    const now = Date.parse('2026-02-10T12:00:00Z');
    const query = {
      state: 'open',
      author: '@me',
      reviewer: '@me',
      assignee: 'bob',
      labels: [],
      merged_after: '-7d',
    } as const;
    assert.deepEqual(pullRequestParams({ ...query, labels: [] }, 'alice', now), {
      state: 'open',
      base: undefined,
      milestone_number: undefined,
      author: 'alice',
      reviewer: 'alice',
      assignee: 'bob',
      labels: undefined,
      sort: undefined,
      direction: undefined,
      merged_after: '2026-02-03T12:00:00.000Z',
    });
  });

  it('rejects @me without an account', () => {
    assert.throws(() => pullRequestParams({ reviewer: '@me' }, undefined), { kind: 'signedOut' });
  });
});
