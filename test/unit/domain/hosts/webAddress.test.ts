import assert from 'node:assert/strict';
import { webAddress, webAddressOrNone } from '../../../../src/domain/hosts/webAddress.ts';

describe('web address', () => {
  it('is opened in the browser only with http or https', () => {
    for (const good of ['https://host.test/a', 'http://127.0.0.1:1/a', 'HTTPS://HOST.test'])
      assert.equal(webAddressOrNone(good), good);
    for (const bad of [
      'command:x',
      'file:///etc/passwd',
      'vscode://x/y',
      'javascript:alert(1)',
      'ms-msdt:/id',
      '/a',
      '',
    ])
      assert.equal(webAddressOrNone(bad), undefined, bad);
    assert.equal(webAddressOrNone(undefined), undefined);
  });

  it('stays below its host, for any names', () => {
    const name = { host: 'h', owner: 'o', repo: 'r' };
    const address = webAddress({ webUrl: 'https://host.test//' }, name, 'tree', 'a?b#c', 'é ü');
    assert.equal(address, 'https://host.test/o/r/tree/a%3Fb%23c/%C3%A9%20%C3%BC');
  });
});
