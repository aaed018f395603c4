import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { exchange, type Exchange } from '../../../src/api/http/exchange.ts';
import type { BodySource, ExchangeLimits } from '../../../src/api/http/fetch.ts';
import { TimeoutBudget } from '../../../src/api/http/timeoutBudget.ts';
import { silent } from '../../../src/core/log.ts';
import type { Reply } from '../../../src/api/contract/reply.ts';
import { usualLimits } from '../../../src/net/http/limits.ts';
import { createNetwork } from '../../../src/net/http/network.ts';
import * as transports from '../../../src/net/http/onDemand.ts';
import { rejection } from '../../kit/rejection.ts';
import { serve } from '../../kit/servers.ts';
import { until } from '../../kit/until.ts';

const patient: ExchangeLimits = { answer: 20_000, upload: 20_000, stall: 20_000 };

for (const mode of ['undici', 'editor'] as const) {
  const send = async (
    url: string,
    limits: Partial<ExchangeLimits>,
    request: Partial<Exchange> = {},
  ): Promise<Reply> => {
    const network = createNetwork({
      load: () => Promise.resolve(transports),
      settings: () => ({ mode, strictSSL: true, env: {} }),
      editorFetch: globalThis.fetch,
      log: silent,
      exchangeLimits: { ...patient, ...limits },
    });
    const given = { operation: 'test', method: 'GET', headers: () => ({}), redirects: 'returned', ...request } as const;
    return await exchange(network.fetch, { ...given, url: new URL(url) }, new TimeoutBudget(60_000));
  };

  describe(`time limits of an exchange by ${mode}`, () => {
    it('end it without an answer, during the upload and during the body, and close its connection', async () => {
      const seen: IncomingMessage[] = [];
      await using server = await serve((request, response) => {
        seen.push(request);
        if (request.url === '/body') response.writeHead(200).write('a part');
        else if (request.url === '/upload') request.pause();
        else request.resume();
      });
      const endless: BodySource = {
        size: 2 ** 30,
        stream: () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)) }),
      };
      const whole: BodySource = { size: 3, stream: () => new Blob(['abc']).stream() };
      const upload = { method: 'PUT', body: endless } as const;
      const reasons = await Promise.all(
        [
          send(server.origin, { answer: 1_000 }),
          send(server.origin, { upload: 1_500 }, { ...upload, body: whole }),
          send(`${server.origin}/upload`, { upload: 1_500 }, upload),
          send(`${server.origin}/body`, { stall: 1_000 }),
        ].map(async (sent) => (await rejection(sent, 'timeout')).reason),
      );
      assert.deepEqual(reasons, ['answerTimeout', 'answerTimeout', 'stalled', 'stalled']);
      await until(() => seen.every((request) => request.resume().socket.destroyed));
    });

    it('do not end a slow transfer with progress, nor one with a slow reader', async () => {
      // Together they take longer than the limit, each one much less.
      const parts = 13;
      await using server = await serve((request, response) => {
        void text(request).then((sent) => {
          let left = parts;
          const more = (): void => {
            if (left-- > 0) response.write('x', () => setTimeout(more, 250));
            else response.end(sent);
          };
          more();
        });
      });
      const limits = { answer: 3_000, upload: 3_000, stall: 3_000 };
      const slow = (): ReadableStream<Uint8Array<ArrayBuffer>> => {
        let left = parts;
        return new ReadableStream(
          {
            pull: async (controller) => {
              await pause(250);
              controller.enqueue(new Uint8Array([65]));
              if (--left === 0) controller.close();
            },
          },
          { highWaterMark: 0 },
        );
      };
      const put = { method: 'PUT', body: { size: parts, stream: slow } } as const;
      const readSlowly = async (): Promise<string> => {
        const { body } = await send(server.origin, limits, { streamed: true });
        await pause(3_250);
        return await text(body!);
      };
      const [replied, read] = await Promise.all([send(server.origin, limits, put), readSlowly()]);
      assert.equal(replied.text, `${'x'.repeat(parts)}${'A'.repeat(parts)}`);
      assert.equal(read, 'x'.repeat(parts));
    });
  });
}

describe('time limits of an exchange', () => {
  it('do not count the wait for a connection', async () => {
    await using server = await serve((_, response) => void setTimeout(() => response.end('{}'), 300));
    const network = createNetwork({
      load: () => Promise.resolve(transports),
      settings: () => ({ mode: 'undici', strictSSL: true, env: {} }),
      editorFetch: globalThis.fetch,
      log: silent,
      limits: { ...usualLimits, connections: 2 },
      exchangeLimits: { ...patient, answer: 2_500 },
    });
    const request = { operation: 'test', method: 'GET', headers: () => ({}), redirects: 'returned' } as const;
    const sent = Array.from({ length: 20 }, () =>
      exchange(network.fetch, { ...request, url: new URL(server.origin) }, new TimeoutBudget(60_000)),
    );
    assert.deepEqual(
      (await Promise.all(sent)).map(({ status }) => status),
      Array.from({ length: 20 }, () => 200),
    );
  });
});
