import assert from 'node:assert/strict';
import { chosenText, hasMarkers, markedConflicts, mergeFiles, withSide } from '../../../../src/domain/text/conflict.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const labels = { mine: 'yours', theirs: 'server' };

for (const [name, end] of [
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
] as const) {
  describe(`a file with conflicts and ${name}`, () => {
    const lines = (...all: string[]): string => all.map((line) => `${line}${end}`).join('');
    const base = lines('1', '2', '3', '4', '5', '6', '7');
    const mine = lines('mine', '2', '3', '4', '5', '6', 'more', 'of mine');
    const theirs = lines('theirs', '2', '3', '4', '5', '6');
    const merged = new TextDecoder().decode(mergeFiles(bytes(base), bytes(mine), bytes(theirs), labels)?.bytes);

    it('marks each of them', () => {
      assert.equal(markedConflicts(merged).length, 2);
      assert.ok(hasMarkers(bytes(merged)));
      assert.ok(!hasMarkers(bytes(mine)));
    });

    it('is either version once a side is chosen everywhere, or both', () => {
      assert.equal(withSide(merged, 'mine'), mine);
      assert.equal(withSide(merged, 'theirs'), theirs);
      assert.equal(withSide(merged, 'both'), lines('mine', 'theirs', '2', '3', '4', '5', '6', 'more', 'of mine'));
      assert.equal(withSide(mine, 'theirs'), mine, 'without markers nothing changes');
    });

    it('is resolved one by one', () => {
      const [first] = markedConflicts(merged);
      assert.ok(first);
      assert.equal(chosenText(merged, first, 'both'), lines('mine', 'theirs'));
    });
  });
}
