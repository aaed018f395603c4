// Peak memory above idle of a 1 GiB upload from a file and a download to a file; fails above what is wanted.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { FetchInit, FetchReply } from '../../src/api/http/fetch.ts';
import { silent } from '../../src/core/log.ts';
import type { NetworkMode } from '../../src/net/http/fallback.ts';
import { localFiles } from '../../src/net/disk/files.ts';
import { createNetwork } from '../../src/net/http/network.ts';
import * as transports from '../../src/net/http/onDemand.ts';
import { budget } from '../budgets.ts';
import { temporaryFolder } from '../kit/temporaryFolder.ts';
import { table, writeSection } from './kit/page.ts';

const mebibyte = 1024 * 1024;
const most = budget.memory.transfer;
const size = Number(process.env.MEBIBYTES ?? 1024) * mebibyte;

/** The figures of each transfer in docs/performance.md. */
const rows: (readonly string[])[] = [];

type Usage = Record<'rss' | 'heap' | 'buffers', number>;

function usage(): Usage {
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { rss, heap: heapUsed, buffers: arrayBuffers };
}

/** Prints the most that `work` takes above what was taken before it, and how fast it was. */
async function measured(name: string, work: () => Promise<void>): Promise<void> {
  globalThis.gc?.();
  await pause(500);
  const idle = usage();
  const peak = { ...idle };
  const sample = setInterval(() => {
    const now = usage();
    for (const key of ['rss', 'heap', 'buffers'] as const) peak[key] = Math.max(peak[key], now[key]);
  }, 10);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  clearInterval(sample);
  const above = (key: keyof Usage): string => ((peak[key] - idle[key]) / mebibyte).toFixed(1);
  const speed = (size / mebibyte / seconds).toFixed(0);
  rows.push([name, `${above('rss')} (≤ ${most / mebibyte})`, above('heap'), above('buffers'), speed]);
  console.log(rows.at(-1)?.join(' | '));
}

/** Answers GET with as many bytes as its path says, and anything else with the number of bytes that it got. */
async function serveBytes(): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, 'sourcehost');
  const server = createServer((request, response) => {
    if (request.method !== 'GET') {
      let received = 0;
      request.on('data', (part: Buffer) => (received += part.length));
      request.on('end', () => response.end(String(received)));
      return;
    }
    let left = Number(request.url?.slice(1));
    response.writeHead(200, { 'content-length': left });
    const more = (): void => {
      for (let free = true; free && left > 0; left -= chunk.length) free = response.write(chunk.subarray(0, left));
      if (left > 0) response.once('drain', more);
      else response.end();
    };
    more();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
}

async function run(server: ChildProcess): Promise<void> {
  const [port] = (await once(server, 'message')) as [number];
  await using folder = await temporaryFolder();
  const [source, target] = [join(folder.path, 'source'), join(folder.path, 'target')];
  const file = await open(source, 'w');
  await file.truncate(size);
  await file.close();
  for (const mode of ['undici', 'editor'] satisfies NetworkMode[]) {
    const settings = { mode, strictSSL: true, env: {} };
    const network = createNetwork({
      load: () => Promise.resolve(transports),
      settings: () => settings,
      editorFetch: fetch,
      log: silent,
    });
    const ask = (path: string, init: Partial<FetchInit> = {}): Promise<FetchReply> => {
      const { signal } = new AbortController();
      return network.fetch(`http://127.0.0.1:${port}${path}`, { method: 'GET', headers: {}, signal, ...init });
    };
    await text((await ask('/1')).body!);
    await measured(`${mode} upload`, async () => {
      const reply = await ask('/', { method: 'PUT', body: await localFiles.open(source) });
      if ((await text(reply.body!)) !== String(size)) throw new Error('not all arrived');
    });
    await measured(`${mode} download`, async () => {
      await localFiles.save(target, (await ask(`/${size}`)).body!, { size });
    });
    network.dispose();
  }
}

if (process.argv[2] === 'serve') await serveBytes();
else {
  const server = fork(import.meta.filename, ['serve']);
  await run(server).finally(() => server.kill());
  const transfers = `${size / mebibyte} MiB`;
  await writeSection('streams', table([transfers, 'memory, MiB', 'heap, MiB', 'buffers, MiB', 'MiB/s'], rows));
}
