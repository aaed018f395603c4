import type { FetchReply } from '../../api/http/fetch.ts';
import type { Failure } from '../../core/errors.ts';
import { partStream } from '../../core/partStream.ts';

/** `bytes` at the pace of the reader, their errors as Failures. `leave` is called when the reader cancels. */
export function replyBody(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>, undefined>,
  failureOf: (error: unknown) => Failure,
  leave: () => void,
): NonNullable<FetchReply['body']> {
  const parts: AsyncIterator<Uint8Array<ArrayBuffer>, undefined> = bytes[Symbol.asyncIterator]();
  const next = async () => {
    try {
      return await parts.next();
    } catch (error) {
      throw failureOf(error);
    }
  };
  return partStream(next, leave);
}
