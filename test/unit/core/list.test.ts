import assert from 'node:assert/strict';
import { itemAt } from '../../../src/core/list.ts';

describe('itemAt', () => {
  it('returns the item, and throws RangeError if there is none', () => {
    assert.equal(itemAt(['a', 'b'], 1), 'b');
    assert.throws(() => itemAt(['a'], 1), RangeError);
    assert.throws(() => itemAt([], -1), RangeError);
  });
});
