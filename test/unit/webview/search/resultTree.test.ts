import assert from 'node:assert/strict';
import { JSDOM } from 'jsdom';
import type { ResultFile } from '../../../../src/domain/search/viewMessages.ts';
import type { RowLook } from '../../../../src/webview/search/row.ts';
import { ResultTree } from '../../../../src/webview/search/resultTree.ts';

const rowHeight = 22;
/** Rows that the view has room for. */
const visibleRows = 20;
/** Those above and below included. */
const mostDrawn = visibleRows + 22;

const labels = {
  replace: 'Replace',
  replaceFile: 'Replace All in This File',
  match: '1 match',
  matches: '{0} matches',
  line: 'line {0} {1}',
};

/** A file with `count` lines, each with one match. */
function fileOf(path: string, count: number): ResultFile {
  const slash = path.lastIndexOf('/');
  return {
    path,
    name: path.slice(slash + 1),
    folder: path.slice(0, Math.max(0, slash)),
    count,
    lines: Array.from({ length: count }, (_, at) => ({
      line: at + 1,
      count: 1,
      parts: [{ text: 'a ' }, { text: 'needle', index: 0 }, { text: ` ${at}` }],
    })),
  };
}

const manyFiles = Array.from({ length: 100 }, (_, at) => fileOf(`src/file-${at}.ts`, 100));

describe('ResultTree', () => {
  const names = ['window', 'document', 'requestAnimationFrame', 'HTMLElement', 'Element'] as const;
  const before = new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  let frames: (() => void)[] = [];
  let look: RowLook;
  let document: Document;

  beforeEach(() => {
    const { window } = new JSDOM('<div id="tree" role="tree" tabindex="0"><div id="canvas"></div></div>');
    ({ document } = window);
    frames = [];
    look = { canReplace: false, replacement: undefined, labels };
    const { HTMLElement, Element } = window;
    const requestAnimationFrame = (draw: () => void): number => frames.push(draw);
    const values = { window, document, requestAnimationFrame, HTMLElement, Element };
    for (const name of names)
      Object.defineProperty(globalThis, name, { value: values[name], configurable: true, writable: true });
    Object.defineProperty(treeElement(), 'clientHeight', { value: visibleRows * rowHeight });
  });
  afterEach(() => {
    for (const [name, descriptor] of before)
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
  });

  const treeElement = (): HTMLElement => {
    const found = document.getElementById('tree');
    assert.ok(found);
    return found;
  };
  const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="treeitem"], .result')];
  const drawnIndexes = (): number[] => rows().map(({ dataset }) => Number(dataset.index));
  const active = (): number => Number(rows().find(({ ariaSelected }) => ariaSelected === 'true')?.dataset.index ?? -1);
  const drawFrames = (): void => {
    for (const draw of frames.splice(0)) draw();
  };

  function shownTree(files: readonly ResultFile[]): ResultTree {
    const ignore = (): void => undefined;
    const tree = new ResultTree({ open: ignore, replace: ignore, copy: ignore, moved: ignore }, () => look);
    tree.show(files, true, true);
    drawFrames();
    return tree;
  }

  it('has only the rows around the visible ones in the document, wherever it is scrolled', () => {
    shownTree(manyFiles);
    assert.ok(rows().length <= mostDrawn, `${rows().length} rows`);
    assert.equal(document.getElementById('canvas')?.style.height, `${10_100 * rowHeight}px`);
    for (const top of [5_000, 10_080]) {
      treeElement().scrollTop = top * rowHeight;
      treeElement().dispatchEvent(new window.Event('scroll'));
      drawFrames();
      assert.ok(rows().length <= mostDrawn, `${rows().length} rows`);
      assert.ok(drawnIndexes().includes(top) && drawnIndexes().includes(Math.min(top + visibleRows, 10_100) - 1));
    }
    assert.equal(drawnIndexes().at(-1), 10_099);
  });

  it('goes from match to match through 10,000 lines with as few rows', () => {
    const tree = shownTree(manyFiles);
    for (let match = 0; match < 10_000; match += 1_997) {
      const [file, line] = [Math.floor(match / 100), match % 100];
      tree.reveal(`src/file-${file}.ts`, line + 1);
      drawFrames();
      const index = file * 101 + 1 + line;
      assert.equal(active(), index);
      const top = treeElement().scrollTop / rowHeight;
      assert.ok(index >= top && index < top + visibleRows, `row ${index} is visible from ${top}`);
      assert.ok(rows().length <= mostDrawn, `${rows().length} rows`);
    }
  });

  it('draws once for all results that arrive before the next frame', () => {
    const tree = shownTree([]);
    for (const file of manyFiles) tree.show([file], false, false);
    assert.equal(frames.length, 1);
    drawFrames();
    assert.ok(rows().length > visibleRows && rows().length <= mostDrawn);
  });

  it('labels a row for screen readers with the text that it shows', () => {
    for (const shown of [
      { canReplace: false, replacement: undefined },
      { canReplace: true, replacement: 'pin' },
    ]) {
      look = { ...look, ...shown };
      shownTree([fileOf('src/one.ts', 1), fileOf('two.ts', 2)]);
      const line = (text: string): string => (shown.canReplace ? text.replace('needle', 'needlepin') : text);
      assert.deepEqual(
        rows().map(({ ariaLabel }) => ariaLabel),
        [
          'one.ts src 1 match',
          line('line 1 a needle 0'),
          'two.ts 2 matches',
          line('line 1 a needle 0'),
          line('line 2 a needle 1'),
        ],
      );
      for (const row of rows()) {
        const text = row.textContent.replace(/\s+/g, ' ').trim();
        assert.ok(row.ariaLabel?.includes(text), `${text} in ${row.ariaLabel}`);
      }
    }
  });
});
