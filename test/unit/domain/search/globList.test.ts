import assert from 'node:assert/strict';
import { globBelow } from '../../../../src/domain/search/globList.ts';

describe('the glob of a folder', () => {
  it('begins at the root of the repository', () => {
    assert.equal(globBelow('src/app'), './src/app');
    assert.equal(globBelow(''), '');
  });

  it('has a wildcard for characters with a meaning in globs', () => {
    assert.equal(globBelow('a,b/{c}/[d]*'), './a?b/?c?/?d??');
  });
});
