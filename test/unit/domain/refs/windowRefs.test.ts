import assert from 'node:assert/strict';
import { WindowRefs, type WindowMemory } from '../../../../src/domain/refs/windowRefs.ts';

const website = { host: 'local', owner: 'alice', repo: 'website' };

describe('WindowRefs', () => {
  let values: Map<string, unknown>;
  let windowMemory: WindowMemory;
  beforeEach(() => {
    values = new Map();
    windowMemory = {
      get: (key) => values.get(key),
      update: (key, value) => {
        values.set(key, structuredClone(value));
        return Promise.resolve();
      },
    };
  });

  it('has no ref before a switch: the default branch', () => {
    assert.equal(new WindowRefs(windowMemory).get(website), undefined);
  });

  it('answers the ref at once, in any case of the name, and only for its repository', () => {
    const refs = new WindowRefs(windowMemory);
    void refs.set(website, 'feature/login');
    assert.equal(refs.get({ ...website, owner: 'Alice' })?.ref, 'feature/login');
    assert.equal(refs.get({ ...website, repo: 'other' }), undefined);
    assert.equal(refs.get({ ...website, host: 'gitcode' }), undefined);
  });

  it('answers the same after a reload of the window', async () => {
    await new WindowRefs(windowMemory, () => 7_000).set(website, 'v1.0');
    assert.deepEqual(new WindowRefs(windowMemory).get(website), { ref: 'v1.0', since: 7_000 });
  });

  it('gives every switch a later time than the one before', async () => {
    const refs = new WindowRefs(windowMemory, () => 7_000);
    await refs.set(website, 'v1.0');
    await refs.set(website, 'main');
    assert.deepEqual(refs.get(website), { ref: 'main', since: 7_001 });
  });

  it('leaves out stored values that are damaged', () => {
    for (const stored of [7, 'main', null, { 'local/alice/website': 'main' }, { 'local/alice/website': { ref: '' } }]) {
      values.set('refs', stored);
      assert.equal(new WindowRefs(windowMemory).get(website), undefined, JSON.stringify(stored));
    }
  });

  it('keeps its refs in memory where nothing is persisted', async () => {
    const refs = new WindowRefs();
    await refs.set(website, 'main');
    assert.equal(refs.get(website)?.ref, 'main');
  });
});
