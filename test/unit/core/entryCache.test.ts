import assert from 'node:assert/strict';
import { entryCache } from '../../../src/core/entryCache.ts';

describe('entryCache', () => {
  it('drops the entry that was used longest ago when it is full', () => {
    const cache = entryCache<number>(3);
    for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at);
    cache.get('a');
    cache.set('d', 3);
    assert.deepEqual([...cache.keys()].sort(), ['a', 'c', 'd']);
  });
});
