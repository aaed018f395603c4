import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationTarget, Uri, window, workspace } from 'vscode';
import { begin, call, eventually, open, recordAt, service } from './documents.ts';
import { closeAll } from '../kit/tidy.ts';

const patterns = 'editor.customLabels.patterns';

describe('the tab of a record', () => {
  before(begin);
  afterEach(closeAll);
  after(async () => assert.deepEqual(await service.violations(), []));

  it('names the issue and the repository', async () => {
    await open('issues/12.md');
    await open('issues/new.md');
    await open('issues/new.md', 'alice/samples');
    await shows('#12 · website', 'New issue · website', 'New issue · samples');
  });

  it('names the milestone and the repository', async () => {
    const [milestone] = (await call('milestones.list', {})) as { number: number }[];
    const number = String(milestone?.number);
    await open(`milestones/${number}.md`);
    await open('milestones/new.md');
    await shows(`Milestone ${number} · website`, 'New milestone · website');
  });

  it('names the tag of a release, with its dots, and the repository', async () => {
    const tags = ['one', 'v2.7', 'v2.7.1', 'v2.7.1-rc.1', 'next/v3.0'];
    for (const tag of tags) {
      await call('tags.create', { refs: 'main', tag_name: tag });
      await call('releases.create', { tag_name: tag, name: tag, body: 'text' });
      await open(`releases/${tag.replace('/', ':')}.md`);
    }
    await open('releases/new.md');
    const labels = ['one', 'v2.7', 'v2.7.1', 'v2.7.1-rc.1', 'next:v3.0'].map((tag) => `${tag} · website`);
    await shows(...labels, 'New release · website');
  });

  it('leaves the names of local files alone, and uses the patterns of the user', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sourcehost-'));
    try {
      const own = { '**/*.txt': 'My ${filename}' };
      await workspace.getConfiguration('workbench').update(patterns, own, ConfigurationTarget.Global);
      await mkdir(join(folder, 'issues'));
      for (const path of ['issues/61.md', 'issues/2024.notes.md', 'issues/new.md', 'notes.txt']) {
        await writeFile(join(folder, path), 'text');
        await window.showTextDocument(Uri.file(join(folder, path)), { preview: false });
      }
      await window.showTextDocument(recordAt('issues/12.md'), { preview: false });
      await shows('61.md', '2024.notes.md', 'new.md', 'My notes', '#12 · website');
    } finally {
      await workspace.getConfiguration('workbench').update(patterns, undefined, ConfigurationTarget.Global);
      await closeAll();
      await rm(folder, { recursive: true });
    }
  });
});

/** Waits until the tabs have these labels. */
async function shows(...labels: string[]): Promise<void> {
  await eventually(() =>
    assert.deepEqual(
      window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label),
      labels,
    ),
  );
}
