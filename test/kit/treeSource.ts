import assert from 'node:assert/strict';
import { Failure } from '../../src/core/errors.ts';
import type { RowEntry } from '../../src/editor/kit/tree/listing.ts';
import type { Batch, Children, Node } from '../../src/editor/kit/tree/node.ts';
import { RowTree, type OwnRows, type Showing } from '../../src/editor/kit/tree/rowTree.ts';

export const rows: OwnRows = {
  more: (loading) => ({ label: loading ? 'Loading…' : 'Load more', context: 'more' }),
  failed: (error, of) => ({
    row: { label: `${of} failed: ${error instanceof Failure ? error.kind : '?'}`, context: 'failed' },
  }),
  unreadable: (problems) => ({ label: `${problems.length} unreadable`, context: 'unreadable' }),
};

export const leaf = (id: string, label = id): Node => ({ id, row: { label, context: 'leaf' }, target: { number: id } });
export const folder = (id: string, children: Children): Node => ({
  id,
  row: { label: id, context: 'folder' },
  children,
});

/** A service with one list whose pages can be delayed or fail. */
export class Source {
  asked: number[] = [];
  aborted = 0;
  failing: Failure | undefined;
  hold: Promise<void> | undefined;
  pages: Partial<Batch>[];

  constructor(...pages: (Partial<Batch> | Node[])[]) {
    this.pages = pages.map((page) => (Array.isArray(page) ? { nodes: page } : page));
  }

  readonly children: Children = (signal) => {
    signal.addEventListener('abort', () => (this.aborted += 1));
    let number = 0;
    return {
      next: async () => {
        const pages = this.pages;
        this.asked.push(number + 1);
        await this.hold;
        if (this.failing !== undefined) throw this.failing;
        if (signal.aborted) throw new Failure('cancelled', 'cancelled');
        const page = pages[number];
        number += 1;
        if (page === undefined) return { done: true, value: undefined };
        return { done: false, value: { nodes: [], unreadable: [], more: number < pages.length, ...page } };
      },
    };
  };
}

export function treeOf(source: Source, showing?: Showing): RowTree {
  return new RowTree(rows, folder('root', source.children), showing);
}

export const labels = (entries: readonly RowEntry[]): string[] => entries.map(({ node }) => node.row.label);

export async function entryAt(tree: RowTree, index: number, at?: RowEntry): Promise<RowEntry> {
  const entry = (await tree.children(at))[index];
  assert.ok(entry);
  return entry;
}
