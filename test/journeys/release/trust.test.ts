import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';

const repository = 'alice/website';

/** A notebook that requests addresses below `listener` if the editor runs it: by an output, and by a text. */
function notebook(listener: string): string {
  const script = `<script>fetch('${listener}/script')</script><img src="${listener}/image">`;
  const output = { output_type: 'display_data', data: { 'text/html': script }, metadata: {} };
  const text = `# Report\n\n<img src="x" onerror="fetch('${listener}/text')">`;
  const cells = [
    { cell_type: 'markdown', metadata: {}, source: text },
    { cell_type: 'code', metadata: {}, execution_count: 1, source: 'report()', outputs: [output] },
  ];
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }, undefined, 1);
}

describe('the configuration in a remote repository', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
    const text = JSON.stringify({ 'window.title': 'Taken over' });
    const files = { '.vscode/settings.json': text, '.vscode/tasks.json': '{}\n' };
    await service.act({ do: 'push', repository, branch: 'main', files });
  });
  afterEach(() => service.close());

  it('is used once its authors are trusted, which is remembered and can be revoked', async function () {
    this.timeout(120_000);
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open(`sourcehost://local/${repository}`);
    const entry = (name: string) =>
      window.page.locator('.explorer-folders-view').getByRole('treeitem', { name: new RegExp(`^${name}`) });
    const restricted = window.statusBar('Restricted Mode');
    await restricted.waitFor({ timeout: 30_000 });
    await entry('\\.vscode').click();
    await entry('settings\\.json').click();
    await window.page.getByText('This file is not used in Restricted Mode').first().waitFor();
    await window.dialog('OK');
    assert.notEqual(await window.page.title(), 'Taken over');

    await restricted.click();
    await window.asked('Do you trust the authors of the files in alice/website?');
    await window.page.getByText('Read .vscode/tasks.json').waitFor();
    await window.screenshot('trust');
    await window.pick('Read .vscode/settings.json');
    await window.editor.getByText('Taken over').waitFor();
    await window.screenshot('trust-read');

    await window.run('Sourcehost: Manage Repository Trust…');
    await window.pick('Yes, I trust the authors');
    await until(async () => (await window.page.title()) === 'Taken over');
    await restricted.waitFor({ state: 'detached' });
    await window.reload();
    await until(async () => (await window.page.title()) === 'Taken over');

    await window.run('Sourcehost: Manage Repository Trust…');
    await window.pick('No, I don’t trust the authors');
    await until(async () => (await window.page.title()) !== 'Taken over');
    await restricted.waitFor();
    await window.reload();
    await restricted.waitFor();
    // The editor shows the previous content until it has read the file.
    await until(async () => (await window.page.title()) !== 'Taken over');
  });

  it('shows its question in Chinese', async () => {
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service), locale: 'zh-cn' });
    const window = await desk.open(`sourcehost://local/${repository}`);
    await window.statusBar('受限模式').click({ timeout: 30_000 });
    await window.asked('是否信任 alice/website 中文件的作者？');
    await window.page.getByText('阅读 .vscode/tasks.json').waitFor();
    await window.screenshot('trust-chinese');
  });
});

describe('the notebooks in a remote repository', () => {
  it('run their scripts only once its authors are trusted', async function () {
    this.timeout(240_000);
    const requested: string[] = [];
    const listener = createServer(({ url = '' }, response) => {
      requested.push(url);
      response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
    });
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const service = await startService();
    try {
      const files = { 'report.ipynb': notebook(address) };
      await service.act({ do: 'push', repository, branch: 'main', files });
      const desk = await sitDown({
        settings: { ...localHost(service), 'security.workspace.trust.enabled': true },
        env: signedInAs(service),
      });
      const window = await desk.open(`sourcehost://local/${repository}`);
      const entry = window.page.locator('.explorer-folders-view').getByRole('treeitem', { name: /^report\.ipynb/ });
      await entry.click({ timeout: 60_000 });
      await window.page.getByText('This file is not used in Restricted Mode').first().waitFor({ timeout: 30_000 });
      await window.screenshot('notebook-restricted');
      await window.run('Sourcehost: Manage Repository Trust…');
      await window.pick('Read report.ipynb');
      await window.editor.getByText('Restricted Mode: this notebook is shown as text.').waitFor();
      await window.screenshot('notebook-read');
      await window.run('View: Reopen Editor With...');
      await window.pick('Jupyter Notebook');
      await window.page.getByText('JSON').first().waitFor();
      await window.screenshot('notebook-reopened');
      assert.equal(requested.length, 0);

      await window.run('Sourcehost: Manage Repository Trust…');
      await window.pick('Yes, I trust the authors');
      await window.run('View: Close All Editors');
      await entry.click();
      await until(() => requested.includes('/script'));
    } finally {
      listener.close();
      await service.close();
    }
  });
});
