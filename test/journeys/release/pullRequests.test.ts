import { startService } from '../../service/service.ts';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import { sitDown } from '../kit/desk.ts';
import { chooseFromMenu } from '../kit/menu.ts';
import { signedInAs } from '../kit/signIn.ts';

describe('pull requests', () => {
  it('are listed, and one shows its changes', async function () {
    this.timeout(180_000);
    const service = await startService();
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open('sourcehost://local/alice/website');
    await window.openSidebar();
    const list = window.tree('Pull Requests');
    await list.view.getByText('Begin the login page').first().waitFor({ timeout: 60_000 });
    await window.screenshot('pull-requests', ['light', 'dark']);
    await list.view.getByText('Begin the login page').first().click({ button: 'right' });
    await chooseFromMenu(window.page, 'View Changes of Pull Request…');
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

  it('expands, opens differences, and marks files as viewed over a reload', async function () {
    this.timeout(150_000);
    const service = await startService();
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open('sourcehost://local/alice/website');
    await window.openSidebar();
    const tree = window.tree('Pull Requests');
    for (const title of ['Repositories', 'Issues']) await window.tree(title).show(false);
    await tree.show();
    const login = '!41 Begin the login page';
    await tree.expand(login);
    await tree.click('Files');
    await tree.row('login.ts').waitFor();
    const description = (text: string) => tree.row('Files').getByText(text).waitFor();
    // VS Code ignores a click on a checkbox while it draws the rows again.
    const markAsViewed = async (label: string, text: string) => {
      const box = tree.row(label).locator('.custom-view-tree-node-item-checkbox');
      await until(async () => {
        if (!(await box.isChecked())) await box.click();
        // A second click on a row that is not drawn anew yet would take the mark away.
        return await window.shows(tree.row('Files').getByText(text), 5_000);
      });
    };
    await description('0 of 3 viewed');
    await markAsViewed('login.ts', '1 of 3 viewed');
    await tree.expand('Commits');
    await window.screenshot('pull-request-rows', ['light', 'dark', 'contrast']);
    await tree.click('login.ts');
    await window.page.locator('.monaco-diff-editor').first().waitFor();
    await tree.row('Files').hover();
    await tree.row('Files').getByRole('button', { name: 'Show Changed Files as Tree' }).click();
    await until(async () => (await tree.rows()).includes('src'));
    await markAsViewed('src', '2 of 3 viewed');
    await window.screenshot('pull-request-tree', ['light', 'dark']);
    await window.resizeSidebar(200);
    await window.screenshot('pull-request-narrow', ['light', 'contrast']);
    await window.resizeSidebar(300);
    await tree.row(login).hover();
    await tree
      .row(login)
      .getByRole('button', { name: /^View Changes of Pull Request/ })
      .click();
    await window.tree('History').row('main ← !41: 3 files').waitFor();
    await window.remembered();
    await window.reload();
    await window.openSidebar();
    await tree.expand(login, 'Files');
    await description('2 of 3 viewed');
    await service.close();
  });

  it('shows which commits changed since their files were looked at, and compares the patches of one', async function () {
    this.timeout(180_000);
    const service = await startService();
    const repository = 'alice/website';
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
    const push = async (name: string, content: readonly string[], message: string): Promise<void> => {
      const files = { [name]: `${content.join('\n')}\n` };
      await service.act({ do: 'push', repository, branch: 'feature/login', files, message });
    };
    await push('src/form.html', lines, 'Add the form');
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open(`sourcehost://local/${repository}`);
    await window.openSidebar();
    const tree = window.tree('Pull Requests');
    for (const title of ['Repositories', 'Issues']) await window.tree(title).show(false);
    await tree.show();
    const login = '!41 Begin the login page';
    await tree.expand(login);
    await tree.click('Files');
    await tree.row('form.html').waitFor();
    const { git } = await service.repository(repository);
    await git(['update-ref', 'refs/heads/feature/login', 'feature/login^']);
    await push('src/form.html', lines.with(5, 'another line'), 'Add the form');
    await push('src/send.ts', ['export {};'], 'Send the form');
    await tree.action('Refresh Pull Requests');
    await tree.click('Changes Since I Looked');
    await tree.row('Send the form').getByText('new').waitFor();
    await tree.row('Add the form').getByText('changed').waitFor();
    await window.screenshot('pull-request-since', ['light', 'dark']);
    await tree.click('Add the form');
    await window.page.locator('.monaco-diff-editor').getByText('another line').first().waitFor();
    await window.screenshot('pull-request-since-patch', ['light', 'dark']);
    await service.close();
  });
});
