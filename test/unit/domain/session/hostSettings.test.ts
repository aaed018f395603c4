import assert from 'node:assert/strict';
import { checkEntry, hostFromSettings, readHosts } from '../../../../src/domain/session/hostSettings.ts';

const entry = { id: 'corp', name: 'Corp', apiUrl: 'https://api.corp.test', authUrl: 'https://corp.test' };
const ids = (setting: unknown): string[] => readHosts(setting).hosts.map(({ id }) => id);

describe('readHosts', () => {
  it('returns only the built-in host for an empty setting', () => {
    for (const setting of [undefined, null, [], {}, 'x']) assert.deepEqual(ids(setting), ['gitcode']);
    const [gitcode] = readHosts([]).hosts;
    assert.equal(gitcode?.apiUrl, 'https://api.gitcode.com');
    assert.equal(gitcode.authUrl, 'https://gitcode.com');
    assert.equal(gitcode.webUrl, 'https://gitcode.com');
  });

  it('replaces the built-in host by an entry with its id', () => {
    const { hosts } = readHosts([{ ...entry, id: 'GitCode', name: 'Mine' }]);
    assert.deepEqual(
      hosts.map(({ id, name, apiUrl }) => [id, name, apiUrl]),
      [['gitcode', 'Mine', 'https://api.corp.test']],
    );
  });

  it('accepts roots with and without the path suffix of the API', () => {
    const host = hostFromSettings({
      ...entry,
      apiUrl: 'https://x.test/api/v5/',
      authUrl: 'https://x.test/oauth/',
      webUrl: 'https://x.test//',
    });
    assert.equal(host.apiUrl, 'https://x.test');
    assert.equal(host.authUrl, 'https://x.test');
    assert.equal(host.webUrl, 'https://x.test');
    assert.equal(hostFromSettings({ ...entry, apiUrl: 'https://x.test/git/api/v5' }).apiUrl, 'https://x.test/git');
    assert.equal(hostFromSettings({ ...entry, authUrl: 'https://x.test/git/oauth' }).webUrl, 'https://x.test/git');
  });

  it('skips invalid entries with the reason, and keeps the valid ones', () => {
    const problems: [unknown, string | undefined, string][] = [
      ['text', undefined, 'wrong'],
      [{ ...entry, id: 'a/b' }, 'id', 'wrong'],
      [{ name: 'x' }, 'id', 'missing'],
      [{ ...entry, apiUrl: undefined }, 'apiUrl', 'missing'],
      [{ ...entry, apiUrl: 'nonsense' }, 'apiUrl', 'wrong'],
      [{ ...entry, apiUrl: 'http://api.corp.test' }, 'apiUrl', 'notSafe'],
      [{ ...entry, authUrl: 'http://127.0.0.1.evil.test' }, 'authUrl', 'notSafe'],
      [{ ...entry, webUrl: 'https://user:password@corp.test' }, 'webUrl', 'notSafe'],
      [{ ...entry, scopes: 'all' }, 'scopes', 'wrong'],
      [{ ...entry, requestsPerMinute: -1 }, 'requestsPerMinute', 'wrong'],
    ];
    for (const [wrong, field, why] of problems) {
      const read = readHosts([wrong, { ...entry, id: 'good' }]);
      assert.deepEqual(
        read.hosts.map(({ id }) => id),
        ['good', 'gitcode'],
      );
      assert.deepEqual(
        read.problems.map((problem) => [problem.field, problem.why]),
        [[field, why]],
        JSON.stringify(wrong),
      );
    }
  });

  it('accepts each id once', () => {
    const { hosts, problems } = readHosts([entry, { ...entry, name: 'Again' }]);
    assert.deepEqual(
      hosts.map(({ name }) => name),
      ['Corp', 'GitCode'],
    );
    assert.equal(problems[0]?.why, 'twice');
  });

  it('uses the id as name if the entry has no name', () => {
    const { name, ...unnamed } = entry;
    assert.deepEqual([name, readHosts([unnamed]).hosts[0]?.name], ['Corp', 'corp']);
  });

  it('accepts plain http for localhost', () => {
    for (const url of ['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1'])
      assert.deepEqual(ids([{ ...entry, apiUrl: url, authUrl: url }]), ['corp', 'gitcode'], url);
  });

  it('rejects an entry in checkEntry that readHosts would skip', () => {
    checkEntry(entry);
    assert.throws(() => checkEntry({ ...entry, apiUrl: 'http://x.test' }), { kind: 'invalid', field: 'apiUrl' });
    assert.throws(() => checkEntry({ ...entry, id: '../x' }), { kind: 'invalid', field: 'id' });
  });
});
