import assert from 'node:assert/strict';
import { gitUrl, hostsOfGit } from '../../../src/domain/gitAddress.ts';
import { pointerSize } from '../../../src/domain/lfs.ts';
import { describeKey } from '../../../src/domain/sshKey.ts';
import { webAddress, webAddressOf } from '../../../src/domain/webAddress.ts';
import { aHost } from '../../kit/sessions.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('addresses', () => {
  it('of web pages have every segment encoded', () => {
    const host = aHost({ webUrl: 'https://web.test/' });
    const name = { host: 'local', owner: 'o', repo: 'a b' };
    assert.equal(webAddress(host, name, 'tree', 'feature/a#b'), 'https://web.test/o/a%20b/tree/feature/a%23b');
    assert.equal(webAddressOf(host, 'acme'), 'https://web.test/acme');
    assert.equal(gitUrl(host, 'o/a b'), 'https://web.test/o/a%20b.git');
  });

  it('get the token of a host where git asks for exactly its origin, safe on the way', () => {
    const host = aHost({ webUrl: 'https://gitcode.com', authUrl: 'https://gitcode.com' });
    const local = aHost({ id: 'near', webUrl: 'http://localhost:3000', authUrl: 'http://localhost:3000' });
    const ids = (address: string): readonly string[] => hostsOfGit(address, [host, local]).map(({ id }) => id);
    assert.deepEqual(ids('https://gitcode.com/o/r.git'), ['local']);
    assert.deepEqual(ids('https://atomgit.com/o/r.git'), ['local'], 'the same platform');
    assert.deepEqual(ids('http://localhost:3000/o/r.git'), ['near']);
    for (const address of [
      'http://gitcode.com/o/r.git',
      'https://gitcode.com:8443/o/r.git',
      'https://gitcode.com.evil.test/o/r.git',
      'git@gitcode.com:o/r.git',
      'ssh://git@gitcode.com/o/r.git',
    ])
      assert.deepEqual(ids(address), [], address);
  });
});

describe('a public key', () => {
  const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIGJ1aWxkaW5nLWJsb2Nrcy1vZi1hLWtleS0zMmI=';
  it('is told by type and fingerprint, as ssh-keygen does', async () => {
    const told = await describeKey(`ssh-ed25519 ${key} alice@laptop at home\n`);
    assert.deepEqual([told?.type, told?.comment], ['ssh-ed25519', 'alice@laptop at home']);
    assert.match(told?.fingerprint ?? '', /^SHA256:[A-Za-z0-9+/]{43}$/);
  });
  it('is none where type and content differ, or there is no content', async () => {
    for (const text of [
      '',
      'ssh-ed25519',
      `ssh-rsa ${key}`,
      'ssh-ed25519 no-base64!',
      '-----BEGIN OPENSSH PRIVATE KEY-----',
    ])
      assert.equal(await describeKey(text), undefined, text);
  });
});

describe('a pointer of Git LFS', () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 73400320\n`;
  it('tells the size of the file that it stands for', () => {
    assert.equal(pointerSize(bytes(pointer)), 73_400_320);
    for (const other of [
      '',
      'text',
      `v${pointer}`,
      pointer.replace('sha256', 'md5'),
      pointer.replace('size', 'x'),
      pointer + ' '.repeat(2000),
    ])
      assert.equal(pointerSize(bytes(other)), undefined);
  });
});
