import { commands, Uri, window } from 'vscode';
import { budget, within, withinTime } from '../../budgets.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { longestTurn } from '../kit/longestTurn.ts';
import { ThreadPage } from '../kit/reviewThreads.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const at = { owner: 'alice', repo: 'website', number: 41 };

describe('a pull request with 1,000 comments', () => {
  const service = new RemoteService();
  const page = new ThreadPage();

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    page.watch();
  });
  after(async () => {
    await tidy();
    page.leave();
    await service.reset();
  });

  it('is read with few requests, and does not block the extension host', async function () {
    this.timeout(120_000);
    // More than a hundred threads in one editor would make the window of the next tests slow.
    const placeOf = (_: unknown, at: number) => ({
      path: at % 10 === 0 ? 'src/login.ts' : 'src/login.html',
      line: (at % 5) + 1,
    });
    const places = Array.from({ length: 1_000 }, placeOf);
    const { owner, repo, number } = at;
    await service.act({ do: 'converse', repository: `${owner}/${repo}`, number, count: 1_000, places });
    const longest = await longestTurn(async () => {
      const args = { host: 'local', repository: 'alice/website', number: at.number };
      await commands.executeCommand('sourcehost.pullRequest.compare', args);
      const sha = await service.git('alice/website', 'rev-parse', `refs/merge-requests/${at.number}/head`);
      await service.clear();
      await window.showTextDocument(Uri.parse(`sourcehost://local/alice/website/src/login.ts?ref=${sha}`));
      await until(() => page.count > 100);
    });
    within(11, (await service.requests('pullRequestComments.list')).length);
    withinTime(budget.times.threads, longest, `ms for ${page.count} threads`);
  });
});
