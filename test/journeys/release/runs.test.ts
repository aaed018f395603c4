import { startService } from '../../service/service.ts';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Theme } from '../kit/theme.ts';

const all: readonly Theme[] = ['light', 'dark', 'contrast', 'contrastLight'];
const login = '!41 Begin the login page';

describe('runs of CI', () => {
  it('are where the code is, and lead to the failed line by keys alone', async function () {
    this.timeout(300_000);
    const service = await startService();
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open('sourcehost://local/alice/website');
    const ofBranch = window.page
      .locator('.statusbar-item')
      .getByRole('button', { name: /^CI of main\. Checks #1: passed/ });
    await ofBranch.waitFor({ timeout: 60_000 });
    await window.openSidebar();
    const toggle = async (...titles: readonly string[]): Promise<void> => {
      for (const title of titles) await window.tree(title).view.locator('.pane-header').click();
    };
    const [branches, runs, pulls] = [window.tree('Branches'), window.tree('Runs'), window.tree('Pull Requests')];
    await toggle('Repositories', 'Issues', 'Branches');
    await branches.view.getByText('Checks #1: passed').waitFor();
    await toggle('Branches');
    await pulls.expand(login);
    await pulls.row('CI').hover();
    await pulls.row('Checks #2').getByText('failed').waitFor();
    await window.screenshot('pull-request-ci', all);
    await toggle('Pull Requests', 'Runs');
    await runs.expand('Checks #2', 'Test');
    await runs.row('单元测试').waitFor();
    await window.screenshot('runs', all);
    await window.resizeSidebar(200);
    await window.screenshot('runs-narrow', ['dark', 'contrast']);
    await window.resizeSidebar(320);
    // The keyboard alone: the row of the run, its menu, the failed line.
    await runs.row('Checks #2').click();
    await window.page.keyboard.press('Shift+F10');
    await window.menu('Show Failed Step…');
    await window.page.getByRole('tab', { name: /log/ }).first().waitFor();
    await window.page.locator('.monaco-editor .view-line').filter({ hasText: 'exit code 1' }).waitFor();
    await window.screenshot('run-log', all);
    await ofBranch.click();
    await until(async () => (await runs.row('Checks #1').getAttribute('aria-selected')) === 'true');
    await service.close();
  });

  it('speak Chinese', async function () {
    this.timeout(200_000);
    const service = await startService();
    const settings = localHost(service);
    const desk = await sitDown({ settings, env: signedInAs(service), locale: 'zh-cn' });
    const window = await desk.open('sourcehost://local/alice/website');
    await window.openSidebar();
    for (const title of ['分支', '运行']) await window.tree(title).view.locator('.pane-header').click();
    await window.tree('分支').view.getByText('Checks #1：通过').waitFor({ timeout: 60_000 });
    await window.tree('运行').row('Checks #2').waitFor();
    await window.page
      .locator('.statusbar-item')
      .getByRole('button', { name: /^main 的 CI/ })
      .waitFor();
    await window.screenshot('runs-chinese');
    await service.close();
  });
});
