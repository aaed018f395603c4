import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Budget } from '../../../src/api/throttle/budget.ts';
import { createApi, type Api } from '../../../src/api/client/client.ts';
import { silent } from '../../../src/core/log.ts';
import { createNetwork, type Network } from '../../../src/net/http/network.ts';
import * as transports from '../../../src/net/http/onDemand.ts';
import { rejection } from '../../kit/rejection.ts';
import { serve } from '../../kit/servers.ts';

const megabyte = 1024 * 1024;
/** More than is read of an answer, in a thousandth of it where it is compressed. */
const zeros = Buffer.alloc(80 * megabyte, '0');

const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

describe('replies with hostile sizes', () => {
  for (const mode of ['undici', 'editor'] as const) {
    describe(`by ${mode}`, () => {
      let network: Network;
      before(() => {
        network = createNetwork({
          load: () => Promise.resolve(transports),
          settings: () => ({ mode, strictSSL: true, env: {} }),
          editorFetch: globalThis.fetch,
          log: silent,
        });
      });
      after(() => network.dispose());

      const apiAt = (apiUrl: string): Api =>
        createApi({
          apiUrl,
          fetch: network.fetch,
          credentials: { token: () => Promise.resolve('token-0123456789'), renew: () => Promise.resolve(undefined) },
          budget: new Budget(0),
          log: silent,
        });

      const isRefused = async (answer: (response: ServerResponse) => unknown, why: RegExp): Promise<void> => {
        await using server = await serve((_, response) => answer(response));
        const failure = await rejection(apiAt(server.origin).users.self({}), 'unreadable');
        assert.match(failure.message, why);
      };

      it('are read up to 64 MB if they are compressed', async function () {
        this.timeout(60_000);
        const codings: readonly string[] = mode === 'editor' ? ['gzip', 'br'] : ['gzip'];
        for (const coding of codings) {
          const bomb = coding === 'gzip' ? gzipSync(zeros, { level: 1 }) : brotliCompressSync(zeros, fastest);
          assert.ok(bomb.byteLength < megabyte);
          await isRefused(
            (response) => response.writeHead(200, { 'content-encoding': coding }).end(bomb),
            /larger than \d+ bytes/,
          );
        }
      });

      it('are read up to 64 MB if they never end', async function () {
        this.timeout(60_000);
        await isRefused((response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          const part = zeros.subarray(0, megabyte);
          const more = (): void => {
            while (!response.destroyed && response.write(part));
            response.once('drain', more);
          };
          more();
        }, /larger than \d+ bytes/);
      });

      it('are rejected if their JSON is nested without end', async function () {
        this.timeout(60_000);
        await isRefused((response) => response.end('['.repeat(2_000_000)), /JSON/);
      });

      it('are rejected before they are parsed if they have millions of objects', async function () {
        this.timeout(60_000);
        const objects = '{},'.repeat(2_000_000);
        await isRefused((response) => response.end(`[${objects}"\\\\\\"",{}]`), /too many objects/);
        await isRefused((response) => response.end(`["\\"${objects}{},{},\\\\"]`), /something else/);
      });
    });
  }
});
