import { startService } from '../service/service.ts';
import { localHost } from '../kit/localHost.ts';
import { sitDown } from './kit/desk.ts';
import { chooseFromMenu } from './kit/menu.ts';
import { signedInAs } from './kit/signIn.ts';

describe('pull requests', () => {
  it('are listed, and one shows its changes', async function () {
    this.timeout(180_000);
    const service = await startService();
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open('sourcehost://local/alice/website');
    await window.openSidebar();
    const list = window.tree('Pull Requests');
    await list.view.locator('.pane-header').click();
    await list.view.getByText('Begin the login page').first().waitFor({ timeout: 60_000 });
    await window.screenshot('pull-requests', ['light', 'dark']);
    await list.view.getByText('Begin the login page').first().click({ button: 'right' });
    await chooseFromMenu(window.page, 'Show Changes of Pull Request…');
    await window.page.getByText('main ← !41').first().waitFor({ timeout: 60_000 });
    await window.tree('History').view.getByText('login.html').first().waitFor({ timeout: 60_000 });
    await window.screenshot('pull-request-changes', ['light', 'dark']);
    await window.tree('History').view.getByText('login.html').first().click();
    await window.page
      .getByRole('tab', { name: /login\.html/ })
      .first()
      .waitFor();
    await window.screenshot('pull-request-file', ['light', 'dark']);
    await service.close();
  });
});
