import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/kit/paths.ts';

/** A test file and the titles of the named tests in it. */
const named = /`(test\/[\w/.]+\.test\.ts)`((?:,? “[^”]+”)+)/g;

describe('docs/security.md', () => {
  const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise '));

  it('names a test for every promise', () => {
    assert.ok(rows.length > 30);
    for (const row of rows) assert.ok([...row.matchAll(named)].length > 0, row);
  });

  it('names only tests that exist', () => {
    const gone = [...page.matchAll(named)].flatMap(([, file = '', titles = '']) => {
      const source = existsSync(file) ? readFileSync(join(root, file), 'utf8') : '';
      return [...titles.matchAll(/“([^”]+)”/g)].flatMap(([, title = '']) => {
        const there = ["'", '`'].some((quote) => source.includes(`it(${quote}${title}${quote}`));
        return there ? [] : [`${file} “${title}”`];
      });
    });
    assert.deepEqual(gone, []);
  });
});
