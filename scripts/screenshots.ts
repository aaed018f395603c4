// Takes the pictures of the README and of the guides in a real window on the local service: npm run screenshots
import type { Locator } from 'playwright-core';
import { join } from 'node:path';
import { localHost } from '../test/kit/localHost.ts';
import { endJourney, sitDown } from '../test/journeys/kit/desk.ts';
import { signedInAs } from '../test/journeys/kit/signIn.ts';
import { stage } from '../test/journeys/kit/stage.ts';
import { startService } from '../test/service/service.ts';
import { root } from './kit/paths.ts';
import { packageExtension } from './kit/vsix.ts';

const [owner, repo] = ['alice', 'website'];
const pull = '!41 Begin the login page';
/** What stands in a picture only by accident. */
const accidents = ['hover', 'menu', 'dialog-box'].map((name) => `.monaco-${name}`);
accidents.push(
  '.notification-list-item',
  '.codicon-bell-dot',
  '.quick-input-widget',
  '.statusbar .codicon-modifier-spin',
);

await packageExtension();
const service = await startService();
const call = (operation: string, params: object, as: string): Promise<unknown> =>
  service.act({ do: 'call', operation, params: { owner, repo, number: '41', ...params }, as });
// His name in the sample is hostile.
Object.assign(service.state.accounts.get('erik') ?? {}, { name: 'Erik Sand' });
try {
  const { id } = (await call(
    'pullRequestComments.create',
    { body: 'Why the whole page? The form is enough.', path: 'src/login.ts', position: 2 },
    'bob',
  )) as { id: string };
  await call('pullRequestComments.reply', { discussion_id: id, body: 'The menu has a form, too.' }, 'alice');
  const settings = {
    ...localHost(service),
    'comments.openView': 'never',
    'editor.autoIndent': 'none',
    'editor.cursorBlinking': 'solid',
    'editor.fontSize': 13,
    'editor.lightbulb.enabled': 'off',
    'editor.minimap.enabled': false,
  };
  const desk = await sitDown({ settings, env: signedInAs(service) });
  const window = await desk.open(`sourcehost://local/${owner}/${repo}@main`);
  const { page, webview } = window;
  await page.setViewportSize({ width: 1200, height: 800 });
  await window.notification('the Search view of the editor').waitFor();
  await window.run('Notifications: Clear All Notifications');

  /** Takes media/NAME-light.png and media/NAME-dark.png. Fails where not all of `parts` are whole in the window. */
  const take = async (name: string, parts: Readonly<Record<string, Locator>>): Promise<void> => {
    for (const theme of ['light', 'dark'] as const) {
      await window.theme(theme);
      await page.mouse.move(600, 799);
      await page.locator(accidents.join(', ')).filter({ visible: true }).first().waitFor({ state: 'hidden' });
      for (const [part, shown] of Object.entries(parts)) {
        await shown.first().waitFor();
        const seen = await shown.first().evaluate(`(element) => new Promise((resolve) =>
          new IntersectionObserver(([entry]) => resolve(entry.intersectionRatio)).observe(element))`);
        if (Number(seen) < 0.9)
          throw new Error(`${name}, ${theme}: of “${part}”, the picture shows only ${String(seen)}`);
      }
      await page.screenshot({ path: join(root, 'media', `${name}-${theme}.png`), animations: 'disabled' });
    }
    await window.run('View: Close All Editors');
  };
  const rows = (area: string, text: string): Locator =>
    page.locator(`${area} .monaco-list-row`).filter({ hasText: text });
  const line = (text: string): Locator => page.locator('.editor-instance .view-line').filter({ hasText: text });
  /** Shows one view of the sidebar, and the headers of the others. */
  const only = async (title: string): Promise<void> => {
    await window.openSidebar();
    const others = page.locator('.sidebar .pane-header.expanded').filter({ hasNotText: title });
    while ((await others.count()) > 0) await others.first().click();
    const header = window.tree(title).view.locator('.pane-header:not(.expanded)');
    if ((await header.count()) > 0) await header.click();
  };

  const { width: usual = 300 } = (await page.locator('.part.sidebar').boundingBox()) ?? {};
  await only('Inbox');
  await window.resizeSidebar(420);
  const inbox = window.tree('Inbox');
  const review = '!42 Search in titles too';
  await inbox.click(review);
  await take('inbox', {
    'to review': inbox.row(review),
    mine: inbox.row(pull),
    assigned: inbox.row('#20 Menu does not close with Escape (3)'),
    mentioned: inbox.view.locator('.monaco-list-row').filter({ hasText: 'mentioned you in' }),
    page: window.tab(review),
    missing: webview.getByText('The branches have conflicts'),
  });

  await only('Issues');
  const issues = window.tree('Issues');
  const issue = '#56 Add an outline to long pages (6)';
  await issues.click(issue);
  await take('issues', {
    issue: issues.row(issue),
    page: window.tab('#56 Add an outline to long pages'),
    task: webview.getByText('ask people'),
    facts: webview.getByText('Severity'),
  });

  await only('Repositories');
  const repositories = window.tree('Repositories');
  await repositories.expand('acme', 'Issues');
  await window.run('Sourcehost: Show Repository Overview');
  await webview.getByText('npm install').waitFor();
  await take('repositories', {
    organization: repositories.row('acme'),
    issue: rows('.sidebar', 'acme/platform'),
    overview: webview.getByText('The pages of a small product', { exact: true }),
    readme: webview.getByText('npm install'),
  });
  await window.resizeSidebar(usual);

  const edit = async (path: string, after: string, text: string): Promise<void> => {
    await window.openFile(path);
    await line(after).click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(text);
    await page.keyboard.press('Control+S');
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
  };
  await edit('src/menu.css', 'opacity', '\n.menu-open { outline: 2px solid; }');
  const links = '    <a href="docs/guide.html">Guide</a>\n    <a href="contact.html">Contact</a>';
  await edit('src/index.html', '<h1>', `\n  <nav data-menu>\n${links}\n  </nav>`);
  await page
    .locator('.activitybar')
    .getByRole('tab', { name: /Source Control/ })
    .click();
  await page.locator('.scm-editor .monaco-editor').first().click();
  await page.keyboard.insertText('Link the guide and contact');
  await rows('.scm-view', 'index.html').click();
  await take('edit', {
    message: page.locator('.scm-editor').getByText('Link the guide and contact'),
    change: rows('.scm-view', 'index.html'),
    'other change': rows('.scm-view', 'menu.css'),
    'added line': page.locator('.monaco-diff-editor .modified .view-line').filter({ hasText: 'contact.html' }),
    mark: page.locator('.monaco-diff-editor .modified .line-insert'),
  });

  await only('Pull Requests');
  const pulls = window.tree('Pull Requests');
  await pulls.click(pull);
  await webview.getByText('The menu has a form').waitFor();
  await pulls.expand(pull);
  await pulls.click('Files');
  await pulls.click('login.ts');
  const thread = page.locator('.review-widget').filter({ hasText: 'The menu has a form' });
  await thread.waitFor();
  await window.run('View: Move Editor into Next Group');
  await window.run('View: Toggle Primary Side Bar Visibility');
  const talk = webview.locator('article', { hasText: 'The menu has a form' }).first();
  await talk.scrollIntoViewIfNeeded();
  await take('pull-request', {
    title: window.tab(pull),
    'line in the conversation': talk.locator('.excerpt'),
    answer: talk.getByText('The menu has a form'),
    thread,
    'line of the thread': line('export function login'),
  });
  await window.run('View: Toggle Primary Side Bar Visibility');

  await only('Runs');
  const runs = window.tree('Runs');
  await runs.expand('Checks #2');
  await runs.row('Unit tests').waitFor();
  await window.run('Sourcehost: Show Failed Step…');
  await window.pick('Checks #2');
  await take('run', {
    'failed run': runs.row('Checks #2'),
    'failed job': runs.row('Unit tests'),
    'running run': runs.row('Checks #3'),
    'failed line': line('expected').filter({ hasText: 'src/login.ts:3' }),
  });

  await window.run('Sourcehost: Find in Remote Files');
  await webview.locator('#query:focus').waitFor();
  await page.keyboard.type('gallery');
  const result = rows('.sidebar', 'import { gallery }');
  await result.dblclick();
  await window.tab('main.ts').waitFor();
  await window.run('Sourcehost: Show History');
  const history = window.tree('History');
  await history.row('Add gallery').waitFor();
  const { y = 0 } = (await history.view.boundingBox()) ?? {};
  await page.mouse.move(200, y);
  await page.mouse.down();
  await page.mouse.move(200, y + 150, { steps: 5 });
  await page.mouse.up();
  await window.run('Sourcehost: Toggle File Blame');
  // The editor draws it before the text of the line, as a style.
  const content = `getComputedStyle(one, '::before').content`;
  await page.waitForFunction(
    `[...document.querySelectorAll('.view-line span')].some((one) => ${content}.replaceAll('\u00a0', ' ').includes('Add gallery'))`,
  );
  await take('find', {
    result,
    history: history.row('Add gallery'),
    'blamed line': line('import { gallery }'),
  });
} finally {
  await endJourney('screenshots');
  await service.close();
  await (await stage()).browser.close();
}
