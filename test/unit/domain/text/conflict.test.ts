import assert from 'node:assert/strict';
import { chosenText, hasMarkers, markedConflicts, mergeFiles, withSide } from '../../../../src/domain/text/conflict.ts';
import { bytes } from '../../../kit/bytes.ts';

const labels = { mine: 'yours', theirs: 'server' };

for (const [name, end] of [
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
] as const) {
  describe(`conflict markers in a file with ${name}`, () => {
    const lines = (...all: string[]): string => all.map((line) => `${line}${end}`).join('');
    const base = lines('1', '2', '3', '4', '5', '6', '7');
    const mine = lines('mine', '2', '3', '4', '5', '6', 'more', 'of mine');
    const theirs = lines('theirs', '2', '3', '4', '5', '6');
    const merged = new TextDecoder().decode(mergeFiles(bytes(base), bytes(mine), bytes(theirs), labels)?.bytes);

    it('are recognized for every conflict', () => {
      assert.equal(markedConflicts(merged).length, 2);
      assert.ok(hasMarkers(bytes(merged)));
      assert.ok(!hasMarkers(bytes(mine)));
      const [opening, middle, closing] = ['<<<<<<< a', '=======', '>>>>>>> b'];
      for (const some of [
        [opening, middle],
        [opening, closing],
        [middle, closing],
        [middle, opening, closing],
      ])
        assert.ok(!hasMarkers(bytes(lines(...some))), some.join());
    });

    it('are replaced by one side, or by both sides, everywhere', () => {
      assert.equal(withSide(merged, 'mine'), mine);
      assert.equal(withSide(merged, 'theirs'), theirs);
      assert.equal(withSide(merged, 'both'), lines('mine', 'theirs', '2', '3', '4', '5', '6', 'more', 'of mine'));
      assert.equal(withSide(mine, 'theirs'), mine, 'without markers nothing changes');
    });

    it('are replaced for one conflict', () => {
      const [first] = markedConflicts(merged);
      assert.ok(first);
      assert.equal(chosenText(merged, first, 'both'), lines('mine', 'theirs'));
    });
  });
}
