import assert from 'node:assert/strict';
import {
  isContent,
  looksLikePointer,
  mayBePointer,
  pointerBytes,
  pointerTo,
  readPointer,
} from '../../../../src/domain/lfs/pointer.ts';
import { bytes } from '../../../kit/bytes.ts';

const oid = 'a'.repeat(64);
const start = 'version https://git-lfs.github.com/spec/v1\n';
const text = `${start}oid sha256:${oid}\nsize 73400320\n`;

describe('A pointer of Git LFS', () => {
  it('tells the SHA-256 and the size of its content', () => {
    const pointer = { oid, size: 73_400_320, extended: false };
    assert.deepEqual(readPointer(bytes(text)), pointer);
    // An editor can have removed the last line end.
    assert.deepEqual(readPointer(bytes(text.trimEnd())), pointer);
    const extension = `ext-0-crypt sha256:${'b'.repeat(64)}\n`;
    assert.deepEqual(readPointer(bytes(text.replace('oid', `${extension}oid`))), { ...pointer, extended: true });
  });

  it('is nothing else', () => {
    for (const other of [
      '',
      'text',
      `v${text}`,
      text.replace('sha256', 'md5'),
      text.replace('size', 'x'),
      text.replace('size 7', 'size -7'),
      text.replace('aa', 'AA'),
      text.replaceAll('\n', '\r\n'),
      `${text}more\n`,
      text + ' '.repeat(2000),
    ])
      assert.equal(readPointer(bytes(other)), undefined, other);
    assert.ok(looksLikePointer(bytes(`${text}more\n`)) && !looksLikePointer(bytes(`v${text}`)));
  });

  it('is written as git-lfs does, and fits its content only', async () => {
    const content = bytes('hello\n');
    const pointer = await pointerTo(content);
    assert.equal(
      new TextDecoder().decode(pointerBytes(pointer)),
      `${start}oid sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03\nsize 6\n`,
    );
    assert.ok(await isContent(content, pointer));
    assert.ok(!(await isContent(bytes('hallo\n'), pointer)) && !(await isContent(content, { ...pointer, size: 7 })));
  });

  it('has a size that other files rarely have', () => {
    for (const size of [1, 999_999_999_999_999]) {
      const { length } = pointerBytes({ oid, size });
      assert.ok(mayBePointer(length) && mayBePointer(length - 1), `${length}`);
    }
    assert.ok(!mayBePointer(124) && !mayBePointer(141) && !mayBePointer(undefined));
  });
});
