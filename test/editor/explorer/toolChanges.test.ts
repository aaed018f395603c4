import assert from 'node:assert/strict';
import { toolChangesOf } from '../../../src/editor/explorer/rows/toolChange.ts';
import { ToolChanges, type ToolChangeEntry } from '../../../src/editor/explorer/state/toolChanges.ts';
import { itemOf } from '../../../src/editor/explorer/tree/item.ts';
import { Looking, memento, Sidebar } from './sidebar.ts';

const repository = { host: 'local', owner: 'alice', repo: 'website' };
const entry = (change: ToolChangeEntry['change'], more: Partial<ToolChangeEntry> = {}): ToolChangeEntry => ({
  repository,
  time: new Date(Date.now() - 3 * 60_000 - 1_000).toISOString(),
  tool: 'Commit Drafts',
  change,
  failure: undefined,
  ...more,
});
const sha = 'a'.repeat(40);

describe('The view Recent Changes by Tools', () => {
  const sidebar = new Sidebar();
  const looking = (changes: ToolChanges): Looking =>
    new Looking(
      toolChangesOf(
        () => changes.all(),
        (id) => sidebar.connections.host(id),
      ),
      'changes by tools',
    );

  it('lists the newest changes first, with links', async () => {
    const changes = new ToolChanges(memento());
    await changes.add([entry({ kind: 'commit', id: sha, title: 'Add a page\n\nbody' })]);
    await changes.add([
      entry({ kind: 'issue', id: '12', title: 'Broken link' }),
      entry({ kind: 'release', id: 'v9', title: 'Nine' }),
    ]);
    await changes.add([entry({ kind: 'branch', id: 'feature/x', title: 'feature/x' })]);
    await changes.add([entry(undefined, { failure: 'the host is silent' })]);
    const view = looking(changes);
    const when = 'alice/website · 3 minutes ago';
    assert.deepEqual(await view.rows(), [
      `Commit Drafts failed | ${when}`,
      `feature/x | ${when}`,
      `#12 Broken link | ${when}`,
      `Nine | ${when}`,
      `Add a page | ${when}`,
    ]);
    const opens = async (label: string): Promise<readonly unknown[]> => {
      const row = await view.row(label);
      return [itemOf(row).command?.command, row.node.target?.url];
    };
    const page = `${sidebar.service.url}/alice/website`;
    assert.deepEqual(await opens('Add a page'), ['sourcehost.item.openOnWeb', `${page}/commit/${sha}`]);
    assert.deepEqual(await opens('feature/x'), ['sourcehost.item.openOnWeb', `${page}/tree/feature/x`]);
    assert.deepEqual(await opens('#12 Broken link'), ['sourcehost.issue.open', `${page}/issues/12`]);
    assert.deepEqual(await opens('Nine'), ['sourcehost.release.open', `${page}/releases/v9`]);
  });

  it('holds the last hundred, also after a restart, and skips damaged data', async () => {
    const memory = memento();
    const changes = new ToolChanges(memory);
    for (let count = 0; count < 101; count += 1)
      await changes.add([entry({ kind: 'issue', id: `${count}`, title: 'One' })]);
    const again = new ToolChanges(memory).all();
    assert.equal(again.length, 100);
    assert.equal(again[0]?.change?.id, '100');
    await memory.update('toolChanges', [1, {}, { repository: { ...repository, repo: '..' } }, again[0]]);
    assert.deepEqual(new ToolChanges(memory).all(), [again[0]]);
  });
});
