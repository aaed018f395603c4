import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import type { HistoryCommit } from '../../../src/domain/git/gitHistory.ts';
import { commitHover, describeLine } from '../../../src/editor/features/blame/texts.ts';
import { hostileTexts } from '../../kit/hostileTexts.ts';

const uri = Uri.parse('sourcehost://local/alice/website@feature:menu/src/menu (1).ts');
const commit = (more: Partial<HistoryCommit> = {}): HistoryCommit => ({
  sha: '0123456789abcdef0123456789abcdef01234567',
  parents: [],
  message: 'Fix the menu (#12)\n\nSee #7 and #8.',
  authorName: 'Alice Winter',
  authorEmail: 'alice@example.com',
  authoredDate: new Date(Date.now() - 100 * 86_400_000).toISOString(),
  ...more,
});

/** The links of a hover: the text, the command and its argument. */
function linksOf(value: string): [text: string, command: string, argument: unknown][] {
  return [...value.matchAll(/\[([^\]]*)\]\(command:([^?)]*)\?([^)]*)\)/g)].map(([, text = '', command = '', query]) => {
    const given = JSON.parse(decodeURIComponent(query ?? '')) as unknown[];
    return [plain(text), command, given[0]];
  });
}

const plain = (text: string): string => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

describe('The text of a blamed line', () => {
  it('has the author, the age and the subject of the commit', () => {
    assert.equal(describeLine(commit()), 'Alice Winter, 3 months ago · Fix the menu (#12)');
  });

  it('says that a line of a draft is not committed', () => {
    assert.equal(describeLine(undefined), 'You, not committed');
  });

  it('leaves out what the commit does not have', () => {
    assert.equal(describeLine(commit({ authoredDate: '', message: '' })), 'Alice Winter');
    assert.equal(describeLine(commit({ authorName: '' })), '3 months ago · Fix the menu (#12)');
  });

  it('stays on one line without hidden characters', () => {
    const line = describeLine(commit({ authorName: 'A\nlice', message: '\u202eoops\u200b now\nrest' }));
    assert.doesNotMatch(line, /[\n\u202e\u200b]/);
    assert.ok(!line.includes('rest'));
  });
});

describe('Hovers of commits', () => {
  it('have the whole message, links to its issues and a link to the commit', () => {
    const { value } = commitHover(commit(), uri, 3);
    assert.match(plain(value), /Alice Winter\*\* <alice@example\.com>/);
    assert.match(plain(value), /See \[#7\]\(.*\) and \[#8\]\(.*\)\./);
    assert.match(plain(value), /\n\n\[Show Commit\]\(\S+\) · 0123456789$/);
    const issue = (number: number): unknown =>
      JSON.parse(JSON.stringify(Uri.parse(`sourcehost-record://local/alice/website/issues/${number}.md`)));
    assert.deepEqual(linksOf(value), [
      ['#12', 'sourcehost.issue.show', issue(12)],
      ['#7', 'sourcehost.issue.show', issue(7)],
      ['#8', 'sourcehost.issue.show', issue(8)],
      ['Show Commit', 'sourcehost.blame.showCommit', { uri: uri.toString(), line: 3 }],
    ]);
  });

  it('have a link to a pull request that the message mentions', () => {
    const { value } = commitHover(commit({ message: 'Merge !45' }), uri, 1);
    const pull = JSON.parse(
      JSON.stringify(Uri.parse('sourcehost-record://local/alice/website/pulls/45.md')),
    ) as unknown;
    assert.deepEqual(linksOf(value)[0], ['!45', 'sourcehost.pullRequest.show', pull]);
  });

  it('run no command but those of their own links, whatever the message contains', () => {
    for (const text of hostileTexts) {
      const hover = commitHover(commit({ message: text, authorName: text, authorEmail: text }), uri, 1);
      const own = [
        'sourcehost.blame.showCommit',
        'sourcehost.history.show',
        'sourcehost.issue.show',
        'sourcehost.pullRequest.show',
      ];
      assert.deepEqual(hover.isTrusted, { enabledCommands: own });
      assert.deepEqual([hover.supportHtml, hover.supportThemeIcons].filter(Boolean), []);
      const links = linksOf(hover.value);
      assert.deepEqual(
        links.filter(([, command]) => !own.includes(command)),
        [],
        text,
      );
      assert.equal(links.filter(([, command]) => command === 'sourcehost.blame.showCommit').length, 1, text);
      const rest = hover.value.replaceAll(/\[[^\]]*\]\(command:sourcehost[^)]*\)/g, '').replaceAll('**', '');
      assert.doesNotMatch(rest, /[<>[\]()!`|$@~_*]|:\/\/|www\./, text);
    }
  });

  it('have no link for a line that is not committed', () => {
    const { value, isTrusted } = commitHover(undefined, uri, 1);
    assert.equal(plain(value), 'You, not committed');
    assert.equal(isTrusted ?? false, false);
  });

  it('cut a very long message', () => {
    const { value } = commitHover(commit({ message: 'word '.repeat(5_000) }), uri, 1);
    assert.ok(value.length < 10_000);
    assert.ok(value.includes('…'));
  });
});
