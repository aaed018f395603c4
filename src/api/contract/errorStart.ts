import type { Failure } from '../../core/errors.ts';
import { partStream } from '../../core/partStream.ts';
import { parseJson } from '../../core/text.ts';
import { failureOf } from './failure.ts';
import { sizeOf, type Reply } from './reply.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes. The error bodies of the service are much shorter. */
const longestError = 16 * 1024;
const openingBrace = 0x7b;

interface StartedBody {
  readonly body: ReadableStream<Bytes>;
  /** Set if the body as a whole is JSON in the form of an error of the service. `size` in bytes. */
  readonly doubt: { readonly failure: Failure; readonly size: number } | undefined;
}

/** Reads only JSON and short bodies, as far as they can be an error of the service. */
export async function readStart(reply: Reply, body: ReadableStream<Bytes>): Promise<StartedBody> {
  const isJson = /\bjson\b/i.test(reply.headers.get('content-type') ?? '');
  if (!isJson && (sizeOf(reply.headers) ?? Infinity) > longestError) return { body, doubt: undefined };
  const reader = body.getReader();
  const parts: Bytes[] = [];
  let [size, ended] = [0, false];
  while (!ended && size <= longestError && (parts[0]?.[0] ?? openingBrace) === openingBrace) {
    const { done, value } = await reader.read();
    if (done) ended = true;
    else if (value.length > 0) {
      parts.push(value);
      size += value.length;
    }
  }
  const text = ended && size <= longestError ? await new Blob(parts).text() : '';
  const failure = failureOf({ ...reply, text, json: parseJson(text) });
  return { body: continued(parts, ended, reader), doubt: failure && { failure, size } };
}

function continued(parts: Bytes[], ended: boolean, reader: ReadableStreamDefaultReader<Bytes>): ReadableStream<Bytes> {
  const next = async () => {
    const value = parts.shift();
    return value === undefined && !ended ? await reader.read() : { value };
  };
  return partStream(next, (reason) => reader.cancel(reason));
}
