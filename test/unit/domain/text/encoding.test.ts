import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeText, encodingOf } from '../../../../src/domain/text/encoding.ts';
import { encodeGb18030 } from '../../../../src/domain/text/gb18030.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const gb18030 = new TextDecoder('gb18030', { fatal: true });

describe('The encoding of a file', () => {
  it('is told by a byte order mark, else by what its bytes are valid in', () => {
    assert.equal(encodingOf(bytes(0xff, 0xfe, 0x61, 0)), 'utf-16le');
    assert.equal(encodingOf(bytes(0xfe, 0xff, 0, 0x61)), 'utf-16be');
    assert.equal(encodingOf(bytes()), 'utf-8');
    assert.equal(encodingOf(Buffer.from('\ufeffGrüße')), 'utf-8');
    assert.equal(encodingOf(bytes(0xd6, 0xd0, 0x0a)), 'gb18030');
    // One byte is no mark.
    assert.equal(encodingOf(bytes(0xfe, 0x61)), 'gb18030');
    assert.equal(encodingOf(bytes(0xff, 0x61)), 'utf-8');
    assert.equal(encodingOf(bytes(0x61, 0)), undefined);
    // Neither UTF-8 nor GB18030: the editor opens it as UTF-8.
    assert.equal(encodingOf(bytes(0x61, 0xff)), 'utf-8');
  });

  it('decodes its text without a byte order mark', () => {
    assert.equal(decodeText(Buffer.from('\ufeffa'), 'utf-8'), 'a');
    assert.equal(decodeText(Buffer.from('\ufeff世', 'utf16le'), 'utf-16le'), '世');
    assert.equal(decodeText(bytes(0xfe, 0xff, 0x4e, 0x16), 'utf-16be'), '世');
    assert.equal(decodeText(bytes(0xd6, 0xd0), 'gb18030'), '中');
    assert.equal(decodeText(bytes(0x61, 0xff), 'utf-8'), 'a\ufffd');
  });
});

describe('Text in GB18030', () => {
  it('is decoded to the same text', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('中', 'é', 'ḿ', 'ꀀ', '🌍', '\u{10ffff}'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 3,
    });
    fc.assert(
      fc.property(text, (one) => {
        const encoded = encodeGb18030(one);
        if (encoded !== undefined) assert.equal(gb18030.decode(encoded), one);
      }),
      { numRuns: 30 },
    );
    assert.deepEqual(encodeGb18030('a中€𐀀'), bytes(0x61, 0xd6, 0xd0, 0xa2, 0xe3, 0x90, 0x30, 0x81, 0x30));
  });

  it('cannot contain half a character', () => {
    assert.equal(encodeGb18030('\ud800'), undefined);
    assert.equal(encodeGb18030('\ufffd'), undefined);
  });
});
