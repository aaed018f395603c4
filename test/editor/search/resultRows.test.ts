import assert from 'node:assert/strict';
import type { RemoteRef } from '../../../src/domain/repositories/remoteRef.ts';
import type { FileMatches } from '../../../src/domain/search/textQuery.ts';
import { noteNode, ResultRows } from '../../../src/editor/features/search/resultRows.ts';
import type { RunningSearch } from '../../../src/editor/features/search/runningSearch.ts';
import { itemOf } from '../../../src/editor/kit/tree/item.ts';
import { rootNode } from '../../../src/editor/kit/tree/node.ts';
import { ownRows } from '../../../src/editor/kit/tree/ownRows.ts';
import { RowTree } from '../../../src/editor/kit/tree/rowTree.ts';

const fileOf = (path: string, count: number): FileMatches => ({
  path,
  lines: Array.from({ length: count }, (_, at) => ({
    preview: 'a needle',
    ranges: [{ line: at + 1, column: 3, length: 6 }],
  })),
});

describe('the rows of results', () => {
  const remote = { name: { host: 'local', owner: 'alice', repo: 'website' }, ref: undefined } as unknown as RemoteRef;
  const runOf = (files: readonly FileMatches[]): RunningSearch =>
    ({ at: { remote }, files, coverage: undefined }) as unknown as RunningSearch;
  const treeOf = (files: readonly FileMatches[]): RowTree => {
    const rows = new ResultRows();
    const note = { text: 'The branch has changed.', kind: 'warning' } as const;
    const again = { command: 'sourcehost.textSearch.refresh', label: 'Search Again' } as const;
    const notes = [noteNode({ ...note, action: again }, runOf(files))];
    return new RowTree(ownRows, rootNode('results', rows.children(runOf(files), notes)));
  };

  it('name the file and the line for a screen reader, and mark the matches', async () => {
    const tree = treeOf([fileOf('src/app.ts', 1)]);
    const [note, file] = await tree.children();
    const [line] = await tree.children(file);
    assert.ok(note && file && line);
    const [noteItem, fileItem, lineItem] = [note, file, line].map(itemOf);
    assert.equal(noteItem?.command?.command, 'sourcehost.textSearch.refresh');
    assert.deepEqual([fileItem?.label, fileItem?.description], ['app.ts', '1 · src']);
    assert.equal(fileItem?.resourceUri?.toString(), 'sourcehost://local/alice/website/src/app.ts');
    assert.deepEqual(lineItem?.label, { label: '1: a needle', highlights: [[5, 11]] });
    assert.deepEqual(
      [noteItem, fileItem, lineItem].map((item) => item.accessibilityInformation?.label),
      ['Search Again: The branch has changed.', 'app.ts src 1 match', 'line 1 a needle'],
    );
  });

  it('are drawn a thousand files at a time, the first ones expanded', async () => {
    const files = Array.from({ length: 1_500 }, (_, at) => fileOf(`file-${at}`, at === 0 ? 2_000 : 1));
    const tree = treeOf(files);
    const rows = await tree.children();
    assert.equal(rows.length, 1 + 1_000 + 1);
    assert.equal(rows.at(-1)?.node.row.context, 'more');
    const expanded = rows.filter(({ node }) => node.row.expanded).map(({ node }) => node.id);
    assert.deepEqual([expanded.length, expanded[0]], [100, 'file-1']);
    await tree.more(tree.root);
    assert.equal((await tree.children()).length, 1 + 1_500);
  });
});
