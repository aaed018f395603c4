import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';
import { readArguments } from '../../../src/mcp/options.ts';
import { sharesDomain } from '../../../src/domain/hosts/gitAddress.ts';
import { passwordOrigins, takesToken, targetHost, tokenVariable } from '../../../src/mcp/targetHost.ts';
import { toolSetNames } from '../../../src/tools/table.ts';
import { version } from '../../../src/mcp/version.ts';

describe('The arguments of sourcehost-mcp', () => {
  it('are read-only without repositories by default', () => {
    assert.deepEqual(readArguments([]), {
      kind: 'serve',
      options: {
        write: false,
        repos: [],
        host: undefined,
        apiUrl: undefined,
        toolsets: toolSetNames,
        requestsPerMinute: 50,
      },
    });
  });

  it('name repositories separated by commas, or several times', () => {
    const start = readArguments(['--repos', 'alice/a, bob/b', '--repos=carol/c', '--write', '--host', 'gitcode']);
    assert.ok(start.kind === 'serve');
    const { write, repos, host } = start.options;
    assert.deepEqual([write, repos, host], [true, ['alice/a', 'bob/b', 'carol/c'], 'gitcode']);
  });

  it('are refused if a repository is not written owner/name, or an argument is unknown', () => {
    for (const args of [['--repos', 'alice'], ['--repos', 'alice/a,'], ['--all'], ['alice/a'], ['--host']])
      assert.equal(readArguments(args).kind, 'wrong', args.join(' '));
  });

  it('name sets of tools', () => {
    const start = readArguments(['--toolsets', 'files, releases']);
    assert.deepEqual(start.kind === 'serve' && start.options.toolsets, ['files', 'releases']);
    const message = '“pages” of --toolsets must be one of files, issues, pullRequests, releases.';
    assert.deepEqual(readArguments(['--toolsets=files,pages']), { kind: 'wrong', message });
  });

  it('name the API and the limit of requests', () => {
    const start = readArguments(['--api-url', 'https://api.example.org', '--requests-per-minute', '0']);
    assert.ok(start.kind === 'serve');
    assert.deepEqual([start.options.apiUrl, start.options.requestsPerMinute], ['https://api.example.org', 0]);
    for (const limit of ['-1', '1.5', 'many', ''])
      assert.equal(readArguments([`--requests-per-minute=${limit}`]).kind, 'wrong', limit);
  });

  it('show the help or the version', () => {
    assert.deepEqual(readArguments(['-h']), { kind: 'print', what: 'help' });
    assert.deepEqual(readArguments(['--version']), { kind: 'print', what: 'version' });
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
    assert.equal(version, manifest.version);
    assert.deepEqual(manifest.bin, { 'sourcehost-mcp': 'dist/mcp.cjs' });
  });
});

describe('The host of sourcehost-mcp', () => {
  const addresses = (host?: string, apiUrl?: string): readonly string[] => {
    const { id, webUrl, apiUrl: api } = targetHost(host, apiUrl);
    return [id, webUrl, api];
  };

  it('is the built-in one by default', () => {
    const builtIn = ['gitcode', 'https://gitcode.com', 'https://api.gitcode.com'];
    assert.deepEqual(addresses(), builtIn);
    assert.deepEqual(addresses('gitcode'), builtIn);
    assert.deepEqual(addresses('https://gitcode.com/alice'), builtIn);
    assert.deepEqual(addresses(undefined, 'https://api.gitcode.com/api/v5'), builtIn);
  });

  it('is read from an address, with the API that the options name', () => {
    assert.deepEqual(addresses('code.example.com'), [
      'code.example.com',
      'https://code.example.com',
      'https://api.code.example.com',
    ]);
    assert.equal(addresses('code.example.com', 'https://code.example.com/api/v5')[2], 'https://code.example.com');
    assert.deepEqual(addresses(undefined, 'http://127.0.0.1:8080'), [
      '127.0.0.1',
      'http://127.0.0.1:8080',
      'http://127.0.0.1:8080',
    ]);
  });

  it('needs https', () => {
    assert.throws(() => targetHost('http://code.example.com', undefined));
    assert.throws(() => targetHost(undefined, 'http://code.example.com'));
    assert.throws(() => targetHost(undefined, 'no address'));
  });

  it('takes the token of the environment only if it is built in, or if SOURCEHOST_API_URL names it', () => {
    const takes = (host?: string, apiUrl?: string): boolean => takesToken(targetHost(host, apiUrl), apiUrl);
    assert.ok(takes());
    assert.ok(takes('https://gitcode.com/alice'));
    assert.ok(takes(undefined, 'https://api.gitcode.com/api/v5/'));
    assert.ok(takes(undefined, 'https://code.example.com/api/v5'));
    assert.ok(takes('code.example.com', 'https://api.code.example.com'));
    assert.ok(!takes('https://evil.example'));
    assert.ok(!takes('http://127.0.0.1:8080'));
    // Git would send it to the web address.
    assert.ok(!takes('https://evil.example', 'https://api.gitcode.com'));
    assert.ok(!takes('gitcode', 'https://evil.example'));
    assert.ok(!takes('https://evil.example', 'https://notevil.example'));
  });

  it('gets no password that git has for another host', () => {
    const webUrl = 'https://code.example.com';
    assert.ok(sharesDomain({ webUrl, apiUrl: 'https://code.example.com' }));
    assert.ok(sharesDomain({ webUrl, apiUrl: 'https://api.code.example.com' }));
    for (const apiUrl of [
      'https://evil.example',
      'https://evilcode.example.com',
      'http://code.example.com',
      'https://code.example.com:8443',
      'https://api.code.example.com:8443',
      'https://evil.code.example.com',
      'https://x.api.code.example.com',
    ]) {
      assert.ok(!sharesDomain({ webUrl, apiUrl }), apiUrl);
      assert.deepEqual(passwordOrigins({ webUrl, apiUrl }), [webUrl]);
      assert.ok(!takesToken({ webUrl, apiUrl: 'https://evil.example' }, apiUrl));
    }
    assert.ok(sharesDomain({ webUrl: `${webUrl}:8443`, apiUrl: 'https://api.code.example.com:8443' }));
    assert.ok(!sharesDomain({ webUrl: `${webUrl}:8443`, apiUrl: 'https://api.code.example.com' }));
  });

  it('has a variable for the token of its API alone', () => {
    const variable = (apiUrl: string): string => tokenVariable(targetHost('code.example.com', apiUrl));
    assert.equal(variable('https://api.example.org'), 'SOURCEHOST_TOKEN_API_EXAMPLE_ORG');
    assert.equal(variable('https://code.example.com:8443/api/v5'), 'SOURCEHOST_TOKEN_CODE_EXAMPLE_COM_8443');
  });

  it('gives git its password at its own origins only, and not at the other domain of the service', () => {
    assert.deepEqual(passwordOrigins(targetHost(undefined, undefined)), [
      'https://gitcode.com',
      'https://api.gitcode.com',
    ]);
  });

  it('is not the built-in one at another port', () => {
    assert.deepEqual(addresses('https://gitcode.com:8443'), [
      'gitcode.com',
      'https://gitcode.com:8443',
      'https://api.gitcode.com:8443',
    ]);
  });
});
