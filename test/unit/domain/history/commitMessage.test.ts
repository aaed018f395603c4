import assert from 'node:assert/strict';
import { mentioning, messageParts, subjectOf, withIssueLinks } from '../../../../src/domain/history/commitMessage.ts';

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

  it('has links to the issues that it mentions, and else stays as it is', () => {
    const address = (issue: number): string => `https://host/a(b)/issues/${issue}`;
    assert.equal(
      withIssueLinks('Fix (#12)\n\nSee #3, `#4`', address),
      'Fix ([#12](https://host/a%28b%29/issues/12))\n\nSee [#3](https://host/a%28b%29/issues/3), `#4`',
    );
    assert.equal(withIssueLinks('Fix alice/website#5 [x](y)', address), undefined);
  });

  it('has its first line as subject', () => {
    assert.equal(subjectOf('Fix  \r\n\nmore'), 'Fix');
    assert.equal(subjectOf('\n\n  late'), 'late');
    assert.equal(subjectOf(''), '');
  });

  it('mentions an issue once, with its title if the message is empty', () => {
    const issue = { number: '12', title: 'Fix the menu' };
    assert.equal(mentioning('', issue), 'Fix the menu (#12)');
    assert.equal(mentioning('Half of it\n', issue), 'Half of it (#12)');
    assert.equal(mentioning('See #123', issue), 'See #123 (#12)');
    for (const message of ['Fix the menu (#12)', '#12 begun', 'More\n\nCloses #12.'])
      assert.equal(mentioning(message, issue), message);
    assert.equal(mentioning('', { number: '7', title: ' ' }), '(#7)');
    assert.ok(mentioning('', { number: '7', title: 'x'.repeat(500) }).length < 100);
  });
});
