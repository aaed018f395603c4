import assert from 'node:assert/strict';
import { branchesOfRefspec } from '../../../../src/domain/refs/refspec.ts';

describe('branchesOfRefspec', () => {
  it('reads the branch here and on the host', () => {
    assert.deepEqual(branchesOfRefspec('main'), { from: 'main', to: 'main' });
    assert.deepEqual(branchesOfRefspec('work/one:main'), { from: 'work/one', to: 'main' });
    assert.deepEqual(branchesOfRefspec('+refs/heads/a:refs/heads/b'), { from: 'a', to: 'b' });
  });

  it('is undefined for a removal, a tag, several refs and a pattern', () => {
    for (const refspec of [
      '',
      ':main',
      'main:',
      'refs/tags/v1',
      'main:refs/tags/v1',
      'a:b:c',
      'refs/heads/*:refs/heads/*',
    ])
      assert.equal(branchesOfRefspec(refspec), undefined, refspec);
  });
});
