import assert from 'node:assert/strict';
import { insertPlace, movedPlace, replacementIn } from '../../../src/core/insertPlace.ts';

describe('the place of a link', () => {
  it('is the cursor, or after the link whose label is selected', () => {
    assert.equal(insertPlace('one two', 3, 3), 3);
    assert.equal(insertPlace('one two', 0, 3), 3);
    assert.equal(insertPlace('![a](b) c', 2, 3), 7);
  });

  it('moves with what is typed before it, and stays with what is typed at it and after it', () => {
    const moved = (before: string, after: string): string => {
      const place = movedPlace(before.indexOf('|'), replacementIn(before.replace('|', ''), after));
      return `${after.slice(0, place)}|${after.slice(place)}`;
    };
    assert.equal(moved('one| two', 'so one two'), 'so one| two');
    assert.equal(moved('one| two', 'one two three'), 'one| two three');
    assert.equal(moved('one|', 'one more'), 'one| more');
    assert.equal(moved('one two|', 'one'), 'one|');
    assert.equal(moved('one two| three', 'one 2ee'), 'one |2ee');
    assert.equal(moved('one|', 'one'), 'one|');
  });
});
