import assert from 'node:assert/strict';
import { pullRequestParams } from '../../../../src/domain/pullRequests/pullRequestQueries.ts';

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
