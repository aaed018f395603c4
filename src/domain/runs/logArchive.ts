import { throwIfCancelled } from '../../core/errors.ts';
import { joinBytes } from '../../core/bytes.ts';
import { isZip, tooLarge, unpacked, zipEntries } from './zipArchive.ts';

/** The text of one step, in parts. */
export interface StepLog {
  /** The number before the name; the name itself can be broken. */
  readonly sequence: number | undefined;
  readonly name: string;
  readonly parts: Iterable<string>;
  /** Bytes of its beginning that are left out. */
  readonly omitted: number;
}

interface LogLimits {
  readonly depth: number;
  readonly files: number;
  /** Bytes of text, unpacked. */
  readonly size: number;
  /** Bytes of archives in the archive. */
  readonly nested: number;
  /** How often larger an unpacked file is than the packed one; one of less than `free` bytes can be any. */
  readonly ratio: number;
  readonly free: number;
  /** Bytes that are kept. Of a longer log, the beginnings of the longest steps are left out: errors stand at the end. */
  readonly kept: number;
}

export const logLimits: LogLimits = {
  ...{ depth: 4, files: 200, size: 200 * 1024 * 1024, nested: 100_000_000 },
  ...{ ratio: 100, free: 1_000_000, kept: 16_000_000 },
};

/** A text of the archive while it is read. */
interface Found {
  name: string;
  parts: Uint8Array<ArrayBuffer>[];
  length: number;
  omitted: number;
}

/**
 * The logs in an archive. A long log is itself an archive, and can be in another one. An empty answer is no log.
 * @throws Failure `unreadable` for a damaged archive, or one beyond the limits
 */
export async function readLogArchive(
  archive: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
  allowed = logLimits,
): Promise<readonly StepLog[]> {
  if (!isZip(archive)) return [];
  const found: Found[] = [];
  let [files, text, nested, kept] = [0, 0, 0, 0];

  function add(to: Found, part: Uint8Array<ArrayBuffer>): void {
    to.parts.push(part);
    to.length += part.length;
    kept += part.length;
    while (kept > allowed.kept) {
      const longest = found.reduce((one, other) => (other.length > one.length ? other : one));
      const { length } = longest.parts.shift() ?? new Uint8Array();
      longest.length -= length;
      longest.omitted += length;
      kept -= length;
    }
  }

  /** `step`: the step whose text the archive holds; none for the outer one. */
  async function read(bytes: Uint8Array<ArrayBuffer>, depth: number, step?: Found): Promise<void> {
    if (depth > allowed.depth) throw tooLarge();
    for (const entry of zipEntries(bytes, allowed.files - files)) {
      files += 1;
      const to = step ?? { name: entry.name, parts: [], length: 0, omitted: 0 };
      if (step === undefined) found.push(to);
      const inner: Uint8Array<ArrayBuffer>[] = [];
      const most = Math.max(allowed.free, entry.packed.length * allowed.ratio);
      let [size, isArchive]: [number, boolean | undefined] = [0, undefined];
      for await (const part of unpacked(entry)) {
        throwIfCancelled(signal);
        isArchive ??= isZip(part) || (part.length < 22 && entry.size >= 22 && part[0] === 0x50 && part[1] === 0x4b);
        size += part.length;
        if (isArchive) nested += part.length;
        else text += part.length;
        if (size > most || text > allowed.size || nested > allowed.nested) throw tooLarge();
        if (isArchive) inner.push(part);
        else add(to, part);
      }
      if (isArchive === true) await read(joinBytes(inner), depth + 1, to);
    }
  }

  await read(archive, 1);
  return found.map(stepOf).toSorted((one, other) => (one.sequence ?? Infinity) - (other.sequence ?? Infinity) || 0);
}

const lineFeed = 0x0a;

function* decoded(parts: readonly Uint8Array[]): Generator<string, void, void> {
  const decoder = new TextDecoder();
  for (const part of parts) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}

/** What is left of a step begins with a whole line. */
function stepOf({ name, parts, omitted }: Found): StepLog {
  const [, number, rest] = /^(\d{1,6})_(.*)$/s.exec(name) ?? [];
  const [first = new Uint8Array(), ...more] = parts;
  const cut = omitted === 0 ? 0 : first.indexOf(lineFeed) + 1;
  return {
    sequence: number === undefined ? undefined : Number(number),
    name: (rest ?? name).replace(/\.(log|txt)$/, ''),
    parts: { [Symbol.iterator]: () => decoded([first.subarray(cut), ...more]) },
    omitted: omitted + cut,
  };
}
