import assert from 'node:assert/strict';
import { messageParts, subjectOf } from '../../../../src/domain/history/commitMessage.ts';

describe('A commit message', () => {
  it('is cut where it mentions issues', () => {
    assert.deepEqual(messageParts('Fix the menu (#12)\n\nSee #3, not `#4`, alice/website#5 or @alice'), [
      { text: 'Fix the menu (', issue: undefined },
      { text: '#12', issue: 12 },
      { text: ')\n', issue: undefined },
      { text: '\n', issue: undefined },
      { text: 'See ', issue: undefined },
      { text: '#3', issue: 3 },
      { text: ', not `#4`, alice/website#5 or @alice', issue: undefined },
    ]);
    assert.deepEqual(messageParts(''), []);
  });

  it('stays whole, whatever it contains', () => {
    for (const message of ['#1#2 #3', '\n\n#4\r\n', `${'#9 '.repeat(10_000)}\n`, '\u202e#5\u202c [x](command:y)'])
      assert.equal(
        messageParts(message)
          .map(({ text }) => text)
          .join(''),
        message,
      );
  });

  it('has its first line as subject', () => {
    assert.equal(subjectOf('Fix  \r\n\nmore'), 'Fix');
    assert.equal(subjectOf('\n\n  late'), 'late');
    assert.equal(subjectOf(''), '');
  });
});
