import assert from 'node:assert/strict';
import { itemAt } from '../../../src/core/list.ts';

describe('an item that is surely there', () => {
  it('is handed over, and missed aloud where it is not', () => {
    assert.equal(itemAt(['a', 'b'], 1), 'b');
    assert.throws(() => itemAt(['a'], 1), RangeError);
    assert.throws(() => itemAt([], -1), RangeError);
  });
});
