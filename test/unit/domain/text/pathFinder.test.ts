import assert from 'node:assert/strict';
import { PathFinder } from '../../../../src/domain/text/pathFinder.ts';
import { budget, withinProcessorTime } from '../../../budgets.ts';

const paths = [
  'README.md',
  'docs/README.md',
  'src/domain/repositories/compare.ts',
  'src/domain/comparison/index.ts',
  'src/editor/features/files/provider.ts',
  'src/editor/provider/files.ts',
  'test/unit/domain/repositories/compare.test.ts',
  '中文/说明.md',
];

describe('PathFinder', () => {
  const first = (text: string): string | undefined => new PathFinder(paths).find(text, 10)[0];

  it('ranks a file name that contains the query first', () => {
    assert.equal(first('compare.ts'), 'src/domain/repositories/compare.ts');
    assert.equal(first('readme'), 'README.md');
    assert.equal(first('说明'), '中文/说明.md');
  });

  it('matches characters in order, also in folder names', () => {
    assert.equal(first('cmp ts'), 'src/domain/repositories/compare.ts');
    assert.equal(first('files/prov'), 'src/editor/features/files/provider.ts');
    assert.equal(first('files\\prov'), 'src/editor/features/files/provider.ts');
    assert.deepEqual(new PathFinder(paths).find('zzz', 10), []);
  });

  it('lists recently opened paths first, if they still exist', () => {
    const finder = new PathFinder(paths, ['test/unit/domain/repositories/compare.test.ts', 'gone.ts', 'README.md']);
    assert.deepEqual(finder.find('', 3), [
      'test/unit/domain/repositories/compare.test.ts',
      'README.md',
      'docs/README.md',
    ]);
  });

  it('searches 100,000 paths within its budget of processor time', async () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `packages/p${at % 977}/src/module-${at}/file-${at}.ts`);
    const finder = new PathFinder([...many, 'packages/needle/haystack.ts']);
    await withinProcessorTime(budget.times.findPaths, () => {
      assert.equal(finder.find('nedlhay', 200)[0], 'packages/needle/haystack.ts');
      assert.equal(finder.find('fi', 200).length, 200);
    });
  });
});
