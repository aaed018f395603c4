import assert from 'node:assert/strict';
import {
  mentionedIn,
  mentioning,
  messageParts,
  subjectOf,
  visibleMessage,
  withReferenceLinks,
  type NumberedReference,
} from '../../../../src/domain/history/commitMessage.ts';

describe('A commit message', () => {
  it('is cut where it mentions issues and pull requests', () => {
    assert.deepEqual(messageParts('Fix the menu (#12)\n\nSee !45, not `!4`, alice/website#5, $!6, a!7 or @alice'), [
      { text: 'Fix the menu (', reference: undefined },
      { text: '#12', reference: { kind: 'issue', number: '12' } },
      { text: ')\n', reference: undefined },
      { text: '\n', reference: undefined },
      { text: 'See ', reference: undefined },
      { text: '!45', reference: { kind: 'pullRequest', number: '45' } },
      { text: ', not `!4`, alice/website#5, $!6, a!7 or @alice', reference: undefined },
    ]);
    assert.deepEqual(messageParts(''), []);
  });

  it('is shown in its lines, without hidden characters', () => {
    assert.equal(
      visibleMessage('Fix\u202e it\r\n\n\tcode\u001b[2J 👩\u200d👧\n'),
      'Fix  it\r\n\n\tcode [2J 👩\u200d👧',
    );
    assert.equal(visibleMessage('\u200b\n\u2800'), '');
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

  it('links the issues and pull requests that it mentions, and changes nothing else', () => {
    const address = ({ kind, number }: NumberedReference): string => `https://host/a(b)/${kind}/${number}`;
    assert.equal(
      withReferenceLinks('Fix (#12)\n\nSee !3, `#4`', address),
      'Fix ([#12](https://host/a%28b%29/issue/12))\n\nSee [!3](https://host/a%28b%29/pullRequest/3), `#4`',
    );
    assert.equal(withReferenceLinks('Fix alice/website#5 [x](y)', address), undefined);
  });

  it('mentions each issue and pull request once', () => {
    assert.deepEqual(mentionedIn('Fix (#12)\n\nSee !12, #12, #012, `#4` and @alice'), [
      { kind: 'issue', number: '12' },
      { kind: 'pullRequest', number: '12' },
    ]);
    assert.deepEqual(mentionedIn('Fix alice/website#5'), []);
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
    assert.equal(mentioning('See !12', issue), 'See !12 (#12)');
    for (const message of ['Fix the menu (#12)', '#12 begun', 'More\n\nCloses #12.'])
      assert.equal(mentioning(message, issue), message);
    assert.equal(mentioning('', { number: '7', title: ' ' }), '(#7)');
    assert.ok(mentioning('', { number: '7', title: 'x'.repeat(500) }).length < 100);
  });
});
