import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/errors.ts';
import type { RowEntry } from '../../../../../src/editor/kit/tree/listing.ts';
import type { RowTree } from '../../../../../src/editor/kit/tree/rowTree.ts';
import { folder, labels, leaf, Source, treeOf } from '../../../../kit/treeSource.ts';

/** Draws the rows below `at` and below every expanded row, as the editor does. */
async function draw(tree: RowTree, at?: RowEntry): Promise<readonly RowEntry[]> {
  const drawn = await tree.draw(at);
  for (const row of drawn) {
    row.drawn.content = row.content;
    if (row.open) await draw(tree, row);
  }
  return drawn;
}

/** Labels of the rows that `tree` redraws after it re-reads everything below `at`; `undefined` stands for the whole list. */
async function updated(tree: RowTree, at?: RowEntry): Promise<(string | undefined)[]> {
  const fired: (string | undefined)[] = [];
  const listening = tree.onDidChange((entry) => fired.push(entry?.node.row.label));
  tree.outdate(at);
  await tree.drawChanges(at);
  listening.dispose();
  return fired;
}

describe('RowTree after a re-read', () => {
  it('redraws nothing if no row changed', async () => {
    const inner = new Source([leaf('x')]);
    const source = new Source([folder('a', inner.children), leaf('b')], [leaf('c')]);
    const tree = treeOf(source);
    await draw(tree, (await draw(tree))[0]);
    assert.deepEqual(await updated(tree), []);
    assert.deepEqual(
      [source.asked, inner.asked],
      [
        [1, 1],
        [1, 1],
      ],
    );
  });

  it('redraws only the changed rows, at every depth', async () => {
    const inner = new Source([leaf('x'), leaf('y')]);
    const source = new Source([folder('a', inner.children), leaf('b'), leaf('c')]);
    const tree = treeOf(source);
    await draw(tree, (await draw(tree))[0]);
    source.pages = [{ nodes: [folder('a', inner.children), leaf('b', 'B'), leaf('c')] }];
    inner.pages = [{ nodes: [leaf('x'), leaf('y', 'Y')] }];
    assert.deepEqual((await updated(tree)).sort(), ['B', 'Y']);
  });

  it('redraws the list if rows were added, removed or moved', async () => {
    const source = new Source([leaf('a'), leaf('b')]);
    const tree = treeOf(source);
    for (const nodes of [[leaf('b'), leaf('a')], [leaf('b')], [leaf('b'), leaf('c')]]) {
      await draw(tree);
      source.pages = [{ nodes }];
      assert.deepEqual(await updated(tree), [undefined], labels(await tree.children()).join(' '));
    }
  });

  it('redraws a row with a shown tooltip and a collapsed row, so that their content is requested again', async () => {
    const inner = new Source([leaf('x')]);
    const source = new Source([folder('a', inner.children), leaf('b'), leaf('c')]);
    const tree = treeOf(source);
    const [a, b] = await draw(tree);
    assert.ok(a && b);
    await draw(tree, a);
    tree.closed(a);
    b.drawn.content = undefined;
    assert.deepEqual(await updated(tree), ['a', 'b']);
    assert.deepEqual(inner.asked, [1]);
    await draw(tree, a);
    assert.deepEqual(inner.asked, [1, 1]);
  });

  it('re-reads one row only, and requests nothing for a collapsed row', async () => {
    const inner = new Source([leaf('x')]);
    const source = new Source([folder('a', inner.children), leaf('b')]);
    const tree = treeOf(source);
    const [a] = await draw(tree);
    assert.ok(a);
    assert.deepEqual(await updated(tree, a), []);
    await draw(tree, a);
    inner.pages = [{ nodes: [leaf('x', 'X')] }];
    assert.deepEqual(await updated(tree, a), ['X']);
    tree.closed(a);
    assert.deepEqual(await updated(tree, a), ['a']);
    assert.deepEqual([source.asked, inner.asked], [[1], [1, 1]]);
  });

  it('shows the row of a failure and removes it after the next success', async () => {
    const source = new Source([leaf('a')]);
    const tree = treeOf(source);
    await draw(tree);
    source.failing = new Failure('unreachable', 'no network', { reason: 'offline' });
    assert.deepEqual(await updated(tree), [undefined]);
    assert.deepEqual(labels(await draw(tree)), ['refresh failed: unreachable', 'a']);
    source.failing = undefined;
    assert.deepEqual(await updated(tree), [undefined]);
    assert.deepEqual(labels(await draw(tree)), ['a']);
  });

  it('redraws everything without a request while the view is hidden', async () => {
    const inner = new Source([leaf('x')]);
    const source = new Source([folder('a', inner.children), leaf('b')]);
    let inSight = true;
    const tree = treeOf(source, { inSight: () => inSight });
    await draw(tree, (await draw(tree))[0]);
    inSight = false;
    assert.deepEqual(await updated(tree), [undefined]);
    assert.deepEqual([source.asked, inner.asked], [[1], [1]]);
    inSight = true;
    await draw(tree);
    let resolve = (): void => {};
    source.hold = new Promise((settle) => (resolve = settle));
    const update = updated(tree);
    inSight = false;
    resolve();
    assert.deepEqual(await update, ['a'], 'it was hidden while the first rows were read');
    assert.deepEqual(inner.asked, [1, 1]);
  });

  it('redraws nothing of a replaced root', async () => {
    const source = new Source([leaf('a')]);
    const tree = treeOf(source);
    await draw(tree);
    let resolve = (): void => {};
    source.hold = new Promise((settle) => (resolve = settle));
    const fired: unknown[] = [];
    tree.outdate();
    const update = tree.drawChanges();
    tree.setRoot(folder('other', new Source([leaf('z')]).children));
    tree.onDidChange((entry) => fired.push(entry));
    resolve();
    await update;
    assert.deepEqual(fired, []);
  });
});
