import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretMarks } from '../../test/service/secrets.ts';

const longest = Math.max(...secretMarks.map(({ length }) => length));
const before = 80;

/** Where a secret of the local service stands in `text`: what comes before it; undefined: nowhere. */
export function leakIn(text: string): string | undefined {
  const mark = secretMarks.find((one) => text.includes(one));
  if (mark === undefined) return undefined;
  const at = text.indexOf(mark);
  return `${text.slice(Math.max(0, at - before), at)}${mark}…`;
}

/** Files below `folder` that hold a secret of the local service, each with what comes before it. */
export async function leakingFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const leaks: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // A file of an editor that still ends may go while it is read.
    const leak = leakIn(await readFile(file, 'latin1').catch(() => ''));
    if (leak !== undefined) leaks.push(`${file}: ${leak}`);
  }
  return leaks;
}

/** Looks at everything that this process shows from now on. @returns where secrets stood in it, as they are found. */
export function watchOutput(): readonly string[] {
  const leaks: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    let tail = '';
    const write = stream.write.bind(stream) as (...call: unknown[]) => boolean;
    stream.write = (...call: unknown[]): boolean => {
      const [chunk] = call;
      const text = tail + (typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('latin1'));
      const leak = leakIn(text);
      if (leak !== undefined) leaks.push(leak);
      tail = leak === undefined ? text.slice(-(before + longest)) : '';
      return write(...call);
    };
  }
  return leaks;
}
