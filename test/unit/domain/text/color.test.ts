import assert from 'node:assert/strict';
import { colorOf, readableOn } from '../../../../src/domain/text/color.ts';

describe('colorOf', () => {
  for (const [given, color] of [
    ['FF0000', '#ff0000'],
    ['#00ff00', '#00ff00'],
    ['#0Af', '#00aaff'],
    ['red', undefined],
    ['#ff00001', undefined],
    ['#fff;background:url(x)', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)
    it(`reads ${String(given)} as ${String(color)}`, () => assert.equal(colorOf(given), color));
});

describe('readableOn', () => {
  it('keeps a readable colour of the text', () => {
    assert.equal(readableOn('#d73a4a', '#ffffff'), '#ffffff');
    assert.equal(readableOn('#fbca04', '#202020'), '#202020');
  });

  it('replaces an unreadable one, or none, by black or white', () => {
    assert.equal(readableOn('#ffffff', '#eeeeee'), '#000000');
    assert.equal(readableOn('#1d1d1d', '#333333'), '#ffffff');
    assert.equal(readableOn('#a2eeef', undefined), '#000000');
  });

  it('is undefined without a colour below it', () => {
    assert.equal(readableOn(undefined, '#ffffff'), undefined);
  });
});
