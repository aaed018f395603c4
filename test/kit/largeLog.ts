import { zip } from '../service/ci/zip.ts';

/** The archive of a log of `size` bytes, in three layers as the host packs a long step. */
export function largeLog(size: number): Uint8Array<ArrayBuffer> {
  const text = Buffer.alloc(size);
  let written = 0;
  for (let line = 1; written < size; line += 1) {
    const which = (Math.imul(line, 2_654_435_761) >>> 0).toString(36);
    const time = `[2026/07/24 17:24:10.${(line % 1000).toString().padStart(3, '0')} GMT+08:00]`;
    written += text.write(
      `${time} [INFO] \u001b[32m✔\u001b[0m src/part${line % 500}.ts:${line % 90} 编译 ${which}\n`,
      written,
    );
  }
  const inner = zip([{ name: 'a-a-1.log', content: text }]);
  return new Uint8Array(
    zip([{ name: '1_test.log', content: zip([{ name: 'a_a.zip', content: inner, stored: true }]) }]),
  );
}
