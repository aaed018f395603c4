import { createGunzip, type Gunzip } from 'node:zlib';
import { Failure, messageOf } from '../../core/errors.ts';

/** The source of the bytes. */
interface Source {
  pause(): void;
  resume(): void;
  /** The reader cancelled; the remaining bytes are not needed. */
  abort(): void;
  /** The body is completely read, cancelled or failed. */
  closed(): void;
}

/** Bytes that wait for the reader before the source is paused. */
const buffered = 64 * 1024;

/**
 * The body of a response, as a stream with the pace of its reader, from the bytes of a connection. Compressed bytes are
 * decoded only when they are read, so a limit of the reader also limits the decoded bytes.
 */
export class ReplyBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly #source: Source;
  readonly #gunzip: Gunzip | undefined;
  #reader: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;

  constructor(source: Source, gzip: boolean) {
    this.#source = source;
    this.#gunzip = gzip ? this.#createGunzip() : undefined;
    this.stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => void (this.#reader = controller),
        pull: () => void (this.#gunzip ?? source).resume(),
        cancel: () => {
          this.#leave();
          source.abort();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: buffered }),
    );
  }

  push(chunk: Uint8Array): void {
    if (this.#gunzip === undefined) this.#enqueue(new Uint8Array(chunk), this.#source);
    else if (!this.#gunzip.write(chunk)) this.#source.pause();
  }

  end(): void {
    if (this.#gunzip === undefined) this.#close();
    else if (this.#reader !== undefined) this.#gunzip.end();
  }

  fail(failure: Failure): void {
    this.#reader?.error(failure);
    this.#leave();
  }

  #createGunzip(): Gunzip {
    const gunzip = createGunzip();
    gunzip.on('drain', () => this.#source.resume());
    gunzip.on('data', (chunk: Buffer) => this.#enqueue(new Uint8Array(chunk), gunzip));
    gunzip.on('end', () => this.#close());
    gunzip.on('error', (error) => {
      this.fail(
        new Failure('unreadable', `the compressed answer is damaged: ${messageOf(error)}`, {
          sent: true,
          reason: 'damaged',
        }),
      );
      this.#source.abort();
    });
    return gunzip;
  }

  #enqueue(chunk: Uint8Array<ArrayBuffer>, from: { pause(): void }): void {
    this.#reader?.enqueue(chunk);
    if ((this.#reader?.desiredSize ?? 0) <= 0) from.pause();
  }

  #close(): void {
    this.#reader?.close();
    this.#leave();
  }

  #leave(): void {
    this.#reader = undefined;
    this.#gunzip?.destroy();
    this.#source.closed();
  }
}
