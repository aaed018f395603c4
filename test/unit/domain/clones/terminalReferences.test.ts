import assert from 'node:assert/strict';
import { terminalReferences } from '../../../../src/domain/clones/terminalReferences.ts';

const sha = '0123456789abcdef0123456789abcdef01234567';
const found = (line: string): string[] =>
  terminalReferences(line).map(({ kind, name, from, to }) => `${kind} ${name} ${line.slice(from, to)}`);

describe('terminalReferences', () => {
  it('finds issues, pull requests and full shas', () => {
    assert.deepEqual(found(`commit ${sha} (HEAD -> main)`), [`commit ${sha} ${sha}`]);
    assert.deepEqual(found('Fix the menu (#12), see !45.'), ['issue 12 #12', 'pullRequest 45 !45']);
    assert.deepEqual(found('#1 #2'), ['issue 1 #1', 'issue 2 #2']);
    assert.deepEqual(found(`${sha}${'0'.repeat(24)}`), [`commit ${sha}${'0'.repeat(24)} ${sha}${'0'.repeat(24)}`]);
  });

  it('finds abbreviated shas as git prints them', () => {
    for (const line of [
      'a1b2c3d Fix the menu',
      '* a1b2c3d (HEAD -> main) Fix the menu',
      '[main a1b2c3d] Fix the menu',
      '^a1b2c3d (Alice 2026-01-31 1) text',
      'HEAD is now at a1b2c3d Fix the menu',
      'a1b2c3d: needs merge',
      'a1b2c3d^ a1b2c3',
      'Merge: a1b2c3d',
    ])
      assert.deepEqual(found(line), ['commit a1b2c3d a1b2c3d'], line);
    for (const dots of ['..', '...'])
      assert.deepEqual(found(`   a1b2c3d${dots}e4f5a6b7  main -> origin/main`), [
        'commit a1b2c3d a1b2c3d',
        'commit e4f5a6b7 e4f5a6b7',
      ]);
  });

  it('finds nothing in colours, addresses, paths, names, words, other repositories and shell syntax', () => {
    for (const line of [
      '#fff #12ab #0 !! !x $#1 foo#3 a!4',
      'https://example.org/#12',
      'alice/website#5',
      'a1b2c3',
      'dist/a1b2c3d a1b2c3d/dist a1b2c3d\\dist',
      'a1b2c3d4.js main.a1b2c3d4.js a1b2c3d-dirty',
      '4d5e6f70-1234-1234-1234-a1b2c3d4e5f6',
      'v1.0-14-ga1b2c3d',
      'A1B2C3D a1b2c3dx _a1b2c3d',
      `x${sha}`,
      `${sha}0`,
      sha.toUpperCase(),
    ])
      assert.deepEqual(found(line), [], line);
  });

  it('ignores a very long line', () => {
    assert.deepEqual(found('#1 '.repeat(10_000)), []);
  });
});
