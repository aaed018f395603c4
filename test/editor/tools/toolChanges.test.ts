import assert from 'node:assert/strict';
import { toolChangesOf } from '../../../src/editor/features/tools/toolChangeRows.ts';
import { ToolChanges, type ToolChangeEntry } from '../../../src/editor/features/tools/toolChanges.ts';
import { itemOf, tooltipOf } from '../../../src/editor/kit/tree/item.ts';
import { Looking, memento, Sidebar } from '../sidebar/sidebar.ts';

const repository = { host: 'local', owner: 'alice', repo: 'website' };
const entry = (change: ToolChangeEntry['change'], more: Partial<ToolChangeEntry> = {}): ToolChangeEntry => ({
  repository,
  time: new Date(Date.now() - 3 * 60_000 - 1_000).toISOString(),
  account: 'alice',
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
    assert.deepEqual(await opens('#12 Broken link'), ['sourcehost.issue.show', `${page}/issues/12`]);
    assert.deepEqual(await opens('Nine'), ['sourcehost.release.open', `${page}/releases/v9`]);
  });

  it('shows which of several issues failed, and the whole reason', async () => {
    const changes = new ToolChanges(memento());
    const reason = 'alice has no permission for this. '.repeat(5).trim();
    await changes.add([
      entry({ kind: 'issue', id: '12', title: 'Broken link' }, { tool: 'Edit Issues', failure: reason }),
      entry({ kind: 'issue', id: '13', title: 'Typo' }, { tool: 'Edit Issues' }),
      entry(undefined, { failure: reason }),
    ]);
    const view = looking(changes);
    const when = 'alice/website · 3 minutes ago';
    assert.deepEqual(await view.rows(), [
      `#12 Broken link | failed · ${when}`,
      `#13 Typo | ${when}`,
      `Commit Drafts failed | ${when}`,
    ]);
    const failed = await view.row('#12 Broken link');
    const item = itemOf(failed);
    assert.equal(item.accessibilityInformation?.label, `#12 Broken link, Edit Issues, failed · ${when}`);
    assert.equal(item.command?.command, 'sourcehost.issue.show');
    const hover = async (label: string): Promise<string> => {
      const shown = await (await view.row(label)).node.tooltip?.(new AbortController().signal);
      const { value } = tooltipOf(shown ?? { title: '' });
      return value.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    };
    const why = await hover('#12 Broken link');
    assert.ok(why.includes(`Reason: ${reason} · Tool: Edit Issues · `), why);
    assert.doesNotMatch(await hover('#13 Typo'), /Reason/);
    const whole = await hover('Commit Drafts failed');
    assert.ok(whole.includes('Some changes may already be on the host.') && whole.includes(reason), whole);
  });

  it('holds the last hundred, also after a restart, and skips damaged data', async () => {
    const memory = memento();
    const changes = new ToolChanges(memory);
    for (let count = 0; count < 101; count += 1)
      await changes.add([entry({ kind: 'issue', id: `${count}`, title: 'One' })]);
    await changes.add([entry({ kind: 'pullRequest', id: '41', title: 'Login' })]);
    const [pull, ...again] = new ToolChanges(memory).all();
    assert.deepEqual(pull?.change, { kind: 'pullRequest', id: '41', title: 'Login' });
    assert.equal(again.length, 99);
    assert.equal(again[0]?.change?.id, '100');
    await memory.update('toolChanges', [1, {}, { repository: { ...repository, repo: '..' } }, again[0]]);
    assert.deepEqual(new ToolChanges(memory).all(), [again[0]]);
  });
});
