import assert from 'node:assert/strict';
import { hostileTexts } from '../../kit/hostileTexts.ts';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import type { Issue } from '../../service/state.ts';
import { sitDown } from '../kit/desk.ts';
import { signIn } from '../kit/signIn.ts';

const repository = 'alice/website';

describe('new issues and mentioned issues', () => {
  let service: Service;
  let issues: ReadonlyMap<number, Issue>;
  beforeEach(async () => {
    service = await startService();
    ({ issues } = (await service.repository(repository)).record);
  });
  afterEach(() => service.close());

  it('are created once if the machine lost power before the answer', async function () {
    this.timeout(120_000);
    const desk = await sitDown({ settings: { ...localHost(service), 'editor.minimap.enabled': false } });
    const window = await desk.open();
    await signIn(window, service);
    await window.run('Sourcehost: New Issue');
    await window.pick(repository);
    await window.editor.getByText('private').waitFor();
    await window.page.keyboard.type('Only once');
    service.fail({ operation: 'issues.create', fault: { kind: 'reset', at: 'headers', done: true }, times: 1 });
    // Otherwise the save finds the issue, and takes it for its own.
    service.fail({ operation: 'issues.list', fault: { kind: 'error', status: 500 }, times: 9 });
    await window.page.keyboard.press('Control+S');
    await until(() => issues.has(61));
    await window.notification('new.md').waitFor();
    await until(async () => (await desk.backups('sourcehost-record')).length > 0);
    await window.remembered();
    await desk.restart();
    const again = await desk.open();
    await again.dirtyTab('New issue · website').waitFor({ timeout: 30_000 });
    await again.dirtyTab('New issue · website').click();
    await again.editor.getByText('Only once').waitFor();
    service.heal('issues.list');
    service.clear();
    await again.page.keyboard.press('Control+S');
    await again.tab('#61 · website').waitFor();
    const sent = service.requests.map(({ operation }) => operation);
    assert.deepEqual([issues.has(62), sent.includes('issues.create')], [false, false]);
    assert.deepEqual(service.violations, []);
  });

  it('appear in hovers as plain text without pictures and links', async function () {
    this.timeout(120_000);
    const spoken = issues.get(4);
    assert.ok(spoken);
    [spoken.title, spoken.body] = [hostileTexts.slice(0, 4).join(' '), hostileTexts.slice(5).join(' ')];
    spoken.labels = ['bug', 'documentation'];
    const desk = await sitDown({ settings: { ...localHost(service), 'editor.minimap.enabled': false } });
    const asked: string[] = [];
    desk.context.on('request', (request) => void asked.push(request.url()));
    const window = await desk.open();
    await signIn(window, service);
    await window.run('Sourcehost: New Issue');
    await window.pick(repository);
    await window.editor.getByText('private').waitFor();
    await window.page.keyboard.press('Control+End');
    await window.page.keyboard.type('Since #4');
    await window.page.keyboard.press('ArrowLeft');
    await window.run('Show or Focus Hover');
    const hover = window.page.locator('.monaco-hover:visible .rendered-markdown').first();
    await hover.getByText('<img src=x onerror=alert(1)>').waitFor();
    await window.screenshot('hover');
    const seen = ((await hover.textContent()) ?? '').replaceAll('\u00a0', ' ');
    for (const text of hostileTexts.slice(0, 4)) assert.ok(seen.includes(text.slice(0, 40)), `${text} in ${seen}`);
    assert.equal(await hover.locator('a, script, .codicon, code, table, img:not([src^="data:"])').count(), 0);
    assert.ok((await hover.locator('img[src^="data:image/svg+xml"]').count()) > 0, 'colours of labels');
    assert.deepEqual(
      asked.filter((url) => url.includes('evil.example')),
      [],
    );
  });
});
