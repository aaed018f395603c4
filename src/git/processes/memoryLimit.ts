import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { GitProcess } from './gitProcess.ts';

/** Bytes. Git holds all paths of a comparison in memory, and a small pack can name the same folders without end. */
const mostMemory = 2 ** 30;
const interval = 200;
/** Bytes. The helper of git that sends requests holds a whole list of refs in memory, and passes on a pack. */
const mostTransport = 2 ** 28;

/** Stops a process that has more than 1 GB of memory. */
export class MemoryLimit {
  readonly #process: GitProcess;
  readonly #used: (pid: number) => Promise<number | undefined>;
  readonly #most: number;
  #timer: NodeJS.Timeout | undefined;
  #isExceeded = false;
  #hasEnded = false;

  constructor(process: GitProcess, used = memoryOf, most = mostMemory) {
    this.#process = process;
    this.#used = used;
    this.#most = most;
    this.#watch();
  }

  /** Stops a process if its helper that sends requests has more than 256 MB of memory. */
  static ofTransport(process: GitProcess): MemoryLimit {
    return new MemoryLimit(process, transportMemory, mostTransport);
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
    const used = pid === undefined ? undefined : await this.#used(pid).catch(() => undefined);
    if (this.#hasEnded || used === undefined) return;
    this.#isExceeded = used > this.#most;
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

/** Bytes of memory of the helpers below the process `pid` that send requests; undefined on Windows. */
async function transportMemory(pid: number): Promise<number | undefined> {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') return await helperMemory(pid);
  const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-o', 'pgid=,rss=,comm=']);
  let sum = 0;
  for (const [, group, kilobytes] of stdout.matchAll(/^ *(\d+) +(\d+) .*git-remote-/gm))
    if (Number(group) === pid) sum += Number(kilobytes) * 1024;
  return sum;
}

async function helperMemory(pid: number): Promise<number> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8');
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).match(/\d+/g) ?? [];
  let sum = name.startsWith('git-remote-') ? ((await memoryOf(pid)) ?? 0) : 0;
  for (const child of children) sum += await helperMemory(Number(child)).catch(() => 0);
  return sum;
}
