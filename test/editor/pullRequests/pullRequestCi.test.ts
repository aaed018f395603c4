import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { ShownPages } from '../kit/panels.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

describe('the CI on the page of a pull request', () => {
  const service = new RemoteService();
  let page: ShownPages;

  beforeEach(async () => {
    await service.reset();
    // No other test looks at the CI with this account: an answer is kept for ten minutes.
    await signIn(service, 'xiaoming');
    page = new ShownPages();
  });
  afterEach(async () => {
    page[Symbol.dispose]();
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  it('names each with its state, and leads to the run and to the failed step', async () => {
    await service.clear();
    await commands.executeCommand('sourcehost.issue.show', { host: 'local', repository: 'alice/website', number: 2 });
    page.follow('pullRequest', { number: '41' });
    await until(() => page.sections.get('ci')?.includes('Checks #2') === true);
    const markup = page.sections.get('ci') ?? '';
    assert.match(markup, /failed/);
    const asked = (await service.requests()).map(({ operation }) => operation);
    assert.deepEqual(
      asked.filter((operation) => /^(runs|pipelines)\./.test(operation)),
      ['runs.list'],
    );
    const run = /data-action="failedStep"\s+data-run="([\da-f]{32})"/.exec(markup)?.[1];
    assert.ok(run !== undefined, markup);
    assert.match(markup, new RegExp(`data-action="run"\\s+data-run="${run}"`));
    page.follow('run', { run });
    await until(async () => (await service.requests('runs.get')).length > 0);
    page.follow('failedStep', { run });
    await until(() => window.activeTextEditor?.document.uri.scheme === 'sourcehost-log');
    assert.match(window.activeTextEditor?.document.getText() ?? '', /单元测试/);
  });

  it('adds what a robot reports, with its source, and asks again on Refresh', async () => {
    const at = { owner: 'alice', repo: 'website', number: '41' };
    const body = `<div>流水线 <a href="https://ci.example/7">PR-engine#7</a> [ commitID：0f0f0f0f ] 已终止运行</div>`;
    await service.act({ do: 'call', operation: 'pullRequestComments.create', params: { ...at, body }, as: 'bob' });
    await commands.executeCommand('sourcehost.issue.show', { host: 'local', repository: 'alice/website', number: 2 });
    page.follow('pullRequest', { number: '41' });
    const shown = (text: string): boolean => page.sections.get('ci')?.includes(text) === true;
    await until(() => shown('PR-engine #7'));
    assert.ok(shown('Checks #2') && shown('stopped · about an earlier commit · report of bob'));
    await service.clear();
    page.follow('refresh', {});
    await until(async () => (await service.requests('runs.list')).length === 1);
  });
});
