import assert from 'node:assert/strict';
import { join } from 'node:path';
import { silent } from '../../../src/core/log.ts';
import { gitNetwork } from '../../../src/git/gitNetwork.ts';
import type { NetworkOptions } from '../../../src/net/http/options.ts';
import { certificate, trustIn } from '../../kit/certificates.ts';
import { accessAt, testGit, watchedGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { serve, serveProxy } from '../../kit/servers.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

const authority = certificate({ names: ['Test Authority'], authority: true });
const good = certificate({ names: ['git.example.test', 'localhost'], issuer: authority });
const name = { host: 'local', owner: 'a', repo: 'b' };

/** The environment of git for a fetch from `url`. */
async function variables(url: string, options: Partial<NetworkOptions>): Promise<Readonly<Record<string, string>>> {
  const settings = { strictSSL: true, env: {}, ...options };
  return await gitNetwork({ settings: () => settings, folder: '/nothing', log: silent })(url);
}

/** The reason why a fetch from `url` fails; `gitDenied` if it reached the server. */
async function outcome(url: string, options: Partial<NetworkOptions>): Promise<string | undefined> {
  await using folder = await temporaryFolder();
  const settings = { strictSSL: true, env: {}, ...options };
  const network = gitNetwork({ settings: () => settings, folder: join(folder.path, 'git'), log: silent });
  await using git = testGit(folder.path, accessAt(url), { network });
  return (await rejection(git.of(name).fetch('1'.repeat(40)))).reason;
}

const denied = (): ReturnType<typeof serve> => serve((_, response) => response.writeHead(403).end(), good);

describe('The network of git', () => {
  it('has the proxy of the settings or of the environment, with its password', async () => {
    const url = 'https://git.example.test/a/b.git';
    assert.deepEqual(await variables(url, {}), {});
    assert.deepEqual(await variables(url, { proxy: 'http://u:p%40@proxy:8080', noProxy: 'a.test,b.test' }), {
      http_proxy: 'http://u:p%40@proxy:8080/',
      https_proxy: 'http://u:p%40@proxy:8080/',
      no_proxy: 'a.test,b.test',
      GIT_HTTP_PROXY_AUTHMETHOD: 'basic',
    });
    const proxyAuthorization = `Basic ${Buffer.from('me:se:cret').toString('base64')}`;
    const { https_proxy: proxy } = await variables(url, { env: { HTTPS_PROXY: 'proxy:8080' }, proxyAuthorization });
    assert.equal(proxy, 'http://me:se%3Acret@proxy:8080/');
    assert.equal((await rejection(variables(url, { proxy: 'ftp://x' }))).reason, 'proxyInvalid');
  });

  it('has no proxy for this computer and the excluded hosts', async () => {
    const proxy = 'http://proxy:8080';
    assert.deepEqual(await variables('http://127.0.0.1:80/a', { proxy }), {});
    assert.deepEqual(await variables('https://10.1.2.3/a', { proxy, noProxy: '10.0.0.0/8' }), {});
  });

  it('reaches a host through the proxy, whose password is in no argument', async () => {
    await using server = await denied();
    const wants = `Basic ${Buffer.from('me:se-cret').toString('base64')}`;
    await using proxy = await serveProxy({ route: () => server.port, wants });
    await using folder = await temporaryFolder();
    const watched = await watchedGit(folder.path);
    const settings: NetworkOptions = {
      proxy: proxy.origin.replace('//', '//me:se-cret@'),
      strictSSL: true,
      ...trustIn(authority),
    };
    const network = gitNetwork({ settings: () => settings, folder: join(folder.path, 'git'), log: silent });
    const access = accessAt('https://git.example.test/a/b.git');
    await using git = testGit(folder.path, access, { network, command: watched.command });
    assert.equal((await rejection(git.of(name).fetch('1'.repeat(40)))).reason, 'gitDenied');
    assert.deepEqual([...new Set(proxy.tunnels)], ['git.example.test:443']);
    assert.equal(proxy.credentials.at(-1), wants);
    for (const pid of await watched.starts()) assert.ok(!(await watched.argumentsOf(pid)).includes('se-cret'));
  });

  it('trusts the certificates of NODE_EXTRA_CA_CERTS, and others only if the user turned the check off', async () => {
    await using server = await denied();
    const url = `https://localhost:${server.port}/a/b.git`;
    assert.match((await outcome(url, {})) ?? '', /^tls/);
    assert.equal(await outcome(url, trustIn(authority)), 'gitDenied');
    assert.equal(await outcome(url, { strictSSL: false }), 'gitDenied');
  });
});
