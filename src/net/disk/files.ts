import { createHash } from 'node:crypto';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { Failure, throwIfCancelled } from '../../core/errors.ts';
import { partStream } from '../../core/partStream.ts';
import type { LocalFile, LocalFiles, SaveOptions } from '../../core/files.ts';
import { writeAtomically } from './atomic.ts';
import { diskFailure } from './diskFailure.ts';

const chunkSize = 256 * 1024;

/** Files of this computer as streams that need constant memory. */
export const localFiles: LocalFiles = { open: openFile, save };

async function openFile(path: string): Promise<LocalFile> {
  const stats = await stat(path).catch((error: unknown) => {
    throw diskFailure(error, path);
  });
  if (!stats.isFile()) throw new Failure('refused', `${path} is not a file`, { reason: 'diskMissing', about: [path] });
  const { size } = stats;
  const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> => {
    const parts = partsOf(path, size);
    return partStream(
      () => parts.next(),
      async () => {
        await parts.return(undefined);
      },
    );
  };
  return { size, stream };
}

async function* partsOf(path: string, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined, void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    if ((await file.stat()).size !== size) throw changed(path);
    for (let position = 0; position < size;) {
      const buffer = new Uint8Array(Math.min(chunkSize, size - position));
      const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position);
      if (bytesRead === 0) throw changed(path);
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    throw diskFailure(error, path);
  } finally {
    await file?.close();
  }
}

function changed(path: string): Failure {
  return new Failure('refused', `${path} changed while it was read`, { reason: 'disk', about: [path] });
}

function tooLong(path: string, size: number): Failure {
  const about = [basename(path), `${size}`];
  const message = `${basename(path)} has more than ${size} bytes`;
  return new Failure('unreadable', message, { reason: 'longerThanStated', about });
}

async function save(
  path: string,
  content: ReadableStream<Uint8Array<ArrayBuffer>>,
  { size, large, sha256, signal, onProgress }: SaveOptions = {},
): Promise<number> {
  const reader = content.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await writeAtomically(path, async (file) => {
      let written = 0;
      const hash = sha256 === undefined ? undefined : createHash('sha256');
      throwIfCancelled(signal);
      for (;;) {
        const { done, value } = await reader.read();
        throwIfCancelled(signal);
        if (done) break;
        const after = written + value.byteLength;
        if (size !== undefined && after > size) throw tooLong(path, size);
        if (size === undefined && large !== undefined && written <= large.bytes && after > large.bytes)
          await large.confirm();
        await file.writeFile(value);
        hash?.update(value);
        written = after;
        onProgress?.(written, size);
      }
      if (size !== undefined && written !== size) {
        const about = [basename(path), `${written}`, `${size}`];
        const message = `${basename(path)}: ${written} of ${size} bytes arrived`;
        throw new Failure('unreadable', message, { reason: 'incomplete', about });
      }
      if (hash !== undefined && hash.digest('hex') !== sha256?.toLowerCase())
        throw new Failure('unreadable', `${basename(path)} has another digest`, { reason: 'damaged' });
      return written;
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
