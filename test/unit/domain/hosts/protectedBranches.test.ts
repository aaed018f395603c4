import assert from 'node:assert/strict';
import { ProtectedBranches } from '../../../../src/domain/hosts/protectedBranches.ts';

const website = { host: 'local', owner: 'alice', repo: 'website' };

describe('ProtectedBranches', () => {
  it('holds the rules and branches of each repository, and tells only changes', () => {
    const protectedBranches = new ProtectedBranches();
    const told: string[] = [];
    protectedBranches.onDidChange(({ owner, repo }) => told.push(`${owner}/${repo}`));
    assert.deepEqual(protectedBranches.of(website), { include: [], exclude: [] });
    protectedBranches.noteRules(website, { include: ['release/*'], exclude: ['dev'] });
    protectedBranches.noteRules(website, { include: ['release/*'], exclude: [] });
    protectedBranches.noteBranches(website, [
      { name: 'main', isProtected: true },
      { name: 'dev', isProtected: false },
    ]);
    assert.deepEqual(protectedBranches.of({ ...website, owner: 'Alice' }), {
      include: ['release/*', 'main'],
      exclude: ['dev'],
    });
    assert.deepEqual(protectedBranches.of({ ...website, repo: 'other' }), { include: [], exclude: [] });
    assert.deepEqual(told, ['alice/website', 'alice/website']);
  });

  it('drops what is no longer protected', () => {
    const protectedBranches = new ProtectedBranches();
    protectedBranches.noteRules(website, { include: ['release/*'], exclude: ['dev'] });
    protectedBranches.noteBranches(website, [{ name: 'main', isProtected: true }]);
    protectedBranches.forgetRules(website);
    protectedBranches.noteBranches(website, [{ name: 'main', isProtected: false }]);
    assert.deepEqual(protectedBranches.of(website), { include: [], exclude: [] });
  });
});
