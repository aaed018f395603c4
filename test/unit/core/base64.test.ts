import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromBase64, toBase64 } from '../../../src/core/base64.ts';
import { runs } from '../../kit/runs.ts';

describe('Base64', () => {
  it('encodes and decodes the same bytes as Buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        assert.equal(toBase64(bytes), text);
        assert.deepEqual(fromBase64(text), new Uint8Array(bytes));
        assert.deepEqual(fromBase64(text.replace(/=+$/, '')), new Uint8Array(bytes));
      }),
      runs(10_000),
    );
  });

  it('decodes text that is wrapped over lines', () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at % 256);
    const wrapped = toBase64(bytes).replace(/.{60}/g, '$&\r\n');
    assert.deepEqual(fromBase64(` ${wrapped}\n`), bytes);
  });

  it('returns undefined for invalid text', () => {
    for (const text of ['a', 'abcde', 'ab-_', 'ab=c', '====', 'a===', 'äöü=', '中文中文', 'abc\u0000'])
      assert.equal(fromBase64(text), undefined, text);
  });
});
