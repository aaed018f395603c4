import assert from 'node:assert/strict';
import { IssueQuery, issueParams, RepositoryFilter } from '../../../../src/domain/issues/queries.ts';
import { readStored } from '../../../../src/core/storage.ts';
import { isMoment } from '../../../../src/domain/queries/query.ts';

describe('isMoment', () => {
  for (const good of [
    '-7d',
    '-0d',
    '2026-02-28',
    '2026-02-28T10:00Z',
    '2026-02-28T10:00:00.5+08:00',
    '2026-02-28T10:00:00+0800',
  ]) {
    it(`accepts ${good}`, () => assert.ok(isMoment(good)));
  }
  for (const bad of [
    '',
    '7d',
    '-7',
    '-99999d',
    'yesterday',
    '2026-13-01',
    '2026-02-28T10:00',
    '2026-02-28 10:00Z',
    '-7d ',
  ]) {
    it(`rejects ${bad === '' ? 'nothing' : bad}`, () => assert.ok(!isMoment(bad)));
  }
});

describe('issueParams', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');

  it('returns the parameters of the query without its grouping', () => {
    const { state, labels, milestone, assignee, creator, sort, direction, ...rest } = issueParams(
      {
        state: 'all',
        labels: ['a', 'b'],
        milestone: 'v1',
        assignee: 'bob',
        creator: 'carol',
        sort: 'created',
        direction: 'desc',
        groupBy: 'label',
      },
      'alice',
      now,
    );
    assert.deepEqual(
      { state, labels, milestone, assignee, creator, sort, direction },
      {
        state: 'all',
        labels: ['a', 'b'],
        milestone: 'v1',
        assignee: 'bob',
        creator: 'carol',
        sort: 'created',
        direction: 'desc',
      },
    );
    assert.deepEqual(rest, {});
  });

  it('replaces @me by the login, and throws signedOut without an account', () => {
    assert.equal(issueParams({ assignee: '@me' }, 'alice').assignee, 'alice');
    assert.equal(issueParams({ creator: '@me' }, 'alice').creator, 'alice');
    assert.throws(() => issueParams({ assignee: '@me' }, undefined), { kind: 'signedOut' });
    assert.equal(issueParams({ assignee: 'bob' }, undefined).assignee, 'bob');
  });

  it('omits an empty list of labels', () => {
    assert.equal(issueParams({ labels: [] }, undefined).labels, undefined);
  });

  it('converts every form of moment to an ISO time', () => {
    for (const moment of ['since', 'created_at', 'created_after', 'updated_before']) {
      const time = (value: string): unknown =>
        (issueParams({ [moment]: value }, undefined, now) as Record<string, unknown>)[moment];
      assert.equal(time('-7d'), '2026-03-03T12:00:00.000Z');
      assert.equal(time('2026-03-01'), new Date(2026, 2, 1).toISOString());
      assert.equal(time('2026-03-01T08:00:00+08:00'), '2026-03-01T08:00:00+08:00');
    }
  });
});

describe('a stored filter', () => {
  it('is ignored if it does not fit its schema', () => {
    assert.deepEqual(readStored(RepositoryFilter, { visibility: 'private', q: ' web ' }), {
      visibility: 'private',
      q: 'web',
    });
    assert.equal(readStored(RepositoryFilter, { visibility: 'hidden' }), undefined);
    assert.equal(readStored(IssueQuery, { stat: 'open' }), undefined);
    assert.equal(readStored(IssueQuery, undefined), undefined);
  });
});
