import assert from 'node:assert/strict';
import { commands, extensions, Uri, window } from 'vscode';
import { budget, within, withinTime } from '../../budgets.ts';
import { until } from '../../kit/until.ts';
import { longestTurn } from '../kit/longestTurn.ts';
import { ShownPages } from '../kit/panels.ts';
import { Person } from '../kit/person.ts';
import { ThreadPage } from '../kit/reviewThreads.ts';
import { signIn } from '../kit/signIn.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';
import { tidy } from '../kit/tidy.ts';

const number = 41;
const args = { host: 'local', repository: 'alice/website', number };

describe('a pull request with very many comments', () => {
  const service = suiteWindow();
  const page = new ThreadPage();

  beforeEach(() => page.watch());
  afterEach(() => page.leave());

  /** The last tenth on the file that opens. @returns the head */
  const converse = async (count: number): Promise<string> => {
    const places = Array.from({ length: count }, (_, at) => ({
      path: at < count * 0.9 ? 'src/login.html' : 'src/login.ts',
      line: (at % 5) + 1,
    }));
    await service.act({ do: 'converse', repository: args.repository, number, count, places });
    return await service.git(args.repository, 'rev-parse', `refs/merge-requests/${number}/head`);
  };
  const show = async (head: string): Promise<void> => {
    await commands.executeCommand('sourcehost.pullRequest.compare', args);
    await service.clear();
    await window.showTextDocument(Uri.parse(`sourcehost://local/alice/website/src/login.ts?ref=${head}`));
  };

  it('is read with few requests, and does not block the extension host', async function () {
    this.timeout(120_000);
    const head = await converse(1_000);
    // The first input of a comment activates this extension of the editor, in a turn of its own.
    await extensions.getExtension('vscode.markdown-language-features')?.activate();
    const longest = await longestTurn(async () => {
      await show(head);
      await until(() => page.count > 100);
    });
    within(11, (await service.requests('pullRequestComments.list')).length);
    withinTime(budget.times.threads, longest, `ms for ${page.count} threads`);
  });

  it('shows at most 500 threads, those of the open file first, and says so once', async function () {
    this.timeout(120_000);
    const person = new Person();
    person.sit();
    try {
      await tidy();
      await service.reset();
      await service.set({ habits: { commentPlace: 'told' } });
      const head = await converse(2_000);
      await signIn(service, 'alice');
      await show(head);
      await person.tells(/500 discussions of !41/);
      await until(() => page.in('login.ts').length === 201 && page.count === 500);
      await commands.executeCommand('sourcehost.view.refresh');
      assert.equal(page.count, 500);
    } finally {
      person.leave();
      await service.calm();
    }
  });

  it('are on its page in turns, the first of them within a second', async () => {
    await tidy();
    await service.reset();
    await signIn(service, 'alice');
    using shown = new ShownPages();
    const isWhole = (): boolean => shown.news.some((news) => news.isWhole === true);
    for (let count = 0; count < 1000; count += 1) {
      const body = `Comment ${count}\n\n- [ ] one\n- **two** #${count + 1}`;
      await service.call('pullRequestComments.create', { number: String(number), body }, 'bob');
    }
    await service.set({ latency: 50 });
    await commands.executeCommand('sourcehost.issue.show', { ...args, number: 2 });
    await until(isWhole);
    shown.news.length = 0;
    shown.entries.clear();
    const began = performance.now();
    let first = Infinity;
    const turn = await longestTurn(async () => {
      shown.follow('pullRequest', { number: String(number) });
      await until(() => shown.entries.size > 20);
      first = performance.now() - began;
      await until(isWhole);
    });
    assert.ok(shown.entries.size >= 1000, `${shown.entries.size} entries`);
    withinTime(budget.times.conversation, turn);
    withinTime(1000, first);
  });
});
