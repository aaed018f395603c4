import assert from 'node:assert/strict';
import { localHost } from '../../kit/localHost.ts';
import { startService } from '../../service/service.ts';
import type { Service } from '../../service/handle.ts';
import { sitDown } from '../kit/desk.ts';
import { frameOf, isComplete, look } from '../kit/page.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

const hostile = [
  '# Hostile',
  '<script>window.harmed = 1</script><img src=x onerror="window.harmed = 1"><a href="javascript:window.harmed=1">one</a>',
  '[two](command:workbench.action.quit) [three](data:text/html,x) <svg onload="window.harmed = 1"> \u202etxet',
  '<div style="position:fixed;inset:0">four</div> <a href="https://example.org/" onclick="window.harmed = 1">five</a>',
].join('\n\n');

/** What would send a request to another host, run a script, leave the page or start an action if it were not shown as text. */
const attacks = [
  '<style>body { background: url(https://evil.test/style) }</style>',
  '<p style="background: url(https://evil.test/attribute)">six</p>',
  '<meta http-equiv="refresh" content="0;url=https://evil.test/refresh"><base href="https://evil.test/">',
  '<iframe src="https://evil.test/frame"></iframe><iframe srcdoc="<script>parent.harmed = 1</script>"></iframe>',
  '<object data="https://evil.test/object"></object><embed src="https://evil.test/embed">',
  '<form action="https://evil.test/form"><button autofocus>seven</button></form>',
  '<picture><source srcset="https://evil.test/source"></picture><video poster="https://evil.test/poster"></video>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.harmed=1&gt;">',
  '[eight](vscode://evil.test/x) [nine](file:///etc/passwd) <a href="java&#9;script:window.harmed=1">ten</a>',
  '<span class="label" data-fill="url(https://evil.test/fill)" data-text="red" data-action="signIn">eleven</span>',
].join('\n\n');

async function begin(service: Service): Promise<Window> {
  const desk = await sitDown({
    settings: {
      ...localHost(service),
      'workbench.activityBar.location': 'hidden',
      'workbench.sideBar.location': 'right',
    },
    env: signedInAs(service),
  });
  return await desk.open();
}

describe('pages', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    await service.act({
      do: 'call',
      operation: 'issues.edit',
      params: {
        owner: 'alice',
        repo: 'website',
        number: '1',
        title: 'Hostile <b>title</b>',
        body: `${hostile}\n\n${attacks}`,
      },
      as: 'alice',
    });
  });
  after(() => service.close());

  it('show a repository, a user and hostile texts, by keyboard, after a reload, and after a failure', async function () {
    this.timeout(400_000);
    const window = await begin(service);
    await window.run('Sourcehost: Show Repository Overview');
    await window.pick('alice/website');
    await isComplete(window);
    const { webview } = window;
    await webview.getByRole('heading', { level: 1, name: 'alice/website' }).waitFor();
    await webview.getByRole('img', { name: /^Languages: / }).waitFor();
    await look(window, 'overview');

    await window.run('Sourcehost: Show User Profile…');
    await window.answer('alice');
    await isComplete(window);
    await webview.getByRole('img', { name: /^Activity since / }).waitFor();
    await look(window, 'profile');

    await window.remembered();
    await window.reload();
    await isComplete(window);
    await webview.getByRole('heading', { level: 1, name: 'Alice Winter', exact: true }).waitFor();

    // By keyboard: from the link of the repository to its page.
    const repository = webview.getByRole('link', { name: 'alice/website', exact: true }).first();
    await repository.focus();
    await window.page.keyboard.press('Enter');
    await window.tab('alice/website').waitFor();
    await webview.getByRole('heading', { level: 1, name: 'alice/website' }).waitFor();

    const requests: string[] = [];
    window.page.context().on('request', (request) => requests.push(request.url()));
    await window.run('Sourcehost: Show Issue…');
    await window.pick('alice/website');
    await window.pick('#1 Hostile <b>title</b>');
    await isComplete(window);
    await webview.getByRole('heading', { level: 1, name: /Hostile <b>title<\/b>/ }).waitFor();
    const text = await webview.locator('#text').innerText();
    assert.ok(text.includes('<script>window.harmed = 1</script>'));
    assert.ok(text.includes('[U+202E]txet'));
    const frame = await frameOf(window);
    const links = await frame.evaluate<string[]>(
      `[...document.querySelectorAll('#text a[href]')].map((link) => link.getAttribute('href'))`,
    );
    // The picture of a file is shown as a link to it.
    assert.deepEqual(links, [`${service.url}/alice/website/blob/HEAD/x`, 'https://example.org/']);
    assert.equal(await frame.evaluate('window.harmed'), undefined);
    assert.equal(await frame.evaluate(`document.querySelectorAll('#text [style], #text svg, #text script').length`), 0);
    await webview.locator('#text').getByText('eleven').click();
    assert.equal(
      await frame.evaluate(`document.querySelectorAll('#text [data-fill], #text [data-action=signIn]').length`),
      0,
    );
    await look(window, 'issue');
    assert.ok(requests.length > 0);
    assert.deepEqual(
      requests.filter((url) => url.includes('evil.test')),
      [],
    );

    service.fail({ operation: 'users.get', fault: { kind: 'error', status: 500 }, times: 3 });
    await window.run('Sourcehost: Show User Profile…');
    await window.answer('bob');
    await webview.getByRole('alert').getByRole('button', { name: 'Try Again' }).click();
    await webview.getByRole('heading', { level: 1, name: 'Bob' }).waitFor();
    await isComplete(window);
  });
});
