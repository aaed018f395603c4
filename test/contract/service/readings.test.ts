import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usual } from '../../service/habits.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'readings.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| open '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/readings.md', () => {
  it('has a row for every habit of the local service, and no row for another one', () => {
    const named = rows.flatMap(([, , switches = '']) => [...switches.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    const others = new Set(['absent', 'odd', 'redirect']);
    assert.deepEqual(named.filter((name) => name !== undefined && !others.has(name)).sort(), Object.keys(usual).sort());
  });

  it('names only tests that exist', () => {
    const texts = new Map<string, string>();
    for (const file of globSync(['test/contract/**/*.ts', 'test/unit/**/*.ts']))
      texts.set(file.replaceAll('\\', '/'), readFileSync(file, 'utf8'));
    const operations = [...texts].filter(([file]) => /api\/(operations|optional)\//.test(file)).map(([, text]) => text);
    for (const [, open, , tests = ''] of rows) {
      if (tests === 'every contract test') continue;
      for (const one of tests.split('; ')) {
        const [, file = '', title = ''] = /^`([\w/]+)` › (.+)$/.exec(one) ?? [];
        const own = file === 'contract/api/operations' ? operations.join('\n') : texts.get(`test/${file}.test.ts`);
        assert.ok(title !== '' && own?.includes(title), `${open ?? ''}: ${one}`);
      }
    }
  });
});
