import assert from 'node:assert/strict';
import { WalkDetector } from '../../../../src/domain/repositories/walkDetector.ts';

describe('WalkDetector', () => {
  it('detects a walk at the fourth folder, once', () => {
    const walks = new WalkDetector(() => 0);
    assert.deepEqual(
      ['', 'a', 'b', 'c', 'd', 'e'].map((path) => walks.note(path)),
      [false, false, false, false, true, false],
    );
  });

  it('does not count the parents of a folder, as when one deep file is shown, nor a folder twice', () => {
    const walks = new WalkDetector(() => 0);
    for (const path of ['', 'a', 'a/b', 'a/b/c', 'a/b/c/d', 'a/b/c/d/e', 'a', '', 'a/b/c/d/e'])
      assert.equal(walks.note(path), false, path);
  });

  it('does not count folders that were listed long before', () => {
    let now = 0;
    const walks = new WalkDetector(() => now);
    for (const path of ['a', 'b', 'c', 'd', 'e', 'f']) {
      assert.equal(walks.note(path), false, path);
      now += 4_000;
    }
  });
});
