import assert from 'node:assert/strict';
import { issueOfBranch } from '../../../../src/domain/clones/branchIssue.ts';

describe('issueOfBranch', () => {
  it('is the number that the name begins with, also after a prefix', () => {
    for (const branch of [
      '12-fix-menu',
      '12',
      '12_fix',
      '#12-fix',
      'issue-12',
      'issue/12',
      'fix/12-menu',
      'alice/issue-12-x',
    ])
      assert.equal(issueOfBranch(branch), 12, branch);
    assert.equal(issueOfBranch('alice/issues/12'), 12);
  });

  it('is undefined for other names', () => {
    for (const branch of [
      'main',
      'v2',
      '2.0',
      'release/1-0',
      'release/12',
      'pr/12',
      '2026-05-01',
      'menu-12',
      '12fix',
      '0-x',
      '1234567-x',
      '',
    ])
      assert.equal(issueOfBranch(branch), undefined, branch);
  });
});
