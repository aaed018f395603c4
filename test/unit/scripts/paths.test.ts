import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheIn } from '../../../scripts/kit/paths.ts';

describe('cacheIn', () => {
  it('returns the cache folder of the environment, and ignores empty variables', () => {
    const usual = join(homedir(), '.cache', 'sourcehost');
    assert.equal(cacheIn({}), usual);
    assert.equal(cacheIn({ SOURCEHOST_CACHE: '', XDG_CACHE_HOME: '' }), usual);
    assert.equal(cacheIn({ SOURCEHOST_CACHE: '', XDG_CACHE_HOME: '/shared' }), join('/shared', 'sourcehost'));
    assert.equal(cacheIn({ SOURCEHOST_CACHE: '/own', XDG_CACHE_HOME: '/shared' }), '/own');
  });
});
