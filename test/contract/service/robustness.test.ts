import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import type { Service } from '../../service/handle.ts';
import { routes } from '../../service/router.ts';
import { startService } from '../../service/service.ts';
import { api, record, visitor } from './visitor.ts';
import { runs } from '../../kit/runs.ts';

describe('local service: robustness', () => {
  let service: Service;
  before(async () => (service = await startService()));
  after(() => service.close());
  afterEach(() => service.reset());

  it('answers random requests of any operation without an internal error', async function () {
    this.timeout(60_000);
    const name = fc.oneof(
      fc.constantFrom(
        'alice',
        'website',
        'samples',
        'empty',
        'main',
        'feature/login',
        'acme',
        'v1.1',
        '1',
        'README.md',
        'docs',
      ),
      fc.string({ minLength: 1, unit: 'grapheme' }),
    );
    const request = fc.record({
      route: fc.constantFrom(...routes),
      values: fc.array(name, { minLength: 8, maxLength: 8 }),
      body: fc.dictionary(fc.string(), fc.jsonValue()),
      login: fc.constantFrom('alice', 'bob', 'newcomer', undefined),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ route: { endpoint, operation }, values, body, login }) => {
        let at = 0;
        const value = (): string => values[(at += 1) % values.length] ?? 'x';
        const fill = (fields: object): [string, unknown][] => Object.keys(fields).map((field) => [field, value()]);
        const path = endpoint.path.replace(/\{(\w+)\}/g, () => encodeURIComponent(value()));
        const query = new URLSearchParams(fill(endpoint.query) as [string, string][]).toString();
        const json = endpoint.method === 'GET' ? undefined : { ...Object.fromEntries(fill(endpoint.body)), ...body };
        const { status, text } = await visitor(service, login)(`${api(path)}?${query}`, {
          method: endpoint.method,
          json,
        });
        // There the live service answers 500 for a missing repository.
        const isUsual = status === 500 && operation === 'gates.selfPermission';
        assert.ok(status < 500 || isUsual, `${endpoint.method} ${path}: ${text}`);
      }),
      // The seed is fixed here; `npm run fuzz` uses random ones.
      process.env.PROPERTY_FACTOR === undefined ? { ...runs(500), seed: 20261120 } : runs(500),
    );
  });

  it('rejects paths that are invalid in git or in a file system', async () => {
    const alice = visitor(service, 'alice');
    const create = async (path: string): Promise<number> => {
      const json = { content: '', message: 'x', branch: 'main' };
      return (await alice(api(`/repos/alice/website/contents/${path}`), { method: 'POST', json })).status;
    };
    for (const path of ['a//b', '.git/config', 'a/.GIT/x', 'nul%00', 'README.md/below', 'x'.repeat(256), 'docs'])
      assert.equal(await create(path), 400, path);
    const served = await service.repository('alice/website');
    assert.equal(await served.git(['fsck', '--strict']), '');
    assert.equal(await served.git(['log', '-1', '--format=%s', 'main']), 'Say what is done');
  });

  it('cuts and stalls long transfers in their middle', async () => {
    const alice = visitor(service, 'alice');
    const address = api(
      `/repos/alice/website/releases/v1.1/attach_files/${encodeURIComponent('说明 书.pdf')}/download`,
    );
    // Only the stalled transfer needs a short timeout; the others may be slow on a busy computer.
    const timeout = (kind?: string): AbortSignal => AbortSignal.timeout(kind === 'stalled' ? 400 : 20_000);
    const download = async (kind?: string): Promise<number> => {
      const headers = { authorization: `Bearer ${service.token('alice')}` };
      const answer = await fetch(`${service.url}${address}`, { headers, signal: timeout(kind) });
      assert.equal(answer.headers.get('content-length'), '300000');
      return (await answer.arrayBuffer()).byteLength;
    };
    assert.equal(await download(), 300_000);
    for (const kind of ['reset', 'stalled'] as const) {
      service.fail({ operation: 'releases.download', fault: { kind, at: 'body' }, times: 1 });
      await assert.rejects(download(kind));
    }
    service.fail({ operation: 'releases.download', fault: { kind: 'truncated', at: 1000 }, times: 1 });
    await assert.rejects(download());
    service.fail({ operation: 'releases.download', fault: { kind: 'trickle', bytes: 100_000, ms: 30 }, times: 1 });
    assert.equal(await download(), 300_000);
    const grant = record((await alice(api('/repos/alice/website/releases/v1.1/upload_url?file_name=big'))).json);
    for (const kind of ['reset', 'stalled'] as const) {
      service.fail({ operation: 'upload.put', fault: { kind, at: 'body' }, times: 1 });
      const headers = grant.headers as Record<string, string>;
      const body = Buffer.alloc(20_000_000);
      await assert.rejects(fetch(String(grant.url), { method: 'PUT', headers, body, signal: timeout(kind) }));
    }
    assert.equal(service.state.repositories.get('alice/website')?.releases.get('v1.1')?.assets.length, 3);
  });

  it('refuses to serve a folder that is no repository', async () => {
    await assert.rejects(startService({ repositories: ['/'] }), /\/ is not a git repository/);
    await assert.rejects(startService({ repositories: ['/nowhere/at/all'] }), /There is no folder/);
    await assert.rejects(startService({ port: Number(new URL(service.url).port) }), /EADDRINUSE/);
  });

  it('prints its address at the command line, and leaves no files behind', async () => {
    const child = spawn(process.execPath, ['test/service/cli.ts', '--latency', '1'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.startsWith('Control: ')) break;
    }
    assert.ok(
      lines.some((line) => /^Personal token \(alice\): local-personal-token-of-alice-[0-9a-f]{32}$/.test(line)),
    );
    assert.ok(lines.includes('Client id: sourcehost-editor'));
    const folder = record(await (await fetch(lines.at(-1)?.split(' ')[1] ?? '')).json()).directory;
    assert.ok(existsSync(String(folder)));
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
    assert.ok(!existsSync(String(folder)));
    const wrong = spawn(process.execPath, ['test/service/cli.ts', '--port', 'x'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    wrong.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
    const [failed] = (await once(wrong, 'close')) as [number];
    assert.equal(failed, 1);
    assert.match(words, /^--port must be a whole number\n\nUsage:/);
  });
});
