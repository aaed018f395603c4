import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { api, record } from './visitor.ts';

const editorPort = 8137;

describe('local service: web pages, and other users of the computer,', () => {
  let service: Service;
  before(async () => (service = await startService({ repositories: [process.cwd()], editorPort })));
  after(() => service.close());

  /** A request without a token, with the headers of an attacker. */
  async function ask(address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> {
    const sent = request(address, { headers, method });
    sent.end();
    return ((await once(sent, 'response')) as [IncomingMessage])[0];
  }
  const port = (): string => new URL(service.url).port;

  it('get nothing at another name of the computer, or from a page of another origin', async () => {
    const strange = [
      { host: 'attacker.example' },
      { host: `attacker.example:${port()}` },
      { host: `127.0.0.1:${port()}.attacker.example` },
      { host: 'localhost:1' },
      { origin: 'https://attacker.example' },
      { origin: 'null' },
      { origin: `http://localhost:${port()}` },
      { host: `attacker.example:${port()}`, origin: `http://attacker.example:${port()}` },
    ];
    const addresses = [`${service.url}${api('/user')}`, `${service.url}/alice/website`, service.storageUrl];
    for (const address of [...addresses, service.controlUrl, `${service.url}/oauth/authorize`])
      for (const headers of strange)
        for (const method of ['GET', 'POST', 'OPTIONS'])
          assert.equal((await ask(address, headers, method)).statusCode, 403, `${method} ${address}`);
  });

  it('get no answer that pages of other origins may read', async () => {
    const own = { origin: service.url };
    for (const path of [api('/repos/alice/website'), '/alice/website', '/oauth/authorize']) {
      const { headers, statusCode } = await ask(`${service.url}${path}`, own);
      assert.notEqual(statusCode, 403);
      assert.equal(headers['access-control-allow-origin'], undefined);
    }
  });

  it('reach it through the editor in the browser, and by no other port', async () => {
    const { statusCode } = await ask(`${service.url}/alice/website`, { host: `localhost:${editorPort}` });
    assert.equal(statusCode, 200);
    assert.equal((await ask(service.url, { host: `localhost:${editorPort + 1}` })).statusCode, 403);
  });

  it('control it only with the address that it printed', async () => {
    for (const path of ['/_control', '/_control/', `/_control/${crypto.randomUUID()}`, '/_control/requests'])
      assert.equal((await ask(`${service.url}${path}`)).statusCode, 404, path);
    assert.equal((await ask(service.controlUrl)).statusCode, 200);
    assert.equal((await ask(service.controlUrl, { origin: service.url })).statusCode, 400);
    assert.equal((await ask(`${service.controlUrl}x`)).statusCode, 404);
  });

  it('cannot read a repository of this disk, nor guess a token', async () => {
    const [name = ''] =
      [...service.state.repositories].find(([, { description }]) => description.startsWith('A copy')) ?? [];
    const addresses = [api(`/repos/${name}`), api(`/repos/${name}/contents/README.md`), `/${name}/raw/README.md`];
    for (const path of addresses) assert.equal((await ask(`${service.url}${path}`)).statusCode, 404, path);
    const git = `${service.url}/${name}.git/info/refs?service=git-upload-pack`;
    assert.equal((await ask(git)).statusCode, 401);
    for (const token of ['local-personal-token-of-alice', 'local-limited-token-of-alice'])
      assert.equal((await ask(`${service.url}${api('/user')}`, { authorization: `Bearer ${token}` })).statusCode, 401);
    const mine = await ask(`${service.url}${api(`/repos/${name}`)}`, {
      authorization: `Bearer ${service.token('alice')}`,
    });
    assert.equal(record(JSON.parse(await text(mine))).private, true);
  });
});
