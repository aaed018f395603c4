import assert from 'node:assert/strict';
import { TimeLimit } from '../../../src/net/timeLimit.ts';

describe('A time limit', () => {
  it('returns what the work returns, and throws what it throws', () => {
    const limit = new TimeLimit(10_000);
    assert.equal(
      limit.run(() => 7),
      7,
    );
    assert.throws(
      () =>
        limit.run(() => {
          throw new RangeError('no');
        }),
      RangeError,
    );
    assert.equal(
      limit.run(() => limit.run(() => 1)),
      1,
    );
  });

  it('ends an expression that takes exponential time, and can be used again', () => {
    // A short limit ends on a busy computer before the second expression is begun.
    const limit = new TimeLimit(1_000);
    const expression = /^(?:a+)+$/;
    assert.equal(
      limit.run(() => expression.test(`${'a'.repeat(60)}b`)),
      undefined,
    );
    assert.equal(
      limit.run(() => expression.test('aa')),
      true,
    );
  });

  it('ends an expression that fills the stack', () => {
    const limit = new TimeLimit(10_000);
    const line = `${'a'.repeat(20_000_000)}!`;
    assert.equal(
      limit.run(() => /^(?:a|b)*$/.test(line)),
      undefined,
    );
  });
});
