import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';
import { startService, type Service } from '../../../scripts/kit/processes.ts';
import { stage } from '../kit/stage.ts';
import { Window } from '../kit/window.ts';

/** Requests of other users of this computer, of pages of other origins, and at a name that leads here. */
function strangers({ pathname, host }: URL): readonly (readonly [path: string, headers: Record<string, string>])[] {
  const cookie = `sourcehost-start-${host.split(':')[1] ?? ''}=${pathname.split('/').at(-1) ?? ''}`;
  const paths = [
    '/',
    '/?folder=/tmp',
    '/vscode-remote-resource?path=/etc/hostname',
    '/mint-key',
    '/proxy/22/',
    '/start/x',
  ];
  return [
    ...paths.map((path) => [path, {}] as const),
    ['/', { cookie: cookie.slice(0, -1) }],
    ...[{ host: 'attacker.example' }, { origin: 'http://attacker.example' }, { 'sec-fetch-site': 'same-site' }].map(
      (headers) => ['/', { cookie, ...headers }] as const,
    ),
    [pathname, { host: 'attacker.example' }],
    ['/callback?x', { host: 'attacker.example' }],
  ];
}

async function statusOf(address: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  const sent = request(new URL(path, address), { headers });
  sent.end();
  return ((await once(sent, 'response')) as [IncomingMessage])[0].statusCode;
}

describe('npm start', () => {
  let started: Service | undefined;
  afterEach(() => started?.stop());

  it('leads through the sign-in to a file of the sample repository, and leaves no process running', async () => {
    const lines: string[] = [];
    const script = join(root, 'scripts', 'start.ts');
    const start = await startService(process.execPath, [script, '--port', '0'], {
      env: { ...process.env, CI: 'true' },
      ready: /Ctrl-C ends/,
      timeout: 110_000,
      onLine: (line) => lines.push(line),
    });
    started = start;
    assert.doesNotMatch(lines.join('\n'), /vsce|VSIX|vscodeignore|WARN|INFO|DONE|[├└]/);
    const shown = (name: string): string =>
      lines
        .find((line) => line.includes(name))
        ?.replace(name, '')
        .trim()
        .split(' ')[0] ?? '';
    const [entry, service, secret] = ['Window', 'Local service  ', 'Client secret'].map(shown) as [
      string,
      string,
      string,
    ];

    const address = `${new URL(entry).origin}/`;
    for (const [path, headers] of strangers(new URL(entry)))
      for (const upgrade of [{}, { connection: 'Upgrade', upgrade: 'websocket' }])
        assert.equal(
          await statusOf(address, path, { ...headers, ...upgrade }),
          403,
          `${path} ${JSON.stringify(headers)}`,
        );

    const context = await (await stage()).browser.newContext();
    try {
      const page = await context.newPage();
      // A page of another origin on this computer gets the cookie along, and nothing else.
      await page.goto(entry);
      await page.waitForURL(address);
      await page.goto(service);
      const frame = page.waitForResponse((response) => response.url() === address);
      await page.setContent(`<iframe src="${address}"></iframe>`);
      assert.equal((await frame).status(), 403);
      await page.goto(entry);
      const window = new Window(page);
      await window.ready();
      const guide = page.locator('.gettingStartedContainer');
      await guide.getByText('Sign in to the local service').waitFor();
      await window.tree('Repositories').welcome.getByRole('button', { name: 'Sign In', exact: true }).click();
      await window.pick('Local service');
      await window.pick('In the browser');
      const opened = context.waitForEvent('page');
      await window.answer(secret);
      const consent = await opened;
      assert.ok(consent.url().startsWith(`${address}proxy/`), consent.url());
      await consent.locator('input[name=login][value=bob]').check({ force: true });
      await consent.getByRole('button', { name: 'Grant' }).click();
      await window.statusBar('Signed in as bob').waitFor();
      await page.bringToFront();
      await guide.getByText('Look around', { exact: true }).click();
      await guide.getByText('A picture of Git LFS', { exact: true }).click();
      await window.tab('cover.png').waitFor();
      await window.tab('Welcome').click();
      await guide.getByText('All runs', { exact: true }).click();
      await window.tree('Runs').row('Checks #2').waitFor();
      await guide.getByText('Open the sample repository', { exact: true }).click();
      await guide.getByRole('button', { name: 'Open the Sample Repository', exact: true }).click();
      await page.waitForURL(/folder=/);
      await window.ready();
      const readme = page.locator('.explorer-folders-view').getByRole('treeitem', { name: 'README.md', exact: true });
      await readme.waitFor();
      await readme.dblclick();
      await window.editor.getByText('# Website').waitFor();
    } finally {
      await context.close();
    }

    await start.stop();
    for (const gone of [address, service]) await assert.rejects(fetch(gone), `${gone} still answers`);
  });
});
