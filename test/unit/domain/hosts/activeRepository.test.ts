import assert from 'node:assert/strict';
import { activeOf, repositoryOfAddress, repositoryOfRemotes } from '../../../../src/domain/hosts/activeRepository.ts';
import type { Host } from '../../../../src/domain/hosts/hosts.ts';

function host(id: string, webUrl: string, apiUrl = webUrl, authUrl = webUrl): Host {
  return {
    id,
    name: id,
    webUrl,
    apiUrl,
    authUrl,
    clientId: undefined,
    scopes: [],
    redirectUri: undefined,
    requestsPerMinute: undefined,
  };
}

const gitcode = host('gitcode', 'https://gitcode.com', 'https://api.gitcode.com');
const company = host('company', 'https://code.example.com/git', 'https://code.example.com/api');
const local = host('local', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000/oauth');
const hosts = [gitcode, company, local];

describe('repositoryOfAddress', () => {
  const cases: [string, string | undefined][] = [
    ['https://gitcode.com/openlab/docs.git', 'gitcode openlab/docs'],
    ['https://gitcode.com/openlab/docs', 'gitcode openlab/docs'],
    ['https://gitcode.com/openlab/docs/', 'gitcode openlab/docs'],
    ['https://atomgit.com/openlab/docs.git', 'gitcode openlab/docs'],
    ['https://www.atomgit.com/openlab/docs', 'gitcode openlab/docs'],
    ['https://user:secret@GitCode.com/openlab/docs.git', 'gitcode openlab/docs'],
    ['git@gitcode.com:openlab/docs.git', 'gitcode openlab/docs'],
    ['git@atomgit.com:openlab/docs.git', 'gitcode openlab/docs'],
    ['gitcode.com:openlab/docs', 'gitcode openlab/docs'],
    ['ssh://git@gitcode.com/openlab/docs.git', 'gitcode openlab/docs'],
    ['ssh://git@gitcode.com:2222/openlab/docs.git', 'gitcode openlab/docs'],
    ['https://gitcode.com/openlab/docs/issues/12', 'gitcode openlab/docs'],
    ['https://gitcode.com/openlab/docs/blob/main/a%20b.md#L3', 'gitcode openlab/docs'],
    ['https://gitcode.com/openlab/docs.github.io.git', 'gitcode openlab/docs.github.io'],
    ['https://code.example.com/git/team/app.git', 'company team/app'],
    ['git@code.example.com:team/app.git', 'company team/app'],
    ['http://127.0.0.1:4000/ada/engine.git', 'local ada/engine'],
    ['http://127.0.0.1:4001/ada/engine.git', undefined],
    ['https://github.com/openlab/docs.git', undefined],
    ['https://gitcode.com.evil.example/openlab/docs.git', undefined],
    ['https://evil.example/gitcode.com/openlab/docs.git', undefined],
    ['https://gitcode.com/openlab', undefined],
    ['https://gitcode.com/openlab/..%2f..', undefined],
    ['https://gitcode.com/%E0%A4%A/docs', undefined],
    ['/srv/docs', undefined],
    ['C:\\docs', undefined],
    ['file:///srv/docs', undefined],
    ['', undefined],
  ];
  for (const [address, expected] of cases) {
    it(`reads ${address || 'nothing'} as ${expected ?? 'none'}`, () => {
      const found = repositoryOfAddress(address, hosts);
      assert.equal(found && `${found.host} ${found.owner}/${found.repo}`, expected);
    });
  }
});

describe('repositoryOfRemotes', () => {
  const at = (name: string, ...addresses: string[]) => ({ name, addresses, pushAddresses: [] });
  const remote = (name: string, repo: string) => at(name, `https://gitcode.com/${repo}.git`);

  it('uses the upstream remote, else origin, else the first remote at a known host', () => {
    const remotes = [
      at('mirror', 'https://github.com/a/a.git'),
      remote('fork', 'me/docs'),
      remote('origin', 'openlab/docs'),
    ];
    assert.equal(repositoryOfRemotes(remotes, 'fork', hosts)?.owner, 'me');
    assert.equal(repositoryOfRemotes(remotes, undefined, hosts)?.owner, 'openlab');
    assert.equal(repositoryOfRemotes(remotes, 'mirror', hosts)?.owner, 'openlab');
    assert.equal(repositoryOfRemotes(remotes.slice(0, 2), undefined, hosts)?.owner, 'me');
  });

  it('uses the first address of a remote that is at a known host: as git uses it, then as it is written', () => {
    const [used, written, elsewhere] = [
      'git@gitcode.com:me/used.git',
      'git@gitcode.com:me/written.git',
      'work:me/x.git',
    ];
    const found = (...addresses: string[]) => repositoryOfRemotes([at('origin', ...addresses)], undefined, hosts)?.repo;
    assert.equal(found(used, written), 'used');
    assert.equal(found(elsewhere, written), 'written');
    assert.equal(found(elsewhere), undefined);
  });

  it('returns undefined if no remote is at a known host', () => {
    assert.equal(repositoryOfRemotes([at('origin')], undefined, hosts), undefined);
    assert.equal(repositoryOfRemotes([], undefined, hosts), undefined);
  });
});

describe('activeOf', () => {
  it('prefers the locked repository, then the editor, the first folder and the chosen one', () => {
    const all = { locked: 'locked', editor: 'editor', folders: ['one', 'two'], chosen: 'chosen' };
    assert.equal(activeOf(all), 'locked');
    assert.equal(activeOf({ ...all, locked: undefined }), 'editor');
    assert.equal(activeOf({ ...all, locked: undefined, editor: undefined }), 'one');
    assert.equal(activeOf({ locked: undefined, editor: undefined, folders: [], chosen: 'chosen' }), 'chosen');
  });
});
