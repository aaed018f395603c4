import assert from 'node:assert/strict';
import fc from 'fast-check';
import { endingOf, matchLines, splitLines } from '../../../../src/domain/text/lines.ts';
import { mergedText, mergeLines } from '../../../../src/domain/text/merge.ts';
import { runs } from '../../../kit/runs.ts';
import { budget, withinProcessorTime } from '../../../budgets.ts';

const line = fc.tuple(fc.constantFrom('', 'a', 'b', 'c', 'd', '  e', '---'), fc.constantFrom('\n', '\r\n', '\r', '\n'));
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', 'end'))
  .map(([lines, end]) => lines.map(([content, ending]) => content + ending).join('') + end);

const merged = (base: string, mine: string, theirs: string): string | undefined =>
  mergedText(mergeLines(base, mine, theirs));

/** `count` lines of two kinds, in an order that `seed` decides. */
function repeating(count: number, seed: number): string {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state > 2 ** 30 ? 'a\n' : 'b\n';
  }).join('');
}

type Texts = [string, string, string];

const comparesInTime = (work: () => unknown): Promise<void> => withinProcessorTime(budget.times.compare, work);

describe('splitLines and matchLines', () => {
  it('splits a text into lines whose concatenation is the text', () => {
    fc.assert(fc.property(text, (whole) => assert.equal(splitLines(whole).join(''), whole)));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (whole) => assert.equal(splitLines(whole).join(''), whole)));
  });

  it('matches each line at most once, in order, and only with an equal line', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [one, other] = [splitLines(before), splitLines(after)];
        const matches = matchLines(one, other);
        const used = matches.filter((at) => at >= 0);
        assert.deepEqual(
          used,
          [...new Set(used)].sort((x, y) => x - y),
        );
        matches.forEach((at, index) => assert.ok(at < 0 || one[at] === other[index]));
      }),
    );
  });

  it('compares texts that repeat themselves within the budget of processor time', async () => {
    for (const [before, after] of [
      [repeating(4_400, 1), repeating(4_400, 2)],
      [repeating(19_000, 1), repeating(1_000, 2)],
      [repeating(250_000, 1), repeating(250_000, 2)],
    ] as const)
      await comparesInTime(() => matchLines(splitLines(before), splitLines(after)));
  });

  it('splits off the ending of a line', () => {
    assert.deepEqual(splitLines('a\r\nb\rc\nd').map(endingOf), ['\r\n', '\r', '\n', '']);
  });
});

