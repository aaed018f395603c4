// Takes the pictures of the README in a real window on the local service: npm run screenshots
import { join } from 'node:path';
import { localHost } from '../test/kit/localHost.ts';
import { endJourney, sitDown } from '../test/journeys/kit/desk.ts';
import { signIn } from '../test/journeys/kit/signIn.ts';
import { stage } from '../test/journeys/kit/stage.ts';
import { startService } from '../test/service/service.ts';
import { temporaryFolder } from '../test/kit/temporaryFolder.ts';
import { installExtensions } from './editor/server.ts';
import { agentCommand, packageAgent } from './kit/agentExtension.ts';
import { root } from './kit/paths.ts';
import { packageExtension } from './kit/vsix.ts';

await packageExtension();
const service = await startService();
const picture = (name: string): string => join(root, 'media', `${name}.png`);
await using folder = await temporaryFolder();
try {
  const { editor, extensionsDir } = await stage();
  const agent = await packageAgent(folder.path);
  await installExtensions(editor, [agent], { dataDir: join(folder.path, 'data'), extensionsDir });
  const desk = await sitDown({ settings: { ...localHost(service), 'workbench.colorTheme': 'Light Modern' } });
  const window = await desk.open();
  await signIn(window, service);
  await window.openSidebar();
  const repositories = window.tree('Repositories');
  await repositories.row('My repositories').waitFor({ timeout: 60_000 });
  await repositories.expand('My repositories');
  await repositories.menu('alice/website', 'Open Repository…');
  const file = window.page.locator('.explorer-folders-view').getByRole('treeitem', { name: 'README.md', exact: true });
  await file.dblclick({ timeout: 60_000 });
  await window.tab('README.md').waitFor();
  await window.openSidebar();
  await window.tree('Repositories').row('My repositories').waitFor();
  const issues = window.tree('Issues');
  await issues.view.locator('.monaco-list-row').first().waitFor();
  await window.page.screenshot({ path: picture('screenshot') });

  await issues.view.locator('.monaco-list-row').first().dblclick();
  await window.editor.getByText('title:').waitFor();
  await window.page.screenshot({ path: picture('issue') });

  await window.page.keyboard.press('Escape');
  await window.run('Sourcehost: Find in Remote Files');
  const view = window.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await view.locator('#query:focus').waitFor();
  await window.page.keyboard.type('menu');
  await window.tree('Results').view.getByRole('treeitem').first().waitFor();
  await window.page.keyboard.press('F4');
  await window.page.locator('.monaco-editor .selected-text').first().waitFor();
  await window.page.screenshot({ path: picture('search') });

  await window.openSidebar();
  const inbox = window.tree('Inbox');
  await inbox.view.locator('.pane-header').click();
  const mine = inbox.view.locator('.monaco-list-row').filter({ hasText: /#\d+/ });
  await mine.nth(2).waitFor({ timeout: 60_000 });
  for (const other of ['Repositories', 'Pull Requests', 'Issues'])
    await window.tree(other).view.locator('.pane-header').click();
  for (const at of [0, 2]) await mine.nth(at).click({ modifiers: ['ControlOrMeta'] });
  await window.page.keyboard.press('ControlOrMeta+U');
  await inbox.view.getByText('2 unread').waitFor();
  await inbox.view.getByText('To review').waitFor();
  await window.page.keyboard.press('Escape');
  await window.page.screenshot({ path: picture('inbox') });

  await window.run('Sourcehost: Show Repository Overview');
  await window.webview.getByRole('heading').first().waitFor();
  await window.page.screenshot({ path: picture('overview') });

  await window.tab('README.md').click();
  await window.run(agentCommand);
  const question = (text: string): Promise<void> =>
    window.page.locator('.monaco-dialog-box').filter({ hasText: text }).waitFor();
  await question('Allow tools to change drafts of alice/website?');
  await window.dialog('Allow');
  // The editor asks too, without the change.
  await question('Confirm tool execution');
  await window.dialog('Yes');
  await question('Allow a tool to commit to');
  await window.page.screenshot({ path: picture('agents') });
  await window.dialog('Cancel');
} finally {
  await endJourney(undefined);
  await service.close();
  await (await stage()).browser.close();
}
