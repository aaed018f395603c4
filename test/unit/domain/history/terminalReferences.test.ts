import assert from 'node:assert/strict';
import { terminalReferences } from '../../../../src/domain/history/terminalReferences.ts';

const sha = '0123456789abcdef0123456789abcdef01234567';
const found = (line: string): string[] =>
  terminalReferences(line).map(({ kind, name, from, to }) => `${kind} ${name} ${line.slice(from, to)}`);

describe('terminalReferences', () => {
  it('finds issues, merge requests and full shas', () => {
    assert.deepEqual(found(`commit ${sha} (HEAD -> main)`), [`commit ${sha} ${sha}`]);
    assert.deepEqual(found('a1b2c3d Fix the menu (#12), see !45.'), ['issue 12 #12', 'mergeRequest 45 !45']);
    assert.deepEqual(found('#1 #2'), ['issue 1 #1', 'issue 2 #2']);
    assert.deepEqual(found(`${sha}${'0'.repeat(24)}`), [`commit ${sha}${'0'.repeat(24)} ${sha}${'0'.repeat(24)}`]);
  });

  it('finds nothing in colours, addresses, short shas, other repositories and shell syntax', () => {
    for (const line of [
      '#fff #12ab #0 !! !x $#1 foo#3 a!4',
      'https://example.org/#12',
      'alice/website#5',
      'a1b2c3d',
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
