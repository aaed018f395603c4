import { throwIfCancelled } from '../../core/errors.ts';
import { joinBytes } from '../../core/bytes.ts';
import { isZip, tooLarge, unpacked, zipEntries } from './zipArchive.ts';

/** The text of one step, in parts. */
export interface StepLog {
  /** The number before the name; the name itself can be broken. */
  readonly sequence: number | undefined;
  readonly name: string;
  readonly parts: readonly string[];
}

export interface LogLimits {
  readonly depth: number;
  readonly files: number;
  /** Bytes, unpacked. */
  readonly size: number;
  /** How often larger the unpacked bytes are than the archive; smaller logs than `free` bytes can be any. */
  readonly ratio: number;
  readonly free: number;
}

const limits: LogLimits = { depth: 4, files: 200, size: 200_000_000, ratio: 100, free: 1_000_000 };

/**
 * The logs in an archive. A long log is itself an archive, and can be in another one. An empty answer is no log.
 * @throws Failure `unreadable` for a damaged archive, or one beyond the limits
 */
export async function readLogArchive(
  archive: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
  allowed: LogLimits = limits,
): Promise<readonly StepLog[]> {
  if (!isZip(archive)) return [];
  const most = Math.min(allowed.size, Math.max(allowed.free, archive.length * allowed.ratio));
  let [files, size] = [0, 0];

  async function read(
    bytes: Uint8Array<ArrayBuffer>,
    depth: number,
  ): Promise<readonly { name: string; parts: string[] }[]> {
    if (depth > allowed.depth) throw tooLarge();
    const found: { name: string; parts: string[] }[] = [];
    for (const entry of zipEntries(bytes, allowed.files - files)) {
      files += 1;
      const decoder = new TextDecoder();
      const [parts, inner]: [string[], Uint8Array<ArrayBuffer>[]] = [[], []];
      let isArchive: boolean | undefined;
      for await (const part of unpacked(entry)) {
        throwIfCancelled(signal);
        size += part.length;
        if (size > most) throw tooLarge();
        isArchive ??= isZip(part) || (part.length < 22 && entry.size >= 22 && part[0] === 0x50 && part[1] === 0x4b);
        if (isArchive) inner.push(part);
        else parts.push(decoder.decode(part, { stream: true }));
      }
      if (isArchive === true) {
        const nested = await read(joinBytes(inner), depth + 1);
        found.push({ name: entry.name, parts: nested.flatMap((one) => one.parts) });
      } else found.push({ name: entry.name, parts: [...parts, decoder.decode()] });
    }
    return found;
  }

  const logs = (await read(archive, 1)).map(({ name, parts }): StepLog => {
    const [, number, rest] = /^(\d{1,6})_(.*)$/s.exec(name) ?? [];
    const shown = (rest ?? name).replace(/\.(log|txt)$/, '');
    return { sequence: number === undefined ? undefined : Number(number), name: shown, parts };
  });
  return logs.toSorted((one, other) => (one.sequence ?? Infinity) - (other.sequence ?? Infinity) || 0);
}
