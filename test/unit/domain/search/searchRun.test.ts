import assert from 'node:assert/strict';
import { SearchRun } from '../../../../src/domain/search/searchRun.ts';
import type { TextQuery } from '../../../../src/domain/search/textQuery.ts';
import { isFailure } from '../../../../src/core/errors.ts';
import { textQuery } from '../../../kit/textQueries.ts';

describe('SearchRun', () => {
  const start = (changed: Partial<TextQuery>): SearchRun =>
    new SearchRun({ ...textQuery('x'), ...changed }, new Set(), (work) => work(), undefined);

  it('rejects a query and globs that are too long, by the name of the field', () => {
    const long = `${'{a,b}'.repeat(9)}{c,d}${'x'.repeat(100_000)}`;
    const cases: readonly [string, Partial<TextQuery>][] = [
      ['query', { query: 'x'.repeat(10_001) }],
      ['include', { include: [long] }],
      ['exclude', { exclude: Array.from({ length: 500 }, () => '{a,b}') }],
      ['include', { include: ['{'.repeat(8_000)] }],
    ];
    for (const [field, changed] of cases)
      assert.throws(
        () => start(changed),
        (error: unknown) =>
          isFailure(error, 'invalid') && error.field === field && error.requirement?.code === 'shorter',
      );
    assert.ok(start({ include: ['{'.repeat(1_000)], query: 'x'.repeat(10_000) }).selects('{'.repeat(1_000)));
  });
});
