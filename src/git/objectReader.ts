import { isSha } from '../domain/objects/gitSha.ts';
import type { GitObject, GitObjectKind } from '../domain/git/gitRepositories.ts';
import type { GitProcess } from './processes/gitProcess.ts';

/** Milliseconds without a question after which the process ends. */
const idleFor = 60_000;
/** Bytes. Larger objects are not returned. */
const largest = 64 * 1024 * 1024;
/** Exit code of git after an error that it cannot handle, such as a damaged pack. */
const fatal = 128;
/** Bytes. A header has a sha, a type and a size. */
const longestHeader = 200;

export interface ObjectHeader {
  readonly kind: GitObjectKind;
  readonly size: number;
}

interface StoredObject extends ObjectHeader {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Reading extends ObjectHeader {
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  filled: number;
}

/** Reads objects by one `git cat-file` process, which ends when idle. If it ends early, open answers are undefined. */
export class ObjectReader {
  readonly #start: () => GitProcess;
  readonly #hasContent: boolean;
  readonly #onDamage: (errors: string) => void;
  #process: GitProcess | undefined;
  readonly #questions: ((object: StoredObject | undefined) => void)[] = [];
  #head = '';
  #reading: Reading | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** @param onDamage receives the error output of a process that ended with an error */
  constructor(start: () => GitProcess, hasContent: boolean, onDamage: (errors: string) => void) {
    this.#start = start;
    this.#hasContent = hasContent;
    this.#onDamage = onDamage;
  }

  async read(sha: string): Promise<GitObject | undefined> {
    const object = await this.#ask(sha);
    return object && { kind: object.kind, bytes: object.bytes };
  }

  async stat(sha: string): Promise<ObjectHeader | undefined> {
    const object = await this.#ask(sha);
    return object && { kind: object.kind, size: object.size };
  }

  /** Ends the process. The next question starts a new process. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const running = this.#process;
    if (running === undefined) return;
    this.#leave(running);
    running.stop();
    await running.ended;
  }

  async #ask(sha: string): Promise<StoredObject | undefined> {
    // Git would read other text as the name of a ref or as an expression.
    if (!isSha(sha)) return undefined;
    clearTimeout(this.#idle);
    const running = (this.#process ??= this.#open());
    const answered = new Promise<StoredObject | undefined>((answer) => this.#questions.push(answer));
    running.write(`${sha}\n`);
    return await answered;
  }

  #open(): GitProcess {
    const running = this.#start();
    running.onOutput((bytes) => {
      if (this.#process === running) this.#receive(bytes);
    });
    void running.ended.then(({ exit, errors }) => {
      if (this.#process !== running) return;
      this.#leave(running);
      if (!running.isStopped && exit === fatal) this.#onDamage(errors);
    });
    return running;
  }

  #leave(running: GitProcess): void {
    if (this.#process !== running) return;
    this.#process = undefined;
    this.#head = '';
    this.#reading = undefined;
    for (const answer of this.#questions.splice(0)) answer(undefined);
  }

  #receive(chunk: Uint8Array<ArrayBuffer>): void {
    for (let at = 0; at < chunk.length;) {
      at = this.#reading === undefined ? this.#readHeader(chunk, at) : this.#readBytes(this.#reading, chunk, at);
      if (at < 0) {
        void this.close();
        return;
      }
    }
  }

  /** Reads to the end of the line. Returns the position after it; -1 if the line is too long. */
  #readHeader(chunk: Uint8Array, from: number): number {
    const end = chunk.indexOf(0x0a, from);
    const until = end < 0 ? chunk.length : end;
    if (this.#head.length + until - from > longestHeader) return -1;
    this.#head += Buffer.from(chunk.subarray(from, until)).toString('latin1');
    if (end < 0) return until;
    const header = headerOf(this.#head);
    this.#head = '';
    if (header === undefined) this.#answer(undefined);
    else if (!this.#hasContent) this.#answer({ ...header, bytes: new Uint8Array() });
    else {
      const bytes = header.size > largest ? undefined : new Uint8Array(header.size);
      this.#reading = { ...header, bytes, filled: 0 };
    }
    return end + 1;
  }

  /** Reads the bytes of an object and the line break after them. Returns the position after what it read. */
  #readBytes(reading: Reading, chunk: Uint8Array, from: number): number {
    const { size, kind, bytes } = reading;
    const count = Math.min(size - reading.filled, chunk.length - from);
    bytes?.set(chunk.subarray(from, from + count), reading.filled);
    reading.filled += count;
    if (from + count >= chunk.length) return chunk.length;
    this.#reading = undefined;
    this.#answer(bytes && { kind, size, bytes });
    return from + count + 1;
  }

  #answer(object: StoredObject | undefined): void {
    this.#questions.shift()?.(object);
    if (this.#questions.length > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), idleFor);
    this.#idle.unref();
  }
}

const kinds: readonly GitObjectKind[] = ['blob', 'tree', 'commit', 'tag'];

function headerOf(line: string): ObjectHeader | undefined {
  const [, type = '', size = ''] = line.split(' ');
  const kind = kinds.find((one) => one === type);
  return kind !== undefined && /^\d+$/.test(size) ? { kind, size: Number(size) } : undefined;
}
