import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Answer } from './answer.ts';
import type { Fault } from './faults.ts';

interface Sent {
  /** 0 if the connection was cut before the headers. */
  readonly status: number;
  readonly bytes: number;
}

type Cut = Extract<Fault, { kind: 'reset' | 'stalled' }>;

/** Sends an answer, damaged as the faults say. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  faults: readonly Fault[] = [],
): Promise<Sent> {
  const cut = faults.find((fault) => fault.kind === 'reset' || fault.kind === 'stalled');
  if (cut?.at === 'headers') return breakOff(response, cut);
  if (answer.bytes instanceof Readable) return await sendStream(response, answer, answer.bytes, faults);
  const headers: Record<string, string> = { ...answer.headers };
  const whole = bodyOf(answer, headers);
  const truncated = faults.find((fault) => fault.kind === 'truncated');
  const body = truncated === undefined ? whole : whole.subarray(0, truncated.at ?? Math.floor(whole.length * 0.6));
  const packed = pack(request, headers, body);
  if (answer.status !== 204) headers['content-length'] = String(packed.length);
  response.writeHead(answer.status, headers);
  const trickle = faults.find((fault) => fault.kind === 'trickle');
  if (cut !== undefined) {
    response.write(packed.subarray(0, Math.ceil(packed.length / 2)));
    await sleep(20);
    return breakOff(response, cut);
  }
  for (let at = 0; trickle !== undefined && at < packed.length && !response.destroyed; at += trickle.bytes) {
    response.write(packed.subarray(at, at + trickle.bytes));
    await sleep(trickle.ms);
  }
  response.end(trickle === undefined ? packed : undefined);
  return { status: answer.status, bytes: body.length };
}

/** Sends a body as a stream. A cut takes effect in its middle, a truncation after `at` bytes. */
async function sendStream(
  response: ServerResponse,
  answer: Answer,
  bytes: Readable,
  faults: readonly Fault[],
): Promise<Sent> {
  const half = Math.floor(Number(answer.headers?.['content-length'] ?? 2) / 2);
  const truncated = faults.find((fault) => fault.kind === 'truncated');
  const cut = faults.find((fault) => fault.kind === 'reset' || fault.kind === 'stalled');
  const trickle = faults.find((fault) => fault.kind === 'trickle');
  const most = cut === undefined ? (truncated === undefined ? Infinity : (truncated.at ?? half)) : half;
  response.writeHead(answer.status, answer.headers);
  let sent = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    for (const part of piecesOf(chunk.subarray(0, most - sent), trickle?.bytes)) {
      if (response.destroyed) return { status: 0, bytes: sent };
      if (!response.write(part)) {
        const waiting = new AbortController();
        await Promise.race(['drain', 'close'].map((event) => once(response, event, waiting)));
        waiting.abort();
      }
      sent += part.length;
      if (trickle !== undefined) await sleep(trickle.ms);
    }
    if (sent >= most) break;
  }
  if (cut !== undefined) {
    await sleep(20);
    return breakOff(response, cut);
  }
  // Truncation: the header states a length that the body does not reach.
  if (truncated === undefined) response.end();
  else response.destroy();
  return { status: answer.status, bytes: sent };
}

function piecesOf(chunk: Buffer, size = Infinity): Buffer[] {
  if (chunk.length <= size) return [chunk];
  return Array.from({ length: Math.ceil(chunk.length / size) }, (_, at) => chunk.subarray(at * size, (at + 1) * size));
}

function breakOff(response: ServerResponse, cut: Cut): Sent {
  if (cut.kind === 'reset') response.socket?.resetAndDestroy();
  return { status: 0, bytes: 0 };
}

function bodyOf(answer: Answer, headers: Record<string, string>): Buffer {
  if (answer.json !== undefined) {
    headers['content-type'] ??= 'application/json;charset=UTF-8';
    return Buffer.from(JSON.stringify(answer.json));
  }
  return typeof answer.bytes === 'string' || answer.bytes instanceof Uint8Array
    ? Buffer.from(answer.bytes)
    : Buffer.alloc(0);
}

/** Compresses the body if it is large enough and the client accepts it. */
function pack(request: IncomingMessage, headers: Record<string, string>, body: Buffer): Buffer {
  const accepts = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
  if (!accepts || body.length < 1024 || headers['content-encoding'] !== undefined) return body;
  if (!/json|text|svg/.test(headers['content-type'] ?? '')) return body;
  headers['content-encoding'] = 'gzip';
  headers.vary = 'accept-encoding';
  return gzipSync(body, { level: 1 });
}
