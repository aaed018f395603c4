import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/errors.ts';
import type { RowEntry } from '../../../../../src/editor/kit/tree/listing.ts';
import { fixed, type Node } from '../../../../../src/editor/kit/tree/node.ts';
import { RowTree } from '../../../../../src/editor/kit/tree/rowTree.ts';
import { target } from '../../../../../src/editor/kit/prompts/target.ts';
import { budget, withinTime } from '../../../../budgets.ts';
import { processorTime } from '../../../../kit/processorTime.ts';
import { until } from '../../../../kit/until.ts';
import { entryAt, folder, labels, leaf, rows, Source, treeOf } from '../../../../kit/treeSource.ts';

describe('RowTree', () => {
  it('requests nothing before its rows are read, then one page', async () => {
    const source = new Source([leaf('a'), leaf('b')], [leaf('c')]);
    const tree = treeOf(source);
    assert.deepEqual(source.asked, []);
    assert.deepEqual(labels(await tree.children()), ['a', 'b', 'Load more']);
    assert.deepEqual(labels(await tree.children()), ['a', 'b', 'Load more']);
    assert.deepEqual(source.asked, [1]);
  });

  it('tells that a row changed while the rows below it were drawn, after they are', async () => {
    const children = fixed(() => {
      tree.redraw(({ id }) => id === 'folder');
      return [leaf('a')];
    });
    const tree = treeOf(new Source([folder('folder', children)]));
    const changed: (string | undefined)[] = [];
    tree.onDidChange((entry) => changed.push(entry?.id));
    const rows = await tree.draw(await entryAt(tree, 0));
    assert.deepEqual([labels(rows), changed], [['a'], []]);
    await until(() => changed.length > 0);
    assert.deepEqual(changed, ['root/folder']);
  });

  it('replaces a node in every place where it is shown, without a request', async () => {
    const below = new Source([leaf('a', 'before')]);
    const source = new Source([leaf('a', 'before'), folder('folder', below.children)]);
    const tree = treeOf(source);
    const top = await entryAt(tree, 0);
    await tree.children(await entryAt(tree, 1));
    const changed: (string | undefined)[] = [];
    tree.onDidChange((entry) => changed.push(entry?.id));
    const before = tree.replace('a', (node) => ({ ...node, row: { ...node.row, label: 'after' } }));
    assert.equal(before?.row.label, 'before');
    assert.equal(await entryAt(tree, 0), top);
    assert.deepEqual(labels(await tree.children()), ['after', 'folder']);
    assert.deepEqual(labels(await tree.children(await entryAt(tree, 1))), ['after']);
    assert.deepEqual(changed, ['root/a', 'root/folder/a']);
    assert.equal(
      tree.replace('b', (node) => node),
      undefined,
    );
    assert.deepEqual([source.asked, below.asked], [[1], [1]]);
  });

  it('shows a list of one large page in portions, without further requests', async () => {
    const source = new Source(Array.from({ length: 450 }, (_, index) => leaf(`row ${index}`)));
    const tree = treeOf(source);
    assert.equal((await tree.children()).length, 200 + 1);
    assert.equal((await tree.more(tree.root))?.node.id, 'row 200');
    await tree.more(tree.root);
    const all = labels(await tree.children());
    assert.deepEqual([all.length, all.at(-1)], [450, 'row 449']);
    assert.deepEqual(source.asked, [1]);
  });

  it('shows rows with an order before or after the others, also those of later pages, without a request', async () => {
    let first = 'none';
    const ordered = (id: string): Node => ({
      ...leaf(id),
      get order() {
        return id === first ? ('first' as const) : undefined;
      },
    });
    const rules: Node = { ...leaf('rules'), order: 'last' };
    const source = new Source([rules, ordered('a')], [ordered('b'), ordered('c')]);
    const tree = treeOf(source);
    assert.deepEqual(labels(await tree.children()), ['a', 'rules', 'Load more']);
    assert.equal((await tree.more(tree.root))?.node.id, 'b');
    assert.deepEqual(labels(await tree.children()), ['a', 'b', 'c', 'rules']);
    first = 'c';
    tree.redraw();
    assert.deepEqual(labels(await tree.children()), ['c', 'a', 'b', 'rules']);
    assert.deepEqual(source.asked, [1, 2]);
  });

  it('appends the next page, reuses the earlier entries and returns the first new entry', async () => {
    const source = new Source([leaf('a')], [leaf('b'), leaf('c')]);
    const tree = treeOf(source);
    const first = await entryAt(tree, 0);
    const more = await tree.more(tree.root);
    assert.equal(more?.node.id, 'b');
    const after = await tree.children();
    assert.deepEqual(labels(after), ['a', 'b', 'c']);
    assert.equal(after[0], first);
    assert.deepEqual(source.asked, [1, 2]);
  });

  it('requests the next page once for two calls of more, and shows “Loading…”', async () => {
    const source = new Source([leaf('a')], [leaf('b')]);
    const tree = treeOf(source);
    const more = await entryAt(tree, 1);
    let release = (): void => {};
    source.hold = new Promise((resolve) => (release = resolve));
    const both = [tree.more(tree.root), tree.more(tree.root)];
    assert.equal(more.node.row.label, 'Loading…');
    release();
    await Promise.all(both);
    assert.deepEqual(source.asked, [1, 2]);
    assert.deepEqual(labels(await tree.children()), ['a', 'b']);
  });

  it('gives every entry a unique id, even if the service repeats a record', async () => {
    const inner = [leaf('x'), leaf('x'), leaf('x')];
    const tree = treeOf(
      new Source([
        folder(
          'a/b',
          fixed(() => inner),
        ),
        folder(
          'a',
          fixed(() => [
            folder(
              'b',
              fixed(() => inner),
            ),
          ]),
        ),
      ]),
    );
    const [one, two] = await tree.children();
    const [nested] = await tree.children(two);
    const ids = [...(await tree.children(one)), ...(await tree.children(nested))].map(({ id }) => id);
    assert.equal(new Set(ids).size, 6, ids.join(' '));
  });

  it('reuses entries after a refresh and requests again only the expanded ones', async () => {
    const inner = new Source([leaf('x')]);
    const other = new Source([leaf('y')]);
    const source = new Source([folder('a', inner.children), folder('b', other.children)]);
    const tree = treeOf(source);
    const [a, b] = await tree.children();
    assert.ok(a && b);
    const x = await entryAt(tree, 0, a);
    await tree.children(b);
    tree.closed(b);
    source.pages = [{ nodes: [leaf('new'), folder('a', inner.children), folder('b', other.children)] }];
    tree.refresh();
    const again = await tree.children();
    assert.deepEqual(labels(again), ['new', 'a', 'b']);
    assert.equal(again[1], a);
    assert.equal((await tree.children(a))[0], x);
    assert.deepEqual([source.asked, inner.asked, other.asked], [[1, 1], [1, 1], [1]]);
    await tree.children(b);
    assert.deepEqual(other.asked, [1, 1], 'what was collapsed is read again when it is expanded');
  });

  it('refreshes one node without requests for its siblings and parents', async () => {
    const inner = new Source([leaf('x')]);
    const source = new Source([folder('a', inner.children)]);
    const tree = treeOf(source);
    const a = await entryAt(tree, 0);
    await tree.children(a);
    const fired: (RowEntry | undefined)[] = [];
    tree.onDidChange((entry) => fired.push(entry));
    tree.refresh(a);
    await tree.children(a);
    assert.deepEqual(fired, [a]);
    assert.deepEqual([source.asked, inner.asked], [[1], [1, 1]]);
  });

  it('refreshes only the direct children of a node with the scope “children”', async () => {
    const inner = new Source([leaf('x')]);
    let names = ['a'];
    const tree = new RowTree(
      rows,
      folder(
        'root',
        fixed(() => names.map((name) => folder(name, inner.children))),
      ),
    );
    const a = await entryAt(tree, 0);
    await tree.children(a);
    names = ['b', 'a'];
    tree.refresh(tree.root, 'children');
    assert.deepEqual(labels(await tree.children()), ['b', 'a']);
    assert.deepEqual(labels(await tree.children(a)), ['x']);
    assert.deepEqual(inner.asked, [1]);
  });

  it('requests as many pages again as contain the selected and expanded rows', async () => {
    let selected: RowEntry | undefined = undefined;
    const source = new Source([leaf('a')], [leaf('b')], [leaf('c')], [leaf('d')]);
    const tree = treeOf(source, { isSelected: (entry) => entry === selected });
    await tree.children();
    await tree.more(tree.root);
    await tree.more(tree.root);
    selected = await entryAt(tree, 1);
    source.asked = [];
    tree.refresh();
    assert.deepEqual(labels(await tree.children()), ['a', 'b', 'Load more']);
    assert.deepEqual(source.asked, [1, 2]);
    assert.equal(await entryAt(tree, 1), selected);
  });

  it('drops an answer that arrives after the answer to a newer request', async () => {
    const source = new Source([leaf('old')]);
    const tree = treeOf(source);
    await tree.children();
    let release = (): void => {};
    source.hold = new Promise((resolve) => (release = resolve));
    source.pages = [{ nodes: [leaf('late')] }];
    tree.refresh();
    const late = tree.children();
    source.hold = undefined;
    source.pages = [{ nodes: [leaf('newest')] }];
    tree.refresh();
    const newest = tree.children();
    assert.deepEqual(labels(await newest), ['newest']);
    release();
    assert.deepEqual(labels(await late), ['newest']);
    assert.deepEqual(labels(await tree.children()), ['newest']);
  });

  it('drops the answer for a replaced root and aborts its request', async () => {
    const slow = new Source([leaf('slow')]);
    let release = (): void => {};
    slow.hold = new Promise((resolve) => (release = resolve));
    const tree = treeOf(slow);
    const waiting = tree.children();
    tree.setRoot(
      folder(
        'other',
        fixed(() => [leaf('right')]),
      ),
    );
    release();
    assert.deepEqual(labels(await waiting), ['right']);
    assert.equal(slow.aborted, 1);
  });

  it('draws nothing at once when it is emptied, also while rows are read, and then the rows of now', async () => {
    const source = new Source([leaf('of alice')]);
    const tree = treeOf(source);
    await tree.draw();
    source.hold = new Promise(() => {});
    tree.refresh();
    tree.draw().catch(() => undefined);
    tree.empty();
    source.hold = undefined;
    source.pages = [{ nodes: [leaf('of bob')] }];
    const drawnAgain = new Promise<void>((resolve) => tree.onDidChange(() => resolve()));
    assert.deepEqual(labels(await tree.draw()), []);
    await drawnAgain;
    assert.deepEqual(labels(await tree.draw()), ['of bob']);
    assert.equal(source.aborted, 1);
  });

  it('draws the rows of now at the first look, also when it was emptied before', async () => {
    const tree = treeOf(new Source([leaf('of alice')]));
    tree.empty();
    assert.deepEqual(labels(await tree.draw()), ['of alice']);
  });

  it('names the entries whose rows the network failed to bring, and no others', async () => {
    const source = new Source([leaf('a')]);
    const tree = treeOf(source);
    await tree.children();
    for (const [kind, isOffline] of [
      ['timeout', true],
      ['unreachable', true],
      ['broken', false],
      ['forbidden', false],
    ] as const) {
      source.failing = new Failure(kind, 'no', { reason: 'offline' });
      tree.refresh();
      await tree.children();
      assert.deepEqual([...tree.offline()], isOffline ? [tree.root] : [], kind);
    }
  });

  it('shows a failure as a row and loads the rows on retry', async () => {
    const source = new Source([leaf('a')]);
    source.failing = new Failure('unreachable', 'no network', { reason: 'offline' });
    const tree = treeOf(source);
    assert.deepEqual(labels(await tree.children()), ['part failed: unreachable']);
    source.failing = undefined;
    await tree.retry(tree.root);
    assert.deepEqual(labels(await tree.children()), ['a']);
  });

  it('shows the rows of a part with an error above the failure, and once after a retry', async () => {
    const error = new Failure('forbidden', 'no', { status: 403 });
    const source = new Source({ nodes: [leaf('own')], error });
    const tree = treeOf(source);
    assert.deepEqual(labels(await tree.children()), ['own', 'part failed: forbidden']);
    const own = await entryAt(tree, 0);
    source.pages = [{ nodes: [leaf('own'), leaf('a')] }];
    await tree.retry(tree.root);
    assert.deepEqual(labels(await tree.children()), ['own', 'a']);
    assert.equal(await entryAt(tree, 0), own);
    source.pages = [{ nodes: [leaf('own')], error }];
    tree.refresh();
    // The account may not see the other rows any more.
    assert.deepEqual(labels(await tree.children()), ['own', 'part failed: forbidden']);
  });

  it('keeps the shown rows if a refresh fails', async () => {
    const source = new Source([leaf('a')], [leaf('b')]);
    const tree = treeOf(source);
    await tree.children();
    source.failing = new Failure('unreachable', 'no network', { reason: 'offline' });
    tree.refresh();
    assert.deepEqual(labels(await tree.children()), ['refresh failed: unreachable', 'a', 'Load more']);
    source.failing = undefined;
    await tree.more(tree.root);
    assert.deepEqual(labels(await tree.children()), ['a', 'b'], 'what is shown can still be continued');
  });

  it('requests only the failed page again on retry', async () => {
    const source = new Source([leaf('a')], [leaf('b')], [leaf('c')]);
    const tree = treeOf(source);
    await tree.children();
    source.failing = new Failure('broken', 'oops', { status: 500 });
    await tree.more(tree.root);
    assert.deepEqual(labels(await tree.children()), ['a', 'part failed: broken']);
    source.failing = undefined;
    await tree.retry(tree.root);
    assert.deepEqual(labels(await tree.children()), ['a', 'b', 'Load more']);
    assert.deepEqual(source.asked, [1, 2, 2]);
  });

  it('shows the number of unreadable records over all pages', async () => {
    const source = new Source({ nodes: [leaf('a')], unreadable: ['x'] }, { nodes: [leaf('b')], unreadable: ['y'] });
    const tree = treeOf(source);
    assert.deepEqual(labels(await tree.children()), ['a', '1 unreadable', 'Load more']);
    await tree.more(tree.root);
    assert.deepEqual(labels(await tree.children()), ['a', 'b', '2 unreadable']);
  });

  it('adds the rows of a further page to existing groups and reuses the entries', async () => {
    const group = (id: string, ...ids: string[]): Node =>
      folder(
        id,
        fixed(() => ids.map((one) => leaf(one))),
      );
    const source = new Source(
      { nodes: [leaf('above')], groups: [group('red', '1')] },
      { groups: [group('blue', '3'), group('red', '1', '2')] },
    );
    const tree = treeOf(source);
    const red = await entryAt(tree, 1);
    const one = await entryAt(tree, 0, red);
    await tree.more(tree.root);
    const groups = await tree.children();
    assert.deepEqual(labels(groups), ['above', 'blue', 'red']);
    assert.equal(groups[2], red);
    assert.deepEqual(labels(await tree.children(red)), ['1', '2']);
    assert.equal(await entryAt(tree, 0, red), one);
  });

  it('returns the parent of an entry and the target of commands', async () => {
    const tree = treeOf(
      new Source([
        folder(
          'a',
          fixed(() => [leaf('7')]),
        ),
      ]),
    );
    const a = await entryAt(tree, 0);
    const seven = await entryAt(tree, 0, a);
    assert.equal(tree.parent(seven), a);
    assert.equal(tree.parent(a), undefined);
    assert.deepEqual(seven[target], { number: '7', entry: seven });
  });

  it('loads each page of 5,000 rows within its budget of processor time', async () => {
    const pages = Array.from({ length: 50 }, (_, page) =>
      Array.from({ length: 100 }, (_, row) => leaf(`${page * 100 + row}`)),
    );
    const tree = treeOf(new Source(...pages));
    await tree.children();
    const times: number[] = [];
    for (let page = 1; page < 50; page += 1) {
      const start = processorTime();
      await tree.more(tree.root);
      await tree.children();
      times.push(processorTime() - start);
    }
    assert.equal((await tree.children()).length, 5000);
    // The median, because the garbage collector slows down single pages.
    withinTime(budget.times.appendPage, times.sort((one, other) => one - other)[24] ?? 0);
  });
});
