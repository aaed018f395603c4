import assert from 'node:assert/strict';
import { excerptsOf } from '../../../../src/domain/conversation/excerpt.ts';

const before = ['a', 'b', 'c', 'd', 'e'];
const after = ['a', 'B', 'c', 'new', 'd', 'e'];

/** `-2 b` */
const shown = (
  line: number,
  side: 'new' | 'old',
  versions: Partial<Record<'before' | 'after', string[]>> = {},
): string[] =>
  excerptsOf({ before, after, ...versions })({ line, side }).map(
    ({ sign, number, text }) => `${sign}${number} ${text}`,
  );

describe('excerptsOf', () => {
  it('has the line and the two before it, removed ones before added ones', () => {
    assert.deepEqual(shown(2, 'new'), [' 1 a', '-2 b', '+2 B']);
    assert.deepEqual(shown(4, 'new'), ['+2 B', ' 3 c', '+4 new']);
    assert.deepEqual(shown(1, 'new'), [' 1 a']);
  });

  it('counts the lines of the old version on the old side', () => {
    assert.deepEqual(shown(2, 'old'), [' 1 a', '-2 b']);
    assert.deepEqual(shown(4, 'old'), [' 3 c', '+4 new', ' 4 d']);
  });

  it('shows a version alone, and nothing for a line that is not there', () => {
    assert.deepEqual(
      excerptsOf({ before: undefined, after })({ line: 2, side: 'new' }).map(({ text }) => text),
      ['a', 'B'],
    );
    assert.deepEqual(shown(7, 'new'), []);
    assert.deepEqual(excerptsOf({ before, after })({ line: undefined, side: 'new' }), []);
    assert.deepEqual(excerptsOf({ before, after: undefined })({ line: 1, side: 'new' }), []);
  });
});
