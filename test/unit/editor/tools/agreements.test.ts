import assert from 'node:assert/strict';
import { Agreements } from '../../../../src/editor/tools/agreements.ts';

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

  it('in a chat is the last question only, and nothing if the last call had none', () => {
    const agreements = new Agreements();
    agreements.noteQuestion('commit', {}, preview('1'));
    agreements.noteQuestion('commit', {}, preview('2'));
    assert.equal(agreements.takeAnswer('commit', {})?.fingerprint, '2');
    agreements.noteQuestion('commit', {}, preview('3'));
    agreements.noteQuestion('commit', {}, undefined);
    assert.equal(agreements.takeAnswer('commit', {}), undefined);
  });
});
