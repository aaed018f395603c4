import assert from 'node:assert/strict';
import { linkOf, pictureAddress } from '../../../../src/domain/pages/link.ts';

describe('The address of a picture', () => {
  it('is https and no address of a private network or of this computer', () => {
    assert.equal(pictureAddress('https://images.example/a.png'), 'https://images.example/a.png');
    for (const address of [
      'http://images.example/a.png',
      'https://192.168.0.1/a.png',
      'https://[::1]/a.png',
      'https://localhost/a.png',
      'mailto:a@b.example',
      '//images.example/a.png',
      'a.png',
      '',
    ])
      assert.equal(pictureAddress(address), undefined, address);
  });

  it('can be at the host of the page, wherever that is', () => {
    const origins = ['https://10.0.0.5', 'http://127.0.0.1:8138'];
    for (const address of ['https://10.0.0.5/a.png', 'http://127.0.0.1:8138/a.png'])
      assert.equal(pictureAddress(address, origins), address);
    for (const address of ['https://10.0.0.6/a.png', 'http://127.0.0.1:22/a.png', 'http://10.0.0.5/a.png'])
      assert.equal(pictureAddress(address, origins), undefined, address);
  });
});

describe('The address of a link', () => {
  it('is judged without the characters that nobody sees', () => {
    for (const hidden of ['\n', '\t', ' ', '\u0000', '\u00ad', '\u200b', '\u202e', '\u2066', '\ufeff', '\u{e0041}'])
      for (const scheme of ['javascript:', 'command:', 'data:'])
        assert.equal(
          linkOf(`${hidden}${scheme.slice(0, 4)}${hidden}${scheme.slice(4)}x`),
          undefined,
          JSON.stringify(hidden),
        );
    assert.deepEqual(linkOf('https://host.example/\u202ea\u{e0041}\u00adb'), { href: 'https://host.example/ab' });
  });
});
