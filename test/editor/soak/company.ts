import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The duration, the number of windows and the seed. */
export interface Wanted {
  readonly minutes: number;
  readonly windows: number;
  readonly seed: number;
}

/** Given by the stage `soak`. */
export const wanted = JSON.parse(process.env.SOURCEHOST_SOAK ?? '{}') as Wanted;

/** The windows of one run. Their messages are files next to the shared data. */
export class Company {
  readonly #folder = join(process.env.SOURCEHOST_DATA ?? '', 'soak');
  /** Which of the windows this is, from 1. */
  number = 0;

  async join(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (this.number = 1; ; this.number += 1) {
      try {
        await mkdir(join(this.#folder, `window-${this.number}`));
        return;
      } catch {
        // Another window is that one.
      }
    }
  }

  /** Sends a message to the other windows. */
  async tell(what: string, value: unknown = true): Promise<void> {
    await writeFile(join(this.#folder, `window-${this.number}`, what), JSON.stringify(value));
  }

  /** Waits until this number of windows have sent the message. Returns the contents. */
  async hear<T>(what: string, from = wanted.windows): Promise<readonly T[]> {
    const end = Date.now() + 300_000;
    for (;;) {
      const heard: T[] = [];
      for (const name of await readdir(this.#folder)) {
        const text = await readFile(join(this.#folder, name, what), 'utf8').catch(() => '');
        if (text !== '') heard.push(JSON.parse(text) as T);
      }
      if (heard.length >= from) return heard;
      if (Date.now() > end) throw new Error(`${heard.length} of ${from} windows said ${what}`);
      await pause(100);
    }
  }
}
