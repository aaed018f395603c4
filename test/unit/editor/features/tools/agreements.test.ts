import assert from 'node:assert/strict';
import { Agreements } from '../../../../../src/editor/features/tools/agreements.ts';
import { seeded } from '../../../../kit/grepOracle.ts';

const repository = { host: 'local', owner: 'alice', repo: 'website' };
const apiUrl = (host: string): string => `https://${host}.example.com`;
const preview = (fingerprint: string) => ({ repository, fields: [], diffs: [], call: '', fingerprint });

describe('What the user agreed to in a chat', () => {
  it('covers the drafts of one repository, without regard to case', () => {
    const agreements = new Agreements(apiUrl);
    agreements.allowDrafts(repository);
    assert.ok(agreements.hasDrafts({ ...repository, repo: 'WebSite' }));
    assert.ok(!agreements.hasDrafts({ ...repository, repo: 'samples' }));
    assert.ok(!agreements.hasDrafts({ ...repository, host: 'other' }));
  });

  it('is valid for a host only at the API address that it had', async () => {
    const api = { local: 'https://api.example.com' };
    const agreements = new Agreements((host) => (host === 'local' ? api.local : undefined));
    assert.ok(agreements.hasHost('local'));
    agreements.allowDrafts(repository);
    await agreements.noteQuestion('commit', {}, preview('1'));
    api.local = 'https://api.evil.example.com';
    assert.ok(!agreements.hasHost('local'));
    assert.deepEqual(agreements.otherHosts('local'), [{ id: 'local', apiUrl: 'https://api.example.com' }]);
    assert.ok(!agreements.hasDrafts(repository));
    assert.equal(await agreements.takeAnswer('commit', {}), undefined);
    api.local = 'https://api.example.com';
    assert.ok(agreements.hasHost('local') && agreements.hasDrafts(repository));
  });

  it('covers one call of one tool with the same inputs', async () => {
    const agreements = new Agreements(apiUrl);
    await agreements.noteQuestion('commit', { message: 'a' }, preview('1'));
    assert.equal(await agreements.takeAnswer('commit', { message: 'b' }), undefined);
    assert.equal(await agreements.takeAnswer('discard', { message: 'a' }), undefined);
    assert.equal((await agreements.takeAnswer('commit', { message: 'a' }))?.fingerprint, '1');
    assert.equal(await agreements.takeAnswer('commit', { message: 'a' }), undefined);
  });

  it('is not used if equal calls have different questions, or one has no question', async () => {
    const agreements = new Agreements(apiUrl);
    for (const other of [preview('2'), undefined]) {
      const input = { other };
      assert.ok(await agreements.noteQuestion('commit', input, preview('1')));
      assert.ok(await agreements.noteQuestion('commit', input, preview('1')));
      assert.ok(!(await agreements.noteQuestion('commit', input, other)));
      assert.equal(await agreements.takeAnswer('commit', input), undefined);
      assert.ok(!(await agreements.noteQuestion('commit', input, preview('1'))));
      assert.equal(await agreements.takeAnswer('commit', input), undefined);
    }
  });

  it('is never another question than the one that a call showed, in any order of equal calls', async () => {
    const input = { message: 'a' };
    for (let seed = 1; seed <= 300; seed += 1) {
      const agreements = new Agreements(apiUrl);
      const random = seeded(seed);
      const open: (string | undefined)[] = [];
      for (let step = 0; step < 30; step += 1) {
        if (open.length === 0 || random() < 0.5) {
          const shown = [undefined, preview('1'), preview('2')][Math.floor(random() * 3)];
          const mayAsk = await agreements.noteQuestion('commit', input, shown);
          open.push(mayAsk ? shown?.fingerprint : undefined);
        } else {
          const [asked] = open.splice(Math.floor(random() * open.length), 1);
          const taken = await agreements.takeAnswer('commit', input);
          if (taken !== undefined) assert.equal(taken.fingerprint, asked, `seed ${seed}`);
        }
      }
    }
  });

  it('is not that of a later call if so many others were prepared that the first one is forgotten', async () => {
    const agreements = new Agreements(apiUrl);
    assert.ok(await agreements.noteQuestion('commit', {}, preview('1')));
    for (let count = 1; count <= 60; count += 1) await agreements.noteQuestion('commit', { count }, preview('1'));
    assert.ok(!(await agreements.noteQuestion('commit', {}, preview('2'))));
    assert.equal(await agreements.takeAnswer('commit', {}), undefined);
  });
});