describe('mergeLines', () => {
  it('takes the changes of one side, and equal changes of both sides', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        assert.equal(merged(base, other, base), other);
        assert.equal(merged(base, base, other), other);
        assert.equal(merged(base, other, other), other);
      }),
    );
  });

  it('merges changes at different places', () => {
    assert.equal(merged('a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nd\ne\n'), 'A\nb\nc\nd\ne\n');
    assert.equal(merged('a\r\nb\nc', 'a\r\nb\nc\nd', 'x\r\na\r\nb\nc'), 'x\r\na\r\nb\nc\nd');
  });

  it('reports a conflict without the common first and last lines', () => {
    assert.deepEqual(mergeLines('a\nb\nc\n', 'a\nx\nM\ny\nc\n', 'a\nx\nT\ny\nc\n'), [
      { kind: 'settled', text: 'a\nx\n' },
      { kind: 'conflict', mine: 'M\n', theirs: 'T\n' },
      { kind: 'settled', text: 'y\nc\n' },
    ]);
  });

  it('joins neighbouring changes of both sides into one conflict', () => {
    assert.deepEqual(mergeLines('a\nb\nc\nd\n', 'a\nB\nc\nd\n', 'a\nb\nC\nd\n'), [
      { kind: 'settled', text: 'a\n' },
      { kind: 'conflict', mine: 'B\nc\n', theirs: 'b\nC\n' },
      { kind: 'settled', text: 'd\n' },
    ]);
  });

  it('keeps each line of both sides in the result or in a conflict, unless the other side removed it', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const parts = mergeLines(base, mine, theirs);
        const count = (lines: readonly string[]): Map<string, number> =>
          lines.reduce((counts, one) => counts.set(one, (counts.get(one) ?? 0) + 1), new Map<string, number>());
        const shown = count(
          parts.flatMap((part) =>
            part.kind === 'settled' ? splitLines(part.text) : [part.mine, part.theirs].flatMap(splitLines),
          ),
        );
        const was = count(splitLines(base));
        for (const side of [mine, theirs]) {
          for (const [one, times] of count(splitLines(side))) {
            assert.ok((shown.get(one) ?? 0) >= times - (was.get(one) ?? 0), `${JSON.stringify(one)} is lost`);
          }
        }
      }),
      runs(200),
    );
  });

  it('merges texts that repeat themselves within the budget of processor time', async () => {
    await comparesInTime(() => mergeLines('one\n', repeating(4_400, 1), repeating(4_400, 2)));
    await comparesInTime(() => mergeLines(repeating(4_400, 3), repeating(4_400, 1), repeating(4_400, 2)));
    await comparesInTime(() => mergeLines(repeating(160_000, 3), repeating(160_000, 1), repeating(160_000, 2)));
  });

  it('merges a MB of one line, of empty lines and of lines in turn within the budget of processor time', async () => {
    const size = 400_000;
    const turns = 'a\nb\n'.repeat(size / 4);
    await comparesInTime(() => mergeLines('a'.repeat(1_000_000), turns, 'b'.repeat(1_000_000)));
    await comparesInTime(() => mergeLines('one\n', '\n'.repeat(size), turns));
    await comparesInTime(() => mergeLines(turns, 'b\na\nc\n'.repeat(size / 6), '\r\n'.repeat(size / 2)));
  });

  it('merges three texts of a MB with the shortest lines within the budget of processor time', async () => {
    const [base, mine, theirs] = [repeating(500_000, 3), repeating(500_000, 1), repeating(500_000, 2)];
    await comparesInTime(() => mergeLines(base, mine, theirs));
    await comparesInTime(() =>
      mergeLines(...([base, mine, theirs].map((side) => side.replaceAll('\n', '\r')) as Texts)),
    );
  });

  it('settles only the common head and tail of more than 600,000 lines', () => {
    const [base, mine, theirs] = [3, 1, 2].map((seed) => `${repeating(250_000, seed)}${seed}`) as Texts;
    const [head, tail] = ['same\nstart a', ' ends\nalike\n'];
    const parts = mergeLines(head + base + tail, head + mine + tail, head + theirs + tail);
    const [ofMine, ofTheirs] = [mine, theirs].map((middle) => `start a${middle} ends\n`);
    assert.deepEqual(parts, [
      { kind: 'settled', text: 'same\n' },
      { kind: 'conflict', mine: ofMine, theirs: ofTheirs },
      { kind: 'settled', text: 'alike\n' },
    ]);
    const same = base + base + base;
    assert.equal(merged(same, `${same}mine\n`, same), `${same}mine\n`);
    assert.equal(merged(same, `${same}both\n`, `${same}both\n`), `${same}both\n`);
  });

  it('merges 100,000 lines within its budget of processor time', async () => {
    const long = (of: (at: number) => string): string => Array.from({ length: 100_000 }, (_, at) => of(at)).join('');
    const unlike = long((at) => `line ${at}\n`);
    assert.equal(merged(unlike, `first\n${unlike}`, `${unlike}last\n`), `first\n${unlike}last\n`);
    const alike = long(() => '\n');
    await withinProcessorTime(budget.times.merge, () =>
      mergeLines(alike, `a\n${alike}b\n${alike}`, `${alike}c\n${alike}d`),
    );
  });
});
