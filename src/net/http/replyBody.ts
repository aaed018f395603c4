import type { FetchReply } from '../../api/http/fetch.ts';
import type { Failure } from '../../core/errors.ts';

/** `bytes` at the pace of the reader, their errors as Failures. `leave` is called when the reader cancels. */
export function replyBody(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
  failureOf: (error: unknown) => Failure,
  leave: () => void,
): NonNullable<FetchReply['body']> {
  const parts = bytes[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const part = await parts.next();
          if (part.done === true) controller.close();
          else controller.enqueue(part.value);
        } catch (error) {
          throw failureOf(error);
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}
