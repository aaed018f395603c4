import assert from 'node:assert/strict';
import { Agreements } from '../../../../../src/editor/features/tools/agreements.ts';

const repository = { host: 'local', owner: 'alice', repo: 'website' };
const preview = (fingerprint: string) => ({ repository, fields: [], diffs: [], fingerprint });

describe('What the user agreed to', () => {
  it('covers the drafts of one repository, without regard to case', () => {
    const agreements = new Agreements();
    agreements.allowDrafts(repository);
    assert.ok(agreements.hasDrafts({ ...repository, repo: 'WebSite' }));
    assert.ok(!agreements.hasDrafts({ ...repository, repo: 'samples' }));
    assert.ok(!agreements.hasDrafts({ ...repository, host: 'other' }));
  });

  it('in a chat covers one call of one tool with the same inputs', () => {
    const agreements = new Agreements();
    agreements.noteQuestion('commit', { message: 'a' }, preview('1'));
    assert.equal(agreements.takeAnswer('commit', { message: 'b' }), undefined);
    assert.equal(agreements.takeAnswer('discard', { message: 'a' }), undefined);
    assert.equal(agreements.takeAnswer('commit', { message: 'a' })?.fingerprint, '1');
    assert.equal(agreements.takeAnswer('commit', { message: 'a' }), undefined);
  });

  it('in a chat is nothing if equal calls have different questions, or one has none', () => {
    const agreements = new Agreements();
    for (const other of [preview('2'), undefined]) {
      const input = { other };
      assert.ok(agreements.noteQuestion('commit', input, preview('1')));
      assert.ok(agreements.noteQuestion('commit', input, preview('1')));
      assert.ok(!agreements.noteQuestion('commit', input, other));
      assert.equal(agreements.takeAnswer('commit', input), undefined);
      assert.ok(!agreements.noteQuestion('commit', input, preview('1')));
      assert.equal(agreements.takeAnswer('commit', input), undefined);
    }
  });
});
