import assert from 'node:assert/strict';
import fc from 'fast-check';
import { IssueQuery, issueMoments, issueParams, RepositoryFilter } from '../../../../src/domain/issues/queries.ts';
import { readStored } from '../../../../src/core/storage.ts';
import { isMoment, readQueries } from '../../../../src/domain/queries/query.ts';

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

describe('readIssueQueries', () => {
  it('reads queries with the field names of the API', () => {
    const wanted = {
      name: 'Late bugs',
      state: 'open',
      labels: ['bug', 'late'],
      milestone: 'none',
      assignee: '@me',
      creator: 'bob',
      sort: 'updated',
      direction: 'asc',
      since: '-7d',
      created_at: '2026-01-01',
      created_after: '2026-01-01',
      created_before: '2026-02-01T00:00:00Z',
      updated_after: '-1d',
      updated_before: '-0d',
      groupBy: 'label',
    };
    assert.deepEqual(readQueries(IssueQuery, [wanted]), { queries: [wanted], problems: [] });
  });

  it('drops invalid queries, reports the place and problem of each, and keeps the valid ones', () => {
    const { queries, problems } = readQueries(IssueQuery, [
      { name: 'good' },
      { name: 'good', state: 'closed' },
      { state: 'open' },
      { name: 'typo', asignee: 'bob' },
      { name: 'bad', state: 'gone' },
      { name: 'when', since: 'yesterday' },
      'text',
      null,
    ]);
    assert.deepEqual(queries, [{ name: 'good' }]);
    assert.equal(problems.length, 7);
    assert.match(
      problems.join('\n'),
      /^\[1\]\.name: is there twice\n\[2\]\.name: is missing\n\[3\]\.asignee: .+\n\[4\]\.state: .+\n\[5\]\.since: must be a time, a day or as -7d\n\[6\].+\n\[7\]/,
    );
  });

  it('returns no queries if the setting is no list', () => {
    for (const setting of [undefined, null, 'x', {}, 3])
      assert.deepEqual(readQueries(IssueQuery, setting), { queries: [], problems: [] });
  });

  it('never throws, for any value of the setting', () => {
    fc.assert(fc.property(fc.anything(), (setting) => void readQueries(IssueQuery, setting)));
    fc.assert(
      fc.property(fc.array(fc.anything()), (setting) => {
        const { queries, problems } = readQueries(IssueQuery, setting);
        assert.equal(queries.length + problems.length, setting.length);
      }),
    );
  });
});

describe('issueParams', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');

  it('returns the parameters of the query without its name and grouping', () => {
    const { state, labels, milestone, assignee, creator, sort, direction, ...rest } = issueParams(
      {
        name: 'x',
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
    for (const moment of issueMoments) {
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
