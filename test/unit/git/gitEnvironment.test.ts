import assert from 'node:assert/strict';
import {
  fetchArguments,
  fetchEnvironment,
  inheritedBy,
  localArguments,
  localEnvironment,
  pushArguments,
  snapshotOf,
  type RemoteAccess,
} from '../../../src/git/gitEnvironment.ts';

const commit = '1'.repeat(40);
const token = { login: 'alice', token: 'very-secret' };
const access: RemoteAccess = { url: 'https://gitcode.com/a/b.git', token, isFiltered: true };

/** The options before the subcommand. */
function optionsOf(args: readonly string[]): ReadonlyMap<string, string> {
  const pairs = args.flatMap((name, at) => (name === '-c' ? [args[at + 1] ?? ''] : []));
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

describe('The arguments of git', () => {
  it('contain no token: it is in the environment', () => {
    assert.ok(!fetchArguments(snapshotOf(commit), access).join('\n').includes(token.token));
    assert.ok(Object.values(fetchEnvironment(access, [])).includes(token.token));
  });

  it('expect each ref of a push at its commit', () => {
    const pushed = (...updates: Parameters<typeof pushArguments>[0]): string[] =>
      pushArguments(updates, access).filter((one) => /^--(?:atomic|force)|refs\//.test(one));
    assert.deepEqual(
      pushed(
        { ref: 'refs/heads/new', expected: undefined, to: commit },
        { ref: 'refs/heads/old', expected: commit, to: undefined },
      ),
      [
        '--atomic',
        '--force-with-lease=refs/heads/new:',
        `--force-with-lease=refs/heads/old:${commit}`,
        `${commit}:refs/heads/new`,
        ':refs/heads/old',
      ],
    );
  });

  it('give the credentials to the origin of the repository only', () => {
    const options = optionsOf(fetchArguments(snapshotOf(commit), access));
    const helpers = [...options].filter(([name]) => name.startsWith('credential.') && name.endsWith('helper'));
    assert.deepEqual(
      helpers.map(([name, value]) => [name, value === '']),
      [
        ['credential.helper', true],
        ['credential.https://gitcode.com.helper', false],
      ],
    );
    const without = optionsOf(fetchArguments(snapshotOf(commit), { ...access, token: undefined }));
    assert.deepEqual(
      [...without.keys()].filter((name) => /^credential.*helper$/.test(name)),
      ['credential.helper'],
    );
  });

  it('allow no protocol but https, and http only for a host of this computer', () => {
    const options = optionsOf(localArguments());
    assert.deepEqual([options.get('protocol.allow'), options.get('protocol.http.allow')], ['never', undefined]);
    const local = { ...access, url: 'http://127.0.0.1:8138/a/b.git' };
    assert.equal(optionsOf(fetchArguments(snapshotOf(commit), access)).get('protocol.http.allow'), undefined);
    assert.equal(optionsOf(fetchArguments(snapshotOf(commit), local)).get('protocol.http.allow'), 'always');
    assert.equal(fetchEnvironment(access, []).GIT_ALLOW_PROTOCOL, 'https');
    assert.equal(fetchEnvironment(local, []).GIT_ALLOW_PROTOCOL, 'https:http');
  });

  it('turn off hooks, helpers, maintenance and redirects, and check all objects', () => {
    const options = optionsOf(fetchArguments(snapshotOf(commit), access));
    const expected = {
      'core.hooksPath': '/dev/null',
      'core.fsmonitor': 'false',
      'core.askPass': '',
      'gc.auto': '0',
      'maintenance.auto': 'false',
      'http.allowNTLMAuth': 'false',
      'http.delegation': 'none',
      'http.emptyAuth': 'false',
      'http.followRedirects': 'false',
      'transfer.fsckObjects': 'true',
      'fetch.fsckObjects': 'true',
      'fetch.recurseSubmodules': 'false',
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, options.get(name)])), expected);
  });

  it('fetch at depth 1, without tags and without large files', () => {
    const args = fetchArguments(snapshotOf(commit), access);
    assert.deepEqual(args.slice(args.indexOf('fetch')), [
      'fetch',
      '--progress',
      '--depth=1',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--no-recurse-submodules',
      '--filter=blob:limit=1m',
      '--stdin',
      'sourcehost',
    ]);
    assert.ok(
      !fetchArguments(snapshotOf(commit), { ...access, isFiltered: false }).some((arg) => arg.startsWith('--filter')),
    );
  });
});

describe('The environment of git', () => {
  it('has no secrets, proxies and settings of git of this process', () => {
    const inherited = {
      PATH: '/bin',
      TMPDIR: '/tmp',
      GIT_DIR: '/other',
      GIT_TRACE_CURL: '/tmp/log',
      GIT_SSH_COMMAND: 'x',
      SOURCEHOST_TOKEN: 'x',
      GITHUB_TOKEN: 'x',
      NPM_PASSWORD: 'x',
      HTTPS_PROXY: 'http://u:p@proxy',
      no_proxy: 'x',
      SSLKEYLOGFILE: '/tmp/keys',
      SSH_ASKPASS: 'x',
      LANG: 'zh_CN',
      VSCODE_GIT_ASKPASS_NODE: 'x',
      HOME: '/home/alice',
    };
    assert.deepEqual(inheritedBy(inherited), { PATH: '/bin', TMPDIR: '/tmp' });
  });

  it('has no home and no configuration of the user or the system', () => {
    const environment = localEnvironment({ HOME: '/home/alice', PATH: '/bin' }, '/repository', '/none');
    assert.equal(environment.GIT_DIR, '/repository');
    assert.equal(environment.HOME, '/none');
    assert.equal(environment.XDG_CONFIG_HOME, '/none');
    assert.equal(environment.GIT_CONFIG_GLOBAL, '/dev/null');
    assert.equal(environment.GIT_CONFIG_NOSYSTEM, '1');
    assert.equal(environment.GIT_TERMINAL_PROMPT, '0');
    assert.equal(environment.GIT_ASKPASS, '');
    assert.equal(environment.GIT_NO_LAZY_FETCH, '1');
    assert.equal(environment.LC_ALL, 'C');
  });

  it('passes options of the user by number', () => {
    const environment = fetchEnvironment({ ...access, token: undefined }, [['http.sslcainfo', '/ca.pem']]);
    assert.deepEqual(environment, {
      GIT_ALLOW_PROTOCOL: 'https',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'http.sslcainfo',
      GIT_CONFIG_VALUE_0: '/ca.pem',
      GIT_TRACE_CURL: '1',
      GIT_TRACE_CURL_NO_DATA: '1',
    });
  });
});
