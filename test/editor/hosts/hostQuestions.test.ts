import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { authentication, commands, ConfigurationTarget, Uri, workspace } from 'vscode';
import { nameSegment } from '../../../src/core/storage.ts';
import { certificate } from '../../kit/certificates.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { serve, serveProxy } from '../../kit/servers.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { until } from '../../kit/until.ts';
import { EditorQuestions } from '../kit/editorQuestions.ts';

const day = 24 * 60 * 60 * 1000;
const web = 'Web address of the host';
const api = 'Root of the API, without /api/v5';
const pages = 'Root of the sign-in pages, without /oauth';

const hosts = (): Readonly<Record<string, unknown>>[] => workspace.getConfiguration('sourcehost').get('hosts') ?? [];
const asksToSignIn = (_: unknown, response: ServerResponse): unknown =>
  response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"401 Unauthorized"}');
const shows = (_: unknown, response: ServerResponse): unknown =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');

/** Files of the extension that are named by a host. */
async function keptOf(host: string): Promise<string[]> {
  const entries = await readdir(process.env.SOURCEHOST_DATA ?? '', { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((path) => path.includes('sourcehost.sourcehost') && path.split(sep).includes(nameSegment(host)));
}

describe('adding a host through the questions', () => {
  const service = new RemoteService();
  const questions = new EditorQuestions();

  beforeEach(async () => {
    await service.reset();
    await commands.executeCommand('workbench.action.closeAllEditors');
    questions.begin({ 'Remove the host': 'Remove' });
  });
  afterEach(() => questions.end());

  it('proposes, checks and stores the host; removing it signs out and deletes all its data', async () => {
    const { url } = service;
    const before = hosts();
    const accountsBefore = await authentication.getAccounts('sourcehost');
    const added = commands.executeCommand('sourcehost.host.add');
    await questions.enter(web, url);
    const first = await questions.question(api);
    assert.deepEqual([first.value, first.step, first.totalSteps], [url, 2, 4]);
    await questions.back();
    assert.equal((await questions.question(web)).value, url);
    await questions.enter(web, `${url}/`);
    await questions.enter(api, `${url}/api/v5`);
    assert.equal((await questions.question(pages)).value, url);
    await questions.enter(pages, `${url}/oauth`);
    await questions.enter('Display name of the host', 'Second');
    await until(() => hosts().length > before.length);
    assert.deepEqual(hosts().at(-1), { webUrl: url, apiUrl: url, authUrl: url, name: 'Second', id: '127.0.0.1' });
    assert.equal(((await added) as { id: string }).id, '127.0.0.1');
    assert.deepEqual(questions.told, ['Added the host Second.']);
    assert.deepEqual(await service.violations(), []);

    await commands.executeCommand('sourcehost.account.signInWithToken', {
      host: '127.0.0.1',
      token: await service.token('alice'),
    });
    assert.equal((await authentication.getAccounts('sourcehost')).length, accountsBefore.length + 1);
    const file = Uri.parse('sourcehost://127.0.0.1/alice/website/README.md');
    await workspace.fs.readFile(file);
    await service.clear();
    await workspace.fs.readFile(file);
    assert.deepEqual(await service.asked(), [], 'kept');
    assert.ok((await keptOf('127.0.0.1')).length > 0);
    const removed = commands.executeCommand('sourcehost.host.remove');
    await questions.pick('Choose the host to remove', 'Second');
    await removed;
    assert.match(questions.told.at(-1) ?? '', /Remove the host/);
    assert.deepEqual(hosts(), before);
    assert.deepEqual(await authentication.getAccounts('sourcehost'), accountsBefore);
    assert.deepEqual(await keptOf('127.0.0.1'), []);
    await assert.rejects(async () => workspace.fs.readFile(file));
    // The same host, added again, has no data of the removed one.
    await commands.executeCommand('sourcehost.host.add', { id: '127.0.0.1', name: 'Third', apiUrl: url, authUrl: url });
    await service.clear();
    await workspace.fs.readFile(file);
    assert.ok((await service.requests()).length > 0, 'asked for again');
    await commands.executeCommand('sourcehost.host.remove', { host: '127.0.0.1' });
  });

  it('accepts https addresses, and http only for this computer', async () => {
    const added = commands.executeCommand('sourcehost.host.add');
    assert.match(await questions.refused(web, 'http://git.example.org'), /http is allowed for this computer only/);
    assert.match(await questions.refused(web, 'ftp://git.example.org'), /Enter a web address/);
    assert.match(await questions.refused(web, ''), /Enter a web address/);
    await questions.enter(web, service.url);
    assert.match(await questions.refused(api, 'http://api.example.org'), /http is allowed for this computer only/);
    assert.match(await questions.refused(api, 'api'), /Enter a web address/);
    await questions.dismiss();
    assert.equal(await added, undefined);
    assert.deepEqual(questions.told, []);
  });

  it('explains the cause if an address does not answer', async () => {
    await using folder = await temporaryFolder();
    const authority = certificate({ names: ['Authority'], authority: true });
    const unknown = certificate({ names: ['Stranger'], authority: true });
    const trusted = join(folder.path, 'authority.pem');
    await writeFile(trusted, authority.cert);
    const good = { names: ['127.0.0.1'], issuer: authority };
    const old = { from: new Date(Date.now() - 9 * day), until: new Date(Date.now() - day) };
    await using selfSigned = await serve(asksToSignIn, certificate({ names: ['127.0.0.1'] }));
    await using wrongName = await serve(asksToSignIn, certificate({ names: ['other.test'], issuer: authority }));
    await using expired = await serve(asksToSignIn, certificate({ ...good, ...old }));
    await using stranger = await serve(asksToSignIn, certificate({ ...good, issuer: unknown }));
    await using right = await serve(asksToSignIn, certificate(good));
    await using site = await serve(shows);
    const closed = await serve(shows);
    await closed[Symbol.asyncDispose]();
    await using proxy = await serveProxy({ route: () => right.port, wants: 'Basic bm90OnRoaXM=' });
    const before = process.env.NODE_EXTRA_CA_CERTS;
    const http = workspace.getConfiguration('http');
    try {
      process.env.NODE_EXTRA_CA_CERTS = trusted;
      await http.update('proxy', proxy.origin, ConfigurationTarget.Global);
      const added = commands.executeCommand('sourcehost.host.add');
      await questions.enter(web, service.url);
      const https = (origin: string): string => origin.replace('http:', 'https:');
      const table: readonly [string, RegExp][] = [
        [closed.origin, /The host refused the connection\. Check the address and the port\./],
        [site.origin, /No API found at this address/],
        [https(expired.origin), /certificate of the host has expired/],
        [https(selfSigned.origin), /certificate of the host is self-signed/],
        [https(stranger.origin), /issuer of the host’s certificate is not trusted/],
        [https(wrongName.origin), /certificate belongs to another host/],
        ['https://git.example.test', /proxy requires a user name and password\. Add them to the setting http\.proxy/],
      ];
      for (const [address, words] of table) {
        const said = await questions.refused(api, address);
        assert.match(said, words);
        assert.match(said, /Press Enter again to keep this address\.$/);
      }
      assert.deepEqual(proxy.tunnels.slice(0, 1), ['git.example.test:443']);
      await questions.enter(api, https(right.origin));
      assert.match(await questions.refused(pages, closed.origin), /The host refused the connection/);
      await questions.enter(pages, closed.origin);
      await questions.question('Display name of the host');
      await questions.dismiss();
      await added;
    } finally {
      await http.update('proxy', undefined, ConfigurationTarget.Global);
      if (before === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
      else process.env.NODE_EXTRA_CA_CERTS = before;
    }
  });
});
