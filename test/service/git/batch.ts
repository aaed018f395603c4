import type { Duplex } from 'node:stream';
import { startGit } from './command.ts';

export interface GitObject {
  readonly sha: string;
  readonly type: string;
  readonly size: number;
  /** Empty if only the header was requested. */
  readonly data: Buffer;
}

interface Waiting {
  readonly resolve: (object: GitObject | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** An open `git cat-file` process, which answers in the order of the requests. */
export class Batch {
  readonly #stream: Promise<Duplex>;
  readonly #withData: boolean;
  readonly #waiting: Waiting[] = [];
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = 0;
  #header: Omit<GitObject, 'data'> | undefined;

  constructor(directory: string, mode: '--batch' | '--batch-check', onEnd: () => void) {
    this.#withData = mode === '--batch';
    const end = (): void => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('git cat-file ended'));
      onEnd();
    };
    this.#stream = startGit(directory, ['cat-file', mode]).then(({ stream }) => {
      stream.on('data', (chunk: Buffer) => this.#receive(chunk));
      stream.on('end', () => stream.end()).on('close', end);
      return stream;
    });
  }

  get idle(): boolean {
    return this.#waiting.length === 0;
  }

  /** `id`: a sha. Resolves with undefined if the object does not exist. */
  async read(id: string): Promise<GitObject | undefined> {
    const [object] = await this.readAll([id]);
    return object;
  }

  async readAll(ids: readonly string[]): Promise<(GitObject | undefined)[]> {
    if (ids.length === 0) return [];
    const answers = ids.map(
      () => new Promise<GitObject | undefined>((resolve, reject) => this.#waiting.push({ resolve, reject })),
    );
    void this.#stream.then((stream) => stream.write(`${ids.join('\n')}\n`));
    return await Promise.all(answers);
  }

  close(): void {
    void this.#stream.then((stream) => stream.destroy());
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length > 0 && this.#length >= this.#needed) if (!this.#step()) return;
  }

  /** Consumes a header or a body; false if more bytes are needed. */
  #step(): boolean {
    const buffer = this.#chunks.length === 1 ? (this.#chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks);
    this.#chunks = [buffer];
    if (this.#header !== undefined) {
      if (buffer.length < this.#header.size + 1) {
        this.#needed = this.#header.size + 1;
        return false;
      }
      this.#answer({ ...this.#header, data: buffer.subarray(0, this.#header.size) });
      this.#rest(buffer, this.#header.size + 1);
      this.#header = undefined;
      return true;
    }
    const end = buffer.indexOf(0x0a);
    if (end < 0) return false;
    const [sha = '', type = '', size = ''] = buffer.toString('utf8', 0, end).split(' ');
    this.#rest(buffer, end + 1);
    if (size === '') this.#answer(undefined);
    else if (this.#withData) this.#header = { sha, type, size: Number(size) };
    else this.#answer({ sha, type, size: Number(size), data: Buffer.alloc(0) });
    return true;
  }

  #rest(buffer: Buffer, from: number): void {
    const rest = buffer.subarray(from);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    this.#needed = 0;
  }

  #answer(object: GitObject | undefined): void {
    this.#waiting.shift()?.resolve(object);
  }
}
