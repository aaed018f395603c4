import { delay } from '../../core/async.ts';
import { Failure } from '../../core/errors.ts';
import { decodePart, encodingOf } from '../text/encoding.ts';

/** An entry of the directory of a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  /** Bytes, as the archive states them. */
  readonly size: number;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly isStored: boolean;
}

const [endMark, entryMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endSize, entrySize, localSize] = [22, 46, 30];
/** Bytes: a comment of the archive can follow its directory. */
const longestComment = 0xffff;
const [isEncrypted, isUtf8] = [0x1, 0x800];
const [stored, deflated] = [0, 8];

/** Whether bytes begin like a ZIP archive. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length >= endSize &&
  viewOf(bytes).getUint16(0, true) === 0x4b50 &&
  [0x0403, 0x0605].includes(viewOf(bytes).getUint16(2, true));

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const damaged = (why: string): Failure =>
  new Failure('unreadable', `the archive is damaged: ${why}`, { reason: 'archiveDamaged' });

/**
 * The entries that the directory at the end names; folders are left out. The directory alone counts: an archive in an
 * archive looks like entries of the outer one. @throws Failure `unreadable` for a damaged or misleading archive
 */
export function zipEntries(bytes: Uint8Array<ArrayBuffer>, most: number): readonly ZipEntry[] {
  const view = viewOf(bytes);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (index >= most) throw tooLarge();
    if (at + entrySize > end || view.getUint32(at, true) !== entryMark) throw damaged('its directory is broken');
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packedSize, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const nameSize = view.getUint16(at + 28, true);
    const name = nameOf(bytes.subarray(at + entrySize, at + entrySize + nameSize), (flags & isUtf8) !== 0);
    const start = dataAt(view, view.getUint32(at + 42, true));
    if (start + packedSize > end) throw damaged('an entry lies outside of it');
    if ((flags & isEncrypted) !== 0 || (method !== stored && method !== deflated))
      throw damaged('an entry is encrypted');
    if (!name.endsWith('/'))
      entries.push({ name, size, packed: bytes.subarray(start, start + packedSize), isStored: method === stored });
    at += entrySize + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - endSize - longestComment);
  for (let at = view.byteLength - endSize; at >= first; at -= 1) if (view.getUint32(at, true) === endMark) return at;
  throw damaged('it has no directory');
}

function dataAt(view: DataView, local: number): number {
  if (local + localSize > view.byteLength || view.getUint32(local, true) !== localMark)
    throw damaged('an entry is missing');
  return local + localSize + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
}

/** Some hosts write names in GBK. A name that leads out of the archive is refused, although no file is written. */
function nameOf(bytes: Uint8Array, isMarked: boolean): string {
  const name = decodePart(bytes, isMarked ? 'utf-8' : (encodingOf(bytes) ?? 'utf-8'));
  const parts = name.split(/[/\\]/);
  if (parts.includes('..') || /^([/\\]|[a-z]:)/i.test(name) || name.includes('\0'))
    throw damaged('the name of an entry leads out of it');
  return name;
}

export const tooLarge = (): Failure =>
  new Failure('unreadable', 'the archive is too large', { reason: 'archiveTooLarge' });

/** The unpacked bytes, part by part; unpacking runs beside the thread. @throws Failure for another size than stated */
export async function* unpacked({
  packed,
  size,
  isStored,
}: ZipEntry): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  let count = 0;
  const parts = isStored ? sliced(packed) : inflated(packed);
  for await (const part of parts) {
    count += part.length;
    if (count > size) throw damaged('an entry is larger than it says');
    yield part;
  }
  if (count !== size) throw damaged('an entry is smaller than it says');
}

const slice = 256 * 1024;

async function* sliced(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  for (let at = 0; at < bytes.length; at += slice) {
    if (at > 0) await delay(0);
    yield bytes.subarray(at, at + slice);
  }
}

async function* inflated(packed: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const parts = sliced(packed);
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (to) => {
      const { value } = await parts.next();
      if (value === undefined) to.close();
      else to.enqueue(value);
    },
  });
  const stream: ReadableStream<Uint8Array<ArrayBuffer>> = source.pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw damaged('an entry cannot be unpacked').with({ cause: error });
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
