import assert from 'node:assert/strict';
import { withoutSecrets } from '../../../src/core/withoutSecrets.ts';

describe('A text without secrets', () => {
  const secret = 'tok_1234567890abcdef';
  const clean = (text: string, ...more: string[]): string => withoutSecrets(text, [secret, ...more], '***');

  it('has a mark in place of each of them', () => {
    assert.equal(clean(`a ${secret} b ${secret}`), 'a *** b ***');
    assert.equal(clean(`${secret}XYZ`, `${secret}XYZ`), '***');
  });

  it('has no part of one that was cut', () => {
    for (let length = 6; length < secret.length; length += 1) {
      assert.equal(clean(`echo ${secret.slice(0, length)}…, trace 1`), 'echo ***…, trace 1');
      assert.equal(clean(`echo ${secret.slice(0, length)}`), 'echo ***');
      assert.equal(clean(`${secret.slice(-length)} echo`), '*** echo');
    }
  });

  it('is not changed otherwise', () => {
    for (const text of ['', 'tok_1', 'a tok_12 b', 'bcdef', 'ends…', '…']) assert.equal(clean(text), text);
  });
});
