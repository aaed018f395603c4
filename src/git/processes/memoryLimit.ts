import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { GitProcess } from './gitProcess.ts';

/** Bytes. Git holds all paths of a comparison in memory, and a small pack can name the same folders without end. */
const mostMemory = 2 ** 30;
const interval = 200;
/** Bytes. The helpers of git that talk to a host hold a whole list of refs in memory, and pass on a pack. */
export const mostTransport = 2 ** 28;

type ExceedsMemory = (pid: number) => Promise<boolean>;

/** Stops a process that has more than 1 GB of memory. */
export class MemoryLimit {
  readonly #process: GitProcess;
  readonly #exceeds: ExceedsMemory;
  #timer: NodeJS.Timeout | undefined;
  #isExceeded = false;
  #hasEnded = false;

  constructor(process: GitProcess, exceeds: ExceedsMemory = hasMoreThan(mostMemory)) {
    this.#process = process;
    this.#exceeds = exceeds;
    this.#watch();
  }

  /** Stops a process with more than `most` bytes of memory, or whose helpers that talk to a host have more than 256 MB. */
  static ofTransport(process: GitProcess, most = mostMemory): MemoryLimit {
    const exceeds = hasMoreThan(most);
    return new MemoryLimit(
      process,
      async (pid) => (await exceeds(pid)) || ((await transportMemory(pid)) ?? 0) > mostTransport,
    );
  }

  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  #watch(): void {
    this.#timer = setTimeout(() => void this.#check(), interval);
  }

  async #check(): Promise<void> {
    const { pid } = this.#process;
    const exceeds = pid === undefined ? undefined : await this.#exceeds(pid).catch(() => undefined);
    if (this.#hasEnded || exceeds === undefined) return;
    this.#isExceeded = exceeds;
    if (this.#isExceeded) this.#process.stop();
    else this.#watch();
  }
}

function hasMoreThan(most: number): ExceedsMemory {
  return async (pid) => ((await memoryOf(pid)) ?? 0) > most;
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

/** Bytes of memory of the helpers below the process `pid` that talk to a host; undefined on Windows. */
async function transportMemory(pid: number): Promise<number | undefined> {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') return await helperMemory(pid);
  const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-o', 'pgid=,rss=,command=']);
  let sum = 0;
  for (const [, group, kilobytes] of stdout.matchAll(/^ *(\d+) +(\d+) +(?:\S*\/)?(?:git-remote-|git send-pack )/gm))
    if (Number(group) === pid) sum += Number(kilobytes) * 1024;
  return sum;
}

async function helperMemory(pid: number): Promise<number> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).match(/\d+/g) ?? [];
  const isHelper = /^(?:[^\0]*\/)?(?:git-remote-|git\0send-pack\0)/.test(command);
  let sum = isHelper ? ((await memoryOf(pid)) ?? 0) : 0;
  for (const child of children) sum += await helperMemory(Number(child)).catch(() => 0);
  return sum;
}
