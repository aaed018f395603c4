import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheIn } from '../../../scripts/kit/paths.ts';

describe('the cache folder', () => {
  it('is the one that the environment names; an empty variable counts as not set', () => {
    const usual = join(homedir(), '.cache', 'sourcehost');
    assert.equal(cacheIn({}), usual);
    assert.equal(cacheIn({ SOURCEHOST_CACHE: '', XDG_CACHE_HOME: '' }), usual);
    assert.equal(cacheIn({ SOURCEHOST_CACHE: '', XDG_CACHE_HOME: '/shared' }), join('/shared', 'sourcehost'));
    assert.equal(cacheIn({ SOURCEHOST_CACHE: '/own', XDG_CACHE_HOME: '/shared' }), '/own');
  });
});
