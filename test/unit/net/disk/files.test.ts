import assert from 'node:assert/strict';
import { appendFile, chmod, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Failure } from '../../../../src/core/errors.ts';
import { whileBusy, writeFileAtomic } from '../../../../src/net/disk/atomic.ts';
import { localFiles } from '../../../../src/net/disk/files.ts';
import { rejection } from '../../../kit/rejection.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';

const pattern = (size: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length: size }, (_, index) => index % 251);

function streamOf(...parts: readonly (Uint8Array<ArrayBuffer> | Error)[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = [...parts];
  return new ReadableStream({
    pull(controller) {
      const part = left.shift();
      if (part === undefined) controller.close();
      else if (part instanceof Error) controller.error(part);
      else controller.enqueue(part);
    },
  });
}

describe('saving a download', () => {
  it('ends at the stated size, and asks once if none is stated and it is large', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'asset.bin');
    let read = 0;
    const endless = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
      new ReadableStream({ pull: (controller) => controller.enqueue(pattern((read += 1_000) && 1_000)) });
    const longer = await rejection(localFiles.save(path, endless(), { size: 10_000 }), 'unreadable');
    assert.equal(longer.reason, 'longerThanStated');
    assert.ok(read <= 13_000, `${read} bytes`);
    assert.deepEqual(await readdir(folder.path), []);

    read = 0;
    let asked = 0;
    const large = (confirm: () => Promise<void>) => ({
      large: {
        bytes: 10_000,
        confirm: async () => {
          asked += 1;
          await confirm();
        },
      },
    });
    const refuse = large(() => Promise.reject(new Failure('cancelled', 'no')));
    await rejection(localFiles.save(path, endless(), refuse), 'cancelled');
    assert.ok(read <= 13_000, `${read} bytes`);
    assert.deepEqual([asked, await readdir(folder.path)], [1, []]);

    const agree = large(() => Promise.resolve());
    assert.equal(await localFiles.save(path, streamOf(pattern(10_000)), agree), 10_000);
    assert.equal(asked, 1);
    assert.equal(
      await localFiles.save(path, streamOf(pattern(10_000), pattern(10_000), pattern(10_000)), agree),
      30_000,
    );
    assert.equal(asked, 2);
  });
});

describe('a file as a stream', () => {
  it('has all bytes, in parts, each time it is read', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'asset.bin');
    const content = pattern(700_001);
    await writeFile(path, content);
    const file = await localFiles.open(path);
    assert.equal(file.size, 700_001);
    for (let reads = 0; reads < 2; reads += 1) {
      const parts: Uint8Array[] = [];
      for await (const part of file.stream()) parts.push(part);
      assert.ok(parts.length > 2 && Buffer.concat(parts).equals(content));
    }
  });

  it('is empty for an empty file', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'empty'), '');
    const file = await localFiles.open(join(folder.path, 'empty'));
    assert.equal((await buffer(file.stream())).length, 0);
  });

  it('fails if the file changes in the meantime', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'growing');
    await writeFile(path, pattern(1000));
    const grown = await localFiles.open(path);
    await appendFile(path, 'x');
    assert.match((await rejection(buffer(grown.stream()), 'refused')).message, /changed while/);

    await writeFile(path, pattern(600_000));
    const cut = (await localFiles.open(path)).stream().getReader();
    await cut.read();
    await truncate(path, 100);
    assert.match((await rejection(cut.read(), 'refused')).message, /changed while/);
  });

  it('can be cancelled in the middle, before the start and twice', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'a');
    await writeFile(path, pattern(600_000));
    const file = await localFiles.open(path);
    await file.stream().cancel();
    const reader = file.stream().getReader();
    await reader.read();
    await reader.cancel();
    assert.equal((await reader.read()).done, true);
  });

  it('fails with the path of a missing file or of a folder', async () => {
    await using folder = await temporaryFolder();
    const missing = await rejection(localFiles.open(join(folder.path, 'none')), 'refused');
    assert.equal(missing.reason, 'diskMissing');
    assert.match(missing.message, /none/);
    assert.equal((await rejection(localFiles.open(folder.path), 'refused')).reason, 'diskMissing');
  });
});

describe('saving a stream', () => {
  it('writes all bytes and reports the progress', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'new', 'download.bin');
    const seen: (number | undefined)[] = [];
    const size = await localFiles.save(path, streamOf(pattern(1000), pattern(500)), {
      size: 1500,
      onProgress: (done, total) => seen.push(done, total),
    });
    assert.equal(size, 1500);
    assert.deepEqual(seen, [1000, 1500, 1500, 1500]);
    assert.equal((await readFile(path)).length, 1500);
    assert.deepEqual(await readdir(join(folder.path, 'new')), ['download.bin']);
  });

  it('replaces the file only after the stream is complete', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'a');
    await writeFile(path, 'before');
    const broken = new Failure('unreachable', 'reset', { reason: 'reset' });
    assert.equal(await rejection(localFiles.save(path, streamOf(pattern(10), broken))), broken);
    const short = await rejection(localFiles.save(path, streamOf(pattern(10)), { size: 11 }), 'unreadable');
    assert.match(short.message, /10 of 11 bytes/);
    assert.deepEqual(await readdir(folder.path), ['a']);
    assert.equal(await readFile(path, 'utf8'), 'before');
    assert.equal(await localFiles.save(path, streamOf(pattern(11))), 11);
    assert.equal((await readFile(path)).length, 11);
  });

  it('stops at once when it is cancelled, and cancels the stream', async () => {
    await using folder = await temporaryFolder();
    const stop = new AbortController();
    let given = true;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(pattern(10)),
      cancel: () => void (given = false),
    });
    const saving = localFiles.save(join(folder.path, 'a'), endless, {
      signal: stop.signal,
      onProgress: () => setTimeout(() => stop.abort(), 5),
    });
    await rejection(saving, 'cancelled');
    assert.equal(given, false);
    await rejection(localFiles.save(join(folder.path, 'a'), streamOf(), { signal: AbortSignal.abort() }), 'cancelled');
    assert.deepEqual(await readdir(folder.path), []);
  });
});

describe('writeAtomically', () => {
  it('throws the reason of a disk failure', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'file'), '');
    const failure = await rejection(writeFileAtomic(join(folder.path, 'file', 'b'), pattern(1)), 'refused');
    assert.match(failure.reason ?? '', /^disk/);
    if (process.getuid?.() === 0) return;
    await chmod(folder.path, 0o500);
    const denied = await rejection(writeFileAtomic(join(folder.path, 'b'), pattern(1)), 'refused');
    assert.equal(denied.reason, 'diskDenied');
    await chmod(folder.path, 0o700);
  });

  it('retries for a limited time if another program blocks the file', async () => {
    const busy = (times: number) => {
      let left = times;
      return () =>
        left-- > 0 ? Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' })) : Promise.resolve('done');
    };
    assert.equal(await whileBusy(busy(2), [1, 1]), 'done');
    await assert.rejects(whileBusy(busy(3), [1, 1]), /busy/);
    await assert.rejects(
      whileBusy(() => Promise.reject(new Error('other')), [1]),
      /other/,
    );
  });
});
