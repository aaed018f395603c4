import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretMarks } from '../../test/service/secrets.ts';

const longest = Math.max(...secretMarks.map(({ length }) => length));
const before = 80;

/** The text before the first secret of the local service in `text`; undefined if there is no secret. */
export function leakIn(text: string): string | undefined {
  const mark = secretMarks.find((one) => text.includes(one));
  if (mark === undefined) return undefined;
  const at = text.indexOf(mark);
  return `${text.slice(Math.max(0, at - before), at)}${mark}…`;
}

/** Files below `folder` that contain a secret of the local service, each with the text before the secret. */
export async function leakingFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const leaks: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // A file of an editor that is still closing may disappear while it is read.
    const leak = leakIn(await readFile(file, 'latin1').catch(() => ''));
    if (leak !== undefined) leaks.push(`${file}: ${leak}`);
  }
  return leaks;
}

/**
 * Watches all output of this process from now on. @returns a list that is extended with the text before each secret.
 */
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
