import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Service } from '../../service/handle.ts';
import { gitEnvironment } from '../../service/git/command.ts';
import { startService } from '../../service/service.ts';
import { api, items, record, visitor } from './visitor.ts';

const run = promisify(execFile);

describe('local service: attachments, webhooks, git', () => {
  let service: Service;
  let folder: string;
  before(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'sourcehost-transfers-'));
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => service.reset());

  const git = async (cwd: string, ...args: string[]): Promise<string> =>
    (await run('git', args, { cwd, env: gitEnvironment() })).stdout.trim();

  it('creates a release with its tag, and stores and serves an attachment', async () => {
    const alice = visitor(service, 'alice');
    const path = api('/repos/alice/website/releases');
    const json = { tag_name: 'v3.0', name: 'Three', body: 'New', target_commitish: 'develop' };
    assert.equal((await alice(path, { method: 'POST', json })).status, 201);
    assert.equal((await alice(path, { method: 'POST', json })).status, 409);
    const served = await service.repository('alice/website');
    assert.equal(await served.git(['rev-parse', 'v3.0']), await served.git(['rev-parse', 'develop']));
    assert.equal(record((await alice(`${path}/latest`)).json).tag_name, 'v3.0');
    const grant = record((await alice(`${path}/v3.0/upload_url?file_name=${encodeURIComponent('数据 a+b.bin')}`)).json);
    const headers = grant.headers as Record<string, string>;
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at & 0xff));
    const put = (more: Record<string, string>): Promise<Response> =>
      fetch(String(grant.url), { method: 'PUT', body: bytes, headers: { ...headers, ...more } });
    assert.notEqual(new URL(String(grant.url)).port, new URL(service.url).port);
    assert.equal((await put({ 'x-obs-acl': 'private' })).status, 403);
    assert.equal((await put({ authorization: 'Bearer x' })).status, 400);
    assert.equal((await put({})).status, 200);
    assert.equal((await put({})).status, 409);
    assert.deepEqual(
      service.violations.map(({ words }) => words),
      ['the granted header x-obs-acl is changed', 'the token is sent to the storage'],
    );
    const release = record((await alice(`${path}/v3.0`)).json);
    assert.equal(items(release.assets).find(({ name }) => name === '数据 a+b.bin')?.size, 100_000);
    const address = `${path}/v3.0/attach_files/${encodeURIComponent('数据 a+b.bin')}/download`;
    const token = { authorization: `Bearer ${service.token('alice')}` };
    const whole = await fetch(`${service.url}${address}`, { headers: token });
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes);
    const part = await fetch(`${service.url}${address}`, { headers: { ...token, range: 'bytes=10-19' } });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, 'bytes 10-19/100000']);
    service.set({ operation: 'releases.download', habits: { download: 'redirect' } });
    const redirect = await alice(address);
    const stored = await fetch(redirect.headers.get('location') ?? '');
    assert.equal((await stored.arrayBuffer()).byteLength, 100_000);
    const asset = items(release.assets).find(({ name }) => name === 'v3.0.zip');
    const archive = await fetch(String(asset?.browser_download_url), { headers: token });
    assert.equal(Buffer.from(await archive.arrayBuffer()).toString('latin1', 0, 2), 'PK');
  });

  it('delivers webhooks with the right headers, and records the result', async () => {
    const received: { headers: IncomingHttpHeaders; body: string; url: string }[] = [];
    const listener = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), url: request.url ?? '' });
        response.writeHead(202).end('Taken');
      });
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    try {
      const alice = visitor(service, 'alice');
      const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
      const path = api('/repos/alice/samples/hooks');
      const made = record(
        (await alice(path, { method: 'POST', json: { url, encryption_type: 1, password: 'key', issues_events: true } }))
          .json,
      );
      assert.deepEqual([made.result, made.result_code, made.password, made.push_events], [null, 0, 'key', false]);
      const hook = `${path}/${String(made.id)}`;
      assert.equal((await alice(`${hook}/tests`, { method: 'POST' })).status, 204);
      const test = received[0];
      assert.equal(test?.headers['x-gitcode-event'], 'Push Hook');
      const expected = createHmac('sha256', 'key').update(test.body).digest('hex');
      assert.equal(test.headers['x-gitcode-signature-256'], `sha256=${expected}`);
      await alice(api('/repos/alice/issues'), { method: 'POST', json: { repo: 'samples', title: 'Tell them' } });
      await service.delivered();
      assert.equal(received[1]?.headers['x-gitcode-event'], 'Issue Hook');
      const seen = record((await alice(hook)).json);
      assert.deepEqual([seen.result, seen.result_code], ['Taken', 202]);
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
      await alice(`${hook}/tests`, { method: 'POST' });
      assert.equal(record((await alice(hook)).json).result_code, 503);
      const edited = record((await alice(hook, { method: 'PATCH', json: { url, push_events: true } })).json);
      assert.deepEqual([edited.id, edited.push_events, edited.issues_events], [undefined, true, true]);
      assert.equal((await alice(hook, { method: 'DELETE' })).status, 204);
    } finally {
      listener.close();
    }
  });

  it('serves clone, fetch and push with the token as password', async () => {
    const address = service.url.replace('//', `//alice:${service.token('alice')}@`);
    const clone = join(folder, 'clone');
    await git(folder, 'clone', '-q', `${address}/alice/secrets.git`, clone);
    const served = await service.repository('alice/secrets');
    assert.equal(await git(clone, 'rev-parse', 'HEAD'), await served.git(['rev-parse', 'main']));
    await writeFile(join(clone, 'pushed.txt'), 'pushed\n');
    await git(clone, 'add', '.');
    await git(clone, 'commit', '-q', '-m', 'Pushed');
    await git(clone, 'push', '-q', 'origin', 'HEAD:refs/heads/feature/pushed');
    const branch = await visitor(service, 'alice')(api('/repos/alice/secrets/branches/feature%2Fpushed'));
    assert.equal(record(record(branch.json).commit).id, await git(clone, 'rev-parse', 'HEAD'));
    await assert.rejects(git(folder, 'clone', '-q', `${service.url}/alice/secrets.git`, join(folder, 'none')));
    const bob = service.url.replace('//', `//bob:${service.token('bob')}@`);
    const platform = join(folder, 'platform');
    await git(folder, 'clone', '-q', '--filter=blob:none', '--depth=1', `${bob}/acme/platform.git`, platform);
    assert.match(await readFile(join(platform, 'README.md'), 'utf8'), /platform/);
    await git(platform, 'commit', '-q', '--allow-empty', '-m', 'Empty');
    await assert.rejects(git(platform, 'push', '-q', 'origin', 'main'), /403/);
    assert.deepEqual(service.violations, []);
  });
});
