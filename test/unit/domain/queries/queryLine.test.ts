import assert from 'node:assert/strict';
import fc from 'fast-check';
import { issueLine, repositoryLine } from '../../../../src/domain/issues/queries.ts';
import { pullRequestLine } from '../../../../src/domain/pullRequests/pullRequestQueries.ts';
import { completeQuery, parseQuery, queryText, readQueries } from '../../../../src/domain/queries/queryLine.ts';

describe('The line of a filter', () => {
  it('has keys with values, several labels, and values with spaces in quotation marks', () => {
    const text =
      'state:all assignee:@me author:bob label:bug label:"good first issue" sort:updated since:-7d group:label';
    const query = {
      state: 'all',
      labels: ['bug', 'good first issue'],
      assignee: '@me',
      creator: 'bob',
      sort: 'updated',
      groupBy: 'label',
      since: '-7d',
    };
    assert.deepEqual(parseQuery(issueLine, text), { query });
    assert.equal(queryText(issueLine, parseQueryOf(text)), text);
  });

  it('takes the number of a milestone where the API has numbers, and the colon of a Chinese keyboard', () => {
    assert.deepEqual(parseQuery(pullRequestLine, 'milestone:3 base：main'), {
      query: { milestone_number: 3, base: 'main' },
    });
    assert.deepEqual(parseQuery(issueLine, 'milestone:3'), { query: { milestone: '3' } });
  });

  it('takes words as keywords where the list can be searched', () => {
    const query = { q: 'web site', visibility: 'private' };
    assert.deepEqual(parseQuery(repositoryLine, 'web site visibility:private'), { query });
    assert.equal(queryText(repositoryLine, { q: 'web site' }), 'q:"web site"');
  });

  for (const [text, wrong] of [
    ['state:odd', 'state:odd'],
    ['label:bug asignee:bob', 'asignee:bob'],
    ['bug', 'bug'],
    ['since:yesterday', 'since:yesterday'],
    ['label:', 'label:'],
    ['__proto__:x', '__proto__:x'],
  ] as const)
    it(`names what is not understood: ${text}`, () => assert.deepEqual(parseQuery(issueLine, text), { wrong }));

  it('gives the same query again when its text is read, for any values', () => {
    const value = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.isWellFormed());
    const names = fc.record({ labels: fc.array(value, { minLength: 1 }), milestone: value }, { requiredKeys: [] });
    fc.assert(
      fc.property(names, (query) => {
        const trimmed = query.milestone?.trim();
        if (trimmed === '') return;
        const expected = { ...query, ...(trimmed === undefined ? {} : { milestone: trimmed }) };
        assert.deepEqual(parseQuery(issueLine, queryText(issueLine, query)), { query: expected });
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parseQuery(issueLine, text)));
  });
});

const parseQueryOf = (text: string) => {
  const read = parseQuery(issueLine, text);
  return 'query' in read ? read.query : assert.fail(read.wrong);
};

describe('The completion of a line', () => {
  const labels = (text: string, names: readonly string[] = []): string[] =>
    completeQuery(
      issueLine,
      text,
      names.map((name) => ({ name })),
    ).map(({ label }) => label);

  it('offers the keys that begin so, also after a complete value', () => {
    assert.deepEqual(labels('label:"a b" cr'), ['created_after:', 'created_before:', 'created_at:']);
    assert.ok(labels('').includes('assignee:'));
  });

  it('offers the values of a key, and names that contain what is typed', () => {
    assert.deepEqual(labels('state:'), ['state:open', 'state:closed', 'state:all']);
    assert.deepEqual(labels('assignee:', ['bob']), ['assignee:@me', 'assignee:bob']);
    assert.deepEqual(labels('label:"FIRST i', ['bug', 'good first issue']), ['label:"good first issue"']);
  });

  it('keeps the text before the completed word', () => {
    assert.deepEqual(
      completeQuery(issueLine, 'state:all sort:up').map(({ text }) => text),
      ['state:all sort:updated '],
    );
  });
});

describe('Saved queries', () => {
  it('are a name and a line; those with the fields of the API, as former versions stored them, are read too', () => {
    const { queries, problems } = readQueries(issueLine, [
      { name: 'Bugs', query: 'label:bug assignee:@me' },
      { name: 'Late', state: 'open', labels: ['late'], creator: 'bob', groupBy: 'label' },
    ]);
    assert.deepEqual(queries, [
      { name: 'Bugs', query: { labels: ['bug'], assignee: '@me' } },
      { name: 'Late', query: { state: 'open', labels: ['late'], creator: 'bob', groupBy: 'label' } },
    ]);
    assert.deepEqual(problems, []);
  });

  it('drop invalid ones, with the place and problem of each, and keep the valid ones', () => {
    const { queries, problems } = readQueries(issueLine, [
      { name: 'good' },
      { name: 'good', state: 'closed' },
      { state: 'open' },
      { name: 'typo', query: 'asignee:bob' },
      { name: 'bad', state: 'gone' },
      { name: 'when', query: 'since:yesterday' },
      'text',
      null,
    ]);
    assert.deepEqual(queries, [{ name: 'good', query: {} }]);
    assert.deepEqual(
      problems.slice(0, 5).map((text) => text.replace(/: Invalid.*/, ': …')),
      [
        '[1].name: is there twice',
        '[2].name: …',
        '[3]: asignee:bob is not understood',
        '[4]: state is not understood',
        '[5]: since:yesterday is not understood',
      ],
    );
    assert.equal(problems.length, 7);
  });

  it('are none if the setting is no list, and reading never throws', () => {
    for (const setting of [undefined, null, 'x', {}, 3])
      assert.deepEqual(readQueries(issueLine, setting), { queries: [], problems: [] });
    fc.assert(fc.property(fc.anything(), (setting) => void readQueries(issueLine, setting)));
    fc.assert(
      fc.property(fc.array(fc.anything()), (setting) => {
        const { queries, problems } = readQueries(issueLine, setting);
        assert.equal(queries.length + problems.length, setting.length);
      }),
    );
  });
});
