import type { Socket } from 'node:net';

/**
 * Gives the memory of bytes that nobody reads any more back at once: left to the collector, up to 64 MiB of them wait.
 * Bytes that are part of a larger buffer are left alone.
 */
export function release(bytes: Uint8Array<ArrayBuffer>): void {
  if (bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}

const litterSize = 64 * 1024;

/**
 * Makes the collector come while `bytes` are read by a `fetch` whose connections are out of reach. Buffers that those
 * leave behind bring it only once there are 64 MiB of them; small things of the same age bring it much sooner.
 */
export function litter(bytes: number): number {
  let dropped = 0;
  while (dropped < 4 * bytes) dropped += new Array<number>(litterSize / 8).fill(0).length * 8;
  return dropped;
}

/** Far more than a connection holds back before it stops asking for more. */
const lag = 4 * 1024 * 1024;

/** Releases what was handed to a connection, once so much was asked for after it that it must have been sent. */
export class Handed {
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;

  add(part: Uint8Array<ArrayBuffer>): void {
    this.#parts.push(part);
    this.#bytes += part.byteLength;
    let [first] = this.#parts;
    while (first !== undefined && this.#bytes - first.byteLength > lag) {
      this.#parts.shift();
      this.#bytes -= first.byteLength;
      release(first);
      [first] = this.#parts;
    }
  }
}

/** What is smaller may be the beginning of an answer's head, which the parser keeps until it has the rest. */
const partOfBody = 16 * 1024;

/**
 * Releases what undici's parser reads from `socket` as soon as it reads on: by then it has handed the bytes over, and
 * `ReplyBody` keeps copies.
 */
export function releaseAsRead(socket: Socket): void {
  const read: (size?: number) => unknown = socket.read.bind(socket);
  let previous: Uint8Array<ArrayBuffer> | undefined;
  socket.read = (size) => {
    const next = read(size);
    if (next === null) return next;
    const part = isBytes(next) ? next : undefined;
    // What the parser put back comes again in the same buffer.
    if (previous !== undefined && part?.buffer !== previous.buffer) release(previous);
    previous = part !== undefined && part.byteLength >= partOfBody ? part : undefined;
    return next;
  };
}

function isBytes(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array && value.buffer instanceof ArrayBuffer;
}
