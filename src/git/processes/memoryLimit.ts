import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { GitProcess } from './gitProcess.ts';

/** Bytes. Git holds all paths of a comparison in memory, and a small pack can name the same folders without end. */
const mostMemory = 2 ** 30;
const interval = 200;

/** Stops a process that has more than 1 GB of memory. */
export class MemoryLimit {
  readonly #process: GitProcess;
  #timer: NodeJS.Timeout | undefined;
  #isExceeded = false;
  #hasEnded = false;

  constructor(process: GitProcess) {
    this.#process = process;
    this.#watch();
  }

  /** Whether it stopped the process. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  /** Ends the watch. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  #watch(): void {
    this.#timer = setTimeout(() => void this.#check(), interval);
  }

  async #check(): Promise<void> {
    const { pid } = this.#process;
    const used = pid === undefined ? undefined : await memoryOf(pid).catch(() => undefined);
    if (this.#hasEnded || used === undefined) return;
    this.#isExceeded = used > mostMemory;
    if (this.#isExceeded) this.#process.stop();
    else this.#watch();
  }
}

/** Bytes of memory, on Linux without the mapped files; undefined on Windows. Rejects if the process has ended. */
async function memoryOf(pid: number): Promise<number | undefined> {
  if (process.platform === 'win32') return undefined;
  const kilobytes =
    process.platform === 'linux'
      ? /^RssAnon:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('/bin/ps', ['-o', 'rss=', '-p', `${pid}`])).stdout;
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
