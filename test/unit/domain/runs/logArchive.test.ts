import assert from 'node:assert/strict';
import { logLimits, readLogArchive } from '../../../../src/domain/runs/logArchive.ts';
import { longestTurn } from '../../../editor/kit/longestTurn.ts';
import { budget, withinLeast } from '../../../budgets.ts';
import { rejection } from '../../../kit/rejection.ts';
import { zip, type ZipEntry } from '../../../service/ci/zip.ts';

const archive = (...entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> => new Uint8Array(zip(entries));
const entry = (name: string | Uint8Array, text: string | Uint8Array, more: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  content: typeof text === 'string' ? Buffer.from(text) : text,
  ...more,
});
const read = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await readLogArchive(bytes)).map(({ sequence, name, parts }) => [sequence, name, [...parts].join('')]);

/** “编译” in GBK. */
const gbk = Buffer.from([0x31, 0x5f, 0xb1, 0xe0, 0xd2, 0xeb, 0x2e, 0x6c, 0x6f, 0x67]);

describe('readLogArchive', () => {
  it('reads the steps in their order, names in GBK and a long log in three layers', async () => {
    const inner = archive(entry('a-a-2.log', 'deep\n'));
    const middle = archive(entry('a_a.zip', inner, { stored: true }));
    const bytes = archive(
      entry('10_last.log', 'x'),
      entry('2_test.log', middle),
      entry(gbk, 'one\n'),
      entry('0_初始化.log', ''),
    );
    assert.deepEqual(await read(bytes), [
      [0, '初始化', ''],
      [1, '编译', 'one\n'],
      [2, 'test', 'deep\n'],
      [10, 'last', 'x'],
    ]);
  });

  it('reads logs whose names have no number last, in the order of the archive', async () => {
    const names = ['setup.log', '2_b.log', 'post.txt', '1_a.log', '1234567_c.log'];
    assert.deepEqual(
      (await read(archive(...names.map((name) => entry(name, 'x'))))).map(([sequence, name]) => [sequence, name]),
      [
        [1, 'a'],
        [2, 'b'],
        [undefined, 'setup'],
        [undefined, 'post'],
        [undefined, '1234567_c'],
      ],
    );
  });

  it('takes a short text that begins like an archive for text', async () => {
    // Empty blocks of deflate divide the text, so that its beginning comes alone.
    const text = Buffer.from('Passed all of the checks\n');
    const [first, rest] = [text.subarray(0, 4), text.subarray(4)];
    const block = (part: Uint8Array, isLast = false): Buffer =>
      Buffer.concat([Buffer.from([isLast ? 1 : 0, part.length, 0, 0xff - part.length, 0xff]), part]);
    const gap = Buffer.concat(Array.from({ length: 60_000 }, () => block(new Uint8Array())));
    const packed = Buffer.concat([block(first), gap, block(rest, true)]);
    const bytes = archive(entry('1_a.log', text, { packed }));
    assert.deepEqual(await read(bytes), [[1, 'a', text.toString()]]);
  });

  it('reads nothing from an empty answer or one that is no archive', async () => {
    assert.deepEqual(await read(new Uint8Array()), []);
    assert.deepEqual(await read(new Uint8Array(Buffer.from('there is no log, there is no log'))), []);
  });

  const zeros = Buffer.alloc(40_000_000);
  let nested = archive(entry('log', 'x'));
  for (let depth = 0; depth < 5; depth += 1) nested = archive(entry('1_a.log', nested));
  const whole = archive(entry('1_a.log', 'text '.repeat(100)));
  for (const [title, bytes, reason] of [
    ['too tightly packed', archive(entry('1_a.log', zeros)), 'archiveTooLarge'],
    ['too tightly packed inside', archive(entry('1_a.log', archive(entry('x', zeros)))), 'archiveTooLarge'],
    ['too deep', nested, 'archiveTooLarge'],
    [
      'too many files',
      archive(...Array.from({ length: 201 }, (_, at) => entry(`${at}_a.log`, 'x'))),
      'archiveTooLarge',
    ],
    ['larger than stated', archive(entry('1_a.log', 'text', { stated: { size: 2 } })), 'archiveDamaged'],
    ['smaller than stated', archive(entry('1_a.log', 'text', { stated: { size: 9 } })), 'archiveDamaged'],
    ['an entry beyond its end', archive(entry('1_a.log', 'text', { stated: { packed: 9_999 } })), 'archiveDamaged'],
    ['a path that leads out', archive(entry('../../1_a.log', 'x')), 'archiveDamaged'],
    ['a path of Windows', archive(entry('C:\\x.log', 'x')), 'archiveDamaged'],
    ['cut off', whole.subarray(0, -30), 'archiveDamaged'],
    ['broken data', whole.map((byte, at) => (at > 40 && at < 60 ? 0xff : byte)), 'archiveDamaged'],
  ] as const)
    it(`refuses an archive: ${title}`, async () => {
      assert.equal((await rejection(readLogArchive(bytes), 'unreadable')).reason, reason);
    });

  it('keeps the ends of the longest steps, from a whole line on', async () => {
    const long = Buffer.from(Array.from({ length: 200_000 }, (_, at) => `line ${at}\n`).join(''));
    const middle = archive(entry('a_a.zip', archive(entry('a-a-1.log', long)), { stored: true }));
    const bytes = archive(entry('0_begin.log', 'short\n'), entry('1_test.log', middle), entry('2_end.log', 'last\n'));
    const [begin, test, last] = await readLogArchive(bytes, undefined, { ...logLimits, ratio: 1_000, kept: 500_000 });
    const text = [...test!.parts].join('');
    assert.deepEqual([[...begin!.parts].join(''), [...last!.parts].join(''), begin!.omitted], ['short\n', 'last\n', 0]);
    assert.match(text, /^line \d+\n/);
    assert.ok(text.endsWith('line 199999\n') && text.length > 400_000 && text.length <= 500_000, `${text.length}`);
    assert.equal(test!.omitted, long.length - text.length);
  });

  it('gives other work a turn while it reads a large log', async () => {
    const lines = Buffer.from(Array.from({ length: 900_000 }, (_, at) => `line ${at * 7_919} of the log\n`).join(''));
    const bytes = archive(entry('1_a.log', lines), entry('2_b.log', lines, { stored: true }));
    await withinLeast(budget.times.turn, () =>
      longestTurn(async () => {
        const [, stored] = await readLogArchive(bytes);
        const length = [...stored!.parts].reduce((sum, part) => sum + part.length, stored!.omitted);
        assert.equal(length, lines.length);
      }),
    );
  });
});
