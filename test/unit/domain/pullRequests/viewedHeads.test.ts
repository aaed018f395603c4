import assert from 'node:assert/strict';
import { ViewedHeads } from '../../../../src/domain/pullRequests/viewedHeads.ts';

describe('ViewedHeads', () => {
  const name = { host: 'local', owner: 'alice', repo: 'website' };
  const pull = { name, login: 'alice', number: '45' };
  const memory = () => {
    const stored = new Map<string, unknown>();
    return {
      get: (key: string) => stored.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
    };
  };

  it('tells the head that an account looked at before the present one', async () => {
    const heads = new ViewedHeads(memory());
    assert.equal(heads.before(pull, 'one'), undefined);
    await heads.look(pull, 'one');
    assert.equal(heads.before(pull, 'one'), undefined);
    assert.equal(heads.before(pull, 'two'), 'one');
    await heads.look(pull, 'two');
    await heads.look(pull, 'two');
    assert.deepEqual([heads.before(pull, 'two'), heads.before(pull, 'three')], ['one', 'two']);
    assert.equal(heads.before({ ...pull, login: 'bob' }, 'three'), undefined);
    assert.equal(heads.before({ ...pull, number: '4' }, 'three'), undefined);
  });

  it('remembers the newest 200 pull requests', async () => {
    const heads = new ViewedHeads(memory());
    for (let number = 1; number <= 201; number += 1) await heads.look({ ...pull, number: `${number}` }, 'one');
    assert.equal(heads.before({ ...pull, number: '1' }, 'two'), undefined);
    assert.equal(heads.before({ ...pull, number: '2' }, 'two'), 'one');
    assert.equal(heads.before({ ...pull, number: '201' }, 'two'), 'one');
  });
});
