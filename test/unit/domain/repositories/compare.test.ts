import assert from 'node:assert/strict';
import { changedMode, statusOfDifference } from '../../../../src/domain/repositories/compare.ts';
import type { EntryKind, FolderEntry } from '../../../../src/domain/objects/trees.ts';

const entry = (mode: string | undefined, kind: EntryKind = 'file'): FolderEntry => ({
  name: 'a',
  kind,
  sha: 'a'.repeat(40),
  mode,
});

describe('changedMode', () => {
  it('returns the permissions of a file that became executable, or stopped being so', () => {
    assert.deepEqual(changedMode({ base: entry('100644'), head: entry('100755') }), ['644', '755']);
    assert.deepEqual(changedMode({ base: entry('100755'), head: entry('100644') }), ['755', '644']);
  });

  it('knows no change if a mode is unknown, or differs only in bits that git ignores', () => {
    assert.equal(changedMode({ base: entry(undefined), head: entry('100755') }), undefined);
    assert.equal(changedMode({ base: entry('100644'), head: entry('') }), undefined);
    assert.equal(changedMode({ base: entry('100664'), head: entry('100644') }), undefined);
    assert.equal(changedMode({ base: entry('100775'), head: entry('100755') }), undefined);
    assert.equal(changedMode({ base: undefined, head: entry('100755') }), undefined);
    assert.equal(changedMode({ base: entry('100755'), head: entry('120000', 'symlink') }), undefined);
  });
});

describe('statusOfDifference', () => {
  it('tells added, removed and modified files, and files that became links or submodules', () => {
    const status = (base: FolderEntry | undefined, head: FolderEntry | undefined): string =>
      statusOfDifference({ path: 'a', base, head });
    const file = entry('100644');
    assert.equal(status(undefined, file), 'added');
    assert.equal(status(file, undefined), 'removed');
    assert.equal(status(file, entry('100755')), 'modified');
    assert.equal(status(file, entry('120000', 'symlink')), 'typeChanged');
    assert.equal(status(entry('160000', 'submodule'), file), 'typeChanged');
  });
});
