import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allRows, coverage, optionalRows, rows } from '../../../../scripts/apiCoverage/table.ts';
import type { Endpoint } from '../../../../src/api/contract/endpoint.ts';
import type { Field, Fields } from '../../../../src/api/contract/field.ts';
import { description, optionalDescription } from '../description.ts';

const table = allRows();
const operation = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** A row of the table in the format of `description`. */
function described(endpoint: Endpoint): string {
  const inputs = (place: string, fields: Fields): string[] =>
    Object.keys(fields).length === 0
      ? []
      : [place, ...Object.entries(fields).map(([name, field]) => input(name, field))];
  return [
    operation(endpoint),
    ...(endpoint.anonymous ? ['?'] : []),
    ...inputs('Q', endpoint.query),
    ...inputs(endpoint.wholeBody === undefined ? 'B' : 'B=', endpoint.body),
  ].join(' ');
}

const input = (name: string, { optional, values }: Field): string =>
  `${name}${optional ? '' : '*'}${values === undefined ? '' : `[${values.join(',')}]`}`;

/** Sorts the inputs of a row, because their order has no meaning. */
const unordered = (row: string): string => row.split(' ').sort().join(' ');

/** Compares only the rows that differ: the tables are long. */
function assertDescribed(found: readonly string[], wanted: readonly string[]): void {
  const [has, needs] = [found.map(unordered), wanted.map(unordered)];
  const inTable = has.filter((row) => !needs.includes(row)).sort();
  const inDescription = needs.filter((row) => !has.includes(row)).sort();
  const message = 'test/unit/api/description.ts has other lines than src/api/endpoints';
  assert.deepEqual({ inTable, inDescription }, { inTable: [], inDescription: [] }, message);
  assert.equal(has.length, needs.length);
}

describe('endpoint table', () => {
  it('has exactly the operations of the description, with all their inputs', () => {
    const wanted = description.trim().split('\n');
    assert.equal(wanted.length, 86);
    assertDescribed(
      rows().map(({ endpoint }) => described(endpoint)),
      wanted,
    );
  });

  it('has the optional operations apart, with all their inputs', () => {
    const wanted = optionalDescription.trim().split('\n');
    assertDescribed(
      optionalRows().map(({ endpoint }) => described(endpoint)),
      wanted,
    );
  });

  it('needs an account for each change, also if the token is optional, and for reads about an account', () => {
    const names = (chosen: (endpoint: Endpoint) => boolean): string[] =>
      table.filter(({ endpoint }) => chosen(endpoint)).map(({ name }) => name);
    const isChange = ({ method }: Endpoint): boolean => method !== 'GET';
    assert.deepEqual(
      names((one) => isChange(one) && !one.needsAccount),
      [],
    );
    assert.deepEqual(names((one) => !isChange(one) && one.needsAccount).sort(), [
      'enterprises.member',
      'enterprises.members',
      'inbox.issues',
      'inbox.notifications',
      'inbox.pulls',
      'keys.get',
      'members.check',
      'members.list',
      'members.permission',
      'organizations.own',
      'own.repositories',
      'ownKeys.list',
      'releases.uploadGrant',
      'users.emails',
      'users.membership',
      'users.self',
      'webhooks.get',
      'webhooks.list',
    ]);
  });

  it('has each operation once', () => {
    assert.equal(new Set(table.map(({ endpoint }) => operation(endpoint))).size, table.length);
  });

  it('has each input name once per operation', () => {
    // The ids of notifications are sent in both ways that hosts take.
    for (const { endpoint } of table.filter(({ name }) => name !== 'inbox.markRead')) {
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const names = [...inPath, ...Object.keys(endpoint.query), ...Object.keys(endpoint.body)];
      assert.equal(new Set(names).size, names.length, `${operation(endpoint)}: ${names.join(', ')}`);
    }
  });

  it('has paging exactly for the operations with per_page, at the maximum page size', () => {
    for (const { name, endpoint } of table) {
      const paged = 'per_page' in endpoint.query;
      assert.equal(endpoint.paging !== undefined, paged, name);
      if (paged) assert.deepEqual([endpoint.returns.form, 'page' in endpoint.query], ['list', true], name);
      if (endpoint.paging !== undefined) {
        const search = name.startsWith('search.');
        assert.equal(endpoint.paging.perPage, search ? 50 : 100, name);
        assert.equal(endpoint.paging.lastPage, search ? 100 : Infinity, name);
      }
    }
  });

  it('has a body only for changes', () => {
    for (const { name, endpoint } of table)
      if (endpoint.method === 'GET') assert.deepEqual(Object.keys(endpoint.body), [], name);
  });

  it('equals docs/api-coverage.md', async () => {
    const file = join(import.meta.dirname, '../../../../docs/api-coverage.md');
    const page = await readFile(file, 'utf8');
    assert.equal(page, coverage(), 'run npm run coverage:api');
    // A call in another form than `api.<group>.<name>` would be left out.
    const uncalled = [...page.matchAll(/`(\w+\.\w+)` \| –/g)].map(([, name = '']) => name);
    assert.ok(
      uncalled.every((name) => /^(pullRequests|issueComments|inbox)\./.test(name)),
      uncalled.join(' '),
    );
  });
});
