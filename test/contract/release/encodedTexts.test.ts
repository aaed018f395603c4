import assert from 'node:assert/strict';
import { join } from 'node:path';
import { editableBranch } from '../../kit/editableBranch.ts';
import { createRepository, seeded } from '../../kit/grepOracle.ts';
import { runs } from '../../kit/runs.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { textQuery } from '../../kit/textQueries.ts';
import { findText, textSearchOf } from '../../kit/textSearches.ts';
import { encodeGb18030 } from '../../../src/domain/text/gb18030.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';

const characters = [...Array.from('世界中文编码测试函数的是abcABC_.sk '), 'é', '🌍', '€', '\u3000', 'ꀀ', '，'];

const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  utf8: (text) => Buffer.from(text),
  utf8bom: (text) => Buffer.from(`\ufeff${text}`),
  // A character that is not valid UTF-8 makes the file one of GB18030.
  gb18030: (text) => encodeGb18030(`${text}中\n`) ?? new Uint8Array(),
  utf16le: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  utf16be: (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

/** All occurrences of `query` in the lines of `text` that do not overlap. */
function expectedLines(path: string, text: string, query: string): string[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.flatMap((line, index) => {
    const places: string[] = [];
    for (let at = line.indexOf(query); at >= 0; at = line.indexOf(query, at + query.length))
      places.push(`${at + 1}+${query.length}`);
    return places.length === 0 ? [] : [`${path}:${index + 1}:${places.join(' ')}`];
  });
}

describe('A search for text in several encodings', () => {
  let service: Service;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const random = seeded(18_030);
  const texts = new Map<string, string>();

  before(async function () {
    this.timeout(60_000);
    folder = await temporaryFolder();
    const files: Record<string, Uint8Array> = {};
    const line = (): string =>
      Array.from(
        { length: Math.floor(random() * 12) },
        () => characters[Math.floor(random() * characters.length)],
      ).join('');
    for (let number = 0; number < 60; number += 1) {
      const text = `${Array.from({ length: 8 }, line).join('\n')}\n`;
      for (const [encoding, encode] of Object.entries(encodings)) {
        const path = `${encoding}/${number}.txt`;
        files[path] = encode(text);
        texts.set(path, encoding === 'gb18030' ? `${text}中\n` : text);
      }
    }
    await createRepository(join(folder.path, 'encoded'), files);
    service = await startService({ repositories: [join(folder.path, 'encoded')] });
  });
  after(async () => {
    await service.close();
    await folder[Symbol.asyncDispose]();
  });

  it('finds exactly the lines of all files that contain the text', async function () {
    this.timeout(120_000);
    await using window = textSearchOf(service, folder.path);
    const { remote } = await editableBranch(service, 'alice/encoded');
    const all = [...texts];
    for (let number = 0; number < runs(20).numRuns; number += 1) {
      const [, text = ''] = all[Math.floor(random() * all.length)] ?? [];
      const units = Array.from(text.replaceAll('\n', ''));
      const start = Math.floor(random() * (units.length - 3));
      const query = units.slice(start, start + 1 + Math.floor(random() * 3)).join('');
      const expected = all.flatMap(([path, one]) => expectedLines(path, one, query));
      const isRegex = number % 5 === 0;
      const source = isRegex ? query.replace(/[.]/g, '\\.') : query;
      const { lines } = await findText(
        window.search,
        { remote, workingTree: undefined },
        textQuery(source, { isRegex }),
      );
      assert.deepEqual(lines, expected.sort(), query);
    }
  });
});
