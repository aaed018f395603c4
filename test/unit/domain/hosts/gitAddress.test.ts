import assert from 'node:assert/strict';
import { cloneAddresses, fetchAddress, gitUrl, hostsOfGit } from '../../../../src/domain/hosts/gitAddress.ts';
import { portableName } from '../../../../src/domain/hosts/portableName.ts';
import { describeKey } from '../../../../src/domain/session/sshKey.ts';
import { webAddress, webAddressOf } from '../../../../src/domain/hosts/webAddress.ts';
import { aHost } from '../../../kit/sessions.ts';

describe('webAddress and hostsOfGit', () => {
  it('encode every segment of a web address', () => {
    const host = aHost({ webUrl: 'https://web.test/' });
    const name = { host: 'local', owner: 'o', repo: 'a b' };
    assert.equal(webAddress(host, name, 'tree', 'feature/a#b'), 'https://web.test/o/a%20b/tree/feature/a%23b');
    assert.equal(webAddressOf(host, 'acme'), 'https://web.test/acme');
    assert.equal(gitUrl(host, 'o/a b'), 'https://web.test/o/a%20b.git');
  });

  it('return the host of a git address only for its exact origin over a safe protocol', () => {
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

describe('fetchAddress', () => {
  const host = aHost({ webUrl: 'https://web.test' });
  const name = { host: 'local', owner: 'o', repo: 'r' };
  const built = 'https://web.test/o/r.git';

  it('is that of the record, also without .git or below another path', () => {
    for (const address of [built, 'https://web.test/o/r', 'https://web.test/git/O/r.git'])
      assert.equal(fetchAddress(host, name, address), address);
  });

  it('is built from the name if the record has none, or one of another repository, host or form', () => {
    for (const address of [
      undefined,
      '',
      'https://web.test/o/other.git',
      'https://web.test/xo/r.git',
      'https://evil.test/o/r.git',
      'https://alice:secret@web.test/o/r.git',
      'https://web.test/o/r.git?x',
      'git@web.test:o/r.git',
    ])
      assert.equal(fetchAddress(host, name, address), built, address);
  });
});

describe('cloneAddresses', () => {
  const host = aHost({
    webUrl: 'https://web.test',
    authUrl: 'https://auth.test:8443/oauth',
    apiUrl: 'https://api.test/api/v5',
  });
  const local = aHost({
    webUrl: 'http://127.0.0.1:3000',
    authUrl: 'http://127.0.0.1:3000',
    apiUrl: 'http://127.0.0.1:3000/api',
  });
  const built = 'https://web.test/o/r.git';

  it('uses plain https addresses of the host unchanged', () => {
    for (const address of [
      built,
      'https://web.test/git/o/r',
      'https://auth.test:8443/o/r.git',
      'https://api.test/o/r.git',
      'https://web.test/%E5%BC%A0/a%20b.git',
    ])
      assert.equal(cloneAddresses(host, { full_name: 'x/y', http_url_to_repo: address })?.https, address);
    const near = 'http://127.0.0.1:3000/o/r.git';
    assert.equal(cloneAddresses(local, { full_name: 'x/y', http_url_to_repo: near })?.https, near);
    const twin = aHost({ webUrl: 'https://gitcode.com' });
    const other = 'https://atomgit.com/o/r.git';
    assert.equal(cloneAddresses(twin, { full_name: 'x/y', http_url_to_repo: other })?.https, other);
  });

  for (const address of [
    '--upload-pack=touch${IFS}x',
    '-c',
    'ext::sh -c touch% x',
    'file:///etc',
    '/etc/passwd',
    '../r',
    'git://web.test/o/r.git',
    'git@web.test:o/r.git',
    'ssh://web.test/o/r.git',
    'http://web.test/o/r.git',
    'https://web.test.evil.test/o/r.git',
    'https://evil.test/o/r.git',
    'https://web.test:8443/o/r.git',
    'https://alice@web.test/o/r.git',
    'https://alice:secret@web.test/o/r.git',
    'https://web.test@evil.test/o/r.git',
    'https://WEB.test/o/r.git',
    ' https://web.test/o/r.git',
    'https://web.test/o/r.git\n',
    'https://web.test/o/../r.git',
    'https://web.test/o/%2e%2e/r.git',
    'https://web.test/o/..%2fr.git',
    'https://web.test/o/a%5C..%5Cr.git',
    'https://web.test/o/a%3Ab.git',
    'https://web.test/o/%00.git',
    'https://web.test/o/%zz.git',
    'https://web.test/o/%ff.git',
    'https://web.test/-o/r.git',
    'https://web.test/o/r.git?x=y',
    'https://web.test/o/r.git#x',
    'https://web.test/[x](command:workbench.action.quit)/r.git',
    'https://web.test/[Sign in](command:x).git',
    'https://web.test//o/r.git',
    'https://web.test',
    'https://',
  ])
    it(`builds the https address from the name instead of ${JSON.stringify(address)}`, () => {
      const { https } = cloneAddresses(host, { full_name: 'o/r', http_url_to_repo: address }) ?? {};
      assert.equal(https, built);
    });

  it('builds the https address if the record has none', () => {
    assert.deepEqual(cloneAddresses(host, { full_name: 'o/r' }), { https: built, ssh: undefined });
  });

  it('returns undefined if neither the record nor the name gives an address', () => {
    for (const name of [
      '',
      '..',
      'o/..',
      '../r',
      'o/',
      'o//r',
      '-o/r',
      'o/a:b',
      'o/a\\b',
      'o/[x](command:y)',
      'o/a\nb',
    ])
      assert.equal(cloneAddresses(host, { full_name: name, http_url_to_repo: '--x' }), undefined, name);
  });

  it('accepts only ssh addresses of the host', () => {
    const sshOf = (address: string): string | undefined =>
      cloneAddresses(host, { full_name: 'o/r', ssh_url_to_repo: address })?.ssh;
    for (const address of [
      'git@web.test:o/r.git',
      'git@web.test:/o/r.git',
      'git@web.test:张三/r.git',
      'ssh://git@web.test/o/r.git',
      'ssh://git@web.test:2222/o/r.git',
      'ssh://api.test/o/r.git',
    ])
      assert.equal(sshOf(address), address);
    for (const address of [
      '-oProxyCommand=x@web.test:o/r.git',
      '--upload-pack=x',
      'git@evil.test:o/r.git',
      'git@-oProxyCommand=x:o/r.git',
      'git@web.test:-o/r.git',
      'git@web.test:o/../r.git',
      'git@web.test:o/r.git\n',
      'git@web.test:o/[x](command:y)',
      'web.test:o/r.git',
      'ssh://-oProxyCommand=x/o/r.git',
      'ssh://git:secret@web.test/o/r.git',
      'ssh://-x@web.test/o/r.git',
      'ssh://git@web.test.evil.test/o/r.git',
      'ssh://git@web.test/-o/r.git',
      'ssh://git@web.test/o/%2e%2e/r.git',
      'ext::x',
    ])
      assert.equal(sshOf(address), undefined, address);
  });
});

describe('portableName', () => {
  it('returns a name that every file system can store as one segment', () => {
    const names = {
      website: 'website',
      网站: '网站',
      'C:': 'C_',
      'a:b': 'a_b',
      'a\\..\\b': 'a_.._b',
      'a/b': 'a_b',
      '..': '._',
      '.': '_',
      'a.': 'a_',
      'a\u0000b\n': 'a_b_',
      'a\u202eb': 'a_b',
      nul: '_nul',
      'COM1.git': '_COM1.git',
    };
    for (const name of ['a\u3164.exe', 'a\u2800', 'a\u{e0041}', 'CON .txt', 'COM¹.txt', 'CONIN$'])
      assert.notEqual(portableName(name), name);
    for (const [name, portable] of Object.entries(names)) assert.equal(portableName(name), portable, name);
  });
});

describe('describeKey', () => {
  const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIGJ1aWxkaW5nLWJsb2Nrcy1vZi1hLWtleS0zMmI=';
  it('returns the type and fingerprint of a public key as ssh-keygen prints them', async () => {
    const told = await describeKey(`ssh-ed25519 ${key} alice@laptop at home\n`);
    assert.deepEqual([told?.type, told?.comment], ['ssh-ed25519', 'alice@laptop at home']);
    assert.match(told?.fingerprint ?? '', /^SHA256:[A-Za-z0-9+/]{43}$/);
  });
  it('returns undefined if type and content differ, or there is no content', async () => {
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
