import assert from 'node:assert/strict';
import fc from 'fast-check';
import { globBelow, globMatcher, pathspecsOf, splitGlobs } from '../../../../src/domain/search/globs.ts';
import { budget, withinProcessorTime } from '../../../budgets.ts';

const matches = (glob: string, path: string): boolean => globMatcher([glob])(path);

describe('Globs of a text search', () => {
  for (const [glob, selected, others] of [
    ['*.ts', ['a.ts', 'src/a.ts', 'src/.a.ts', 'a.ts/file'], ['a.tsx', 'src/ats', 'a.TS']],
    ['src', ['src/a.ts', 'lib/src/a.ts', 'src'], ['src2/a.ts', 'lib/a.src', 'Src/a']],
    ['src/', ['src/a.ts'], ['lib/a.ts']],
    ['src/**', ['src/a.ts', 'src/a/b.ts', 'lib/src/a.ts'], ['lib/a.ts']],
    ['src/*.ts', ['src/a.ts', 'lib/src/a.ts'], ['src/lib/a.ts']],
    ['src/**/*.ts', ['src/a.ts', 'src/a/b/c.ts'], ['src/a/b.js']],
    ['./src', ['src/a.ts'], ['lib/src/a.ts']],
    ['/src/*.ts', ['src/a.ts'], ['lib/src/a.ts', 'src/a/b.ts']],
    ['{a,b}.ts', ['a.ts', 'x/b.ts'], ['c.ts', '{a,b}.ts']],
    ['{src,lib/{x,y}}/*.ts', ['src/1.ts', 'lib/x/1.ts', 'lib/y/1.ts'], ['lib/1.ts', 'lib/z/1.ts']],
    ['*.{ts,js}', ['a.ts', 'a.js'], ['a.css']],
    ['{open', ['{open'], ['open']],
    ['file?.txt', ['file1.txt', 'file世.txt', 'file🌍.txt'], ['file.txt', 'file12.txt']],
    ['[a-c]x', ['ax', 'cx'], ['dx', '[a-c]x']],
    ['[!a-c]x', ['dx', '-x'], ['ax', 'bx']],
    ['[^a]', ['b'], ['a']],
    ['[]', ['[]'], ['a']],
    ['[]]', [']'], ['a']],
    ['a**b', ['ab', 'axxb'], ['a/b']],
    ['(group)/page.tsx', ['app/(group)/page.tsx'], ['app/group/page.tsx']],
    ['a+b.txt', ['a+b.txt'], ['aab.txt']],
    ['**', ['a', 'a/b'], []],
    ['', [], ['a']],
    ['.', [], ['a']],
  ] as const) {
    it(`select what VS Code selects: ${glob}`, () => {
      for (const path of selected) assert.ok(matches(glob, path), path);
      for (const path of others) assert.ok(!matches(glob, path), path);
    });
  }

  it('take time that grows with the lengths of glob and path only', async () => {
    const [glob, path] = [`${'*a'.repeat(30)}b`, 'a'.repeat(5_000)];
    await withinProcessorTime(budget.times.globs, () => {
      assert.equal(matches(glob, path), false);
      assert.equal(matches(`${'**/a/'.repeat(50)}b`, `${'a/'.repeat(2_000)}c`), false);
      matches('{a,b}'.repeat(60), 'a');
    });
  });

  it('take 0.4 ms for each path at most if they have many braces', async () => {
    const digits = `{${Array.from('0123456789').join()}}`;
    for (const globs of [
      [`${'{a,b}'.repeat(10)}${'/**/*a'.repeat(155)}`],
      Array.from({ length: 22 }, () => `*${digits}${digits}x`),
    ]) {
      const selects = globMatcher(globs);
      await withinProcessorTime(budget.times.manyGlobs, () => {
        for (let at = 0; at < 3_000; at += 1) selects(`src/domain/search/a${at}/file-${at}.ts`);
      });
    }
  });

  it('match their own path without a special character, and no path with another first folder', () => {
    const name = fc.stringMatching(/^[\w (),;'"+=@~^$%&!-]{1,8}$/).filter((text) => text.trim() === text);
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    fc.assert(fc.property(path, (one) => assert.ok(matches(one, one) && matches(`./${one}`, one))));
    fc.assert(fc.property(path, path, (one, other) => assert.equal(matches(`./${one}`, `#${other}`), false)));
  });

  it('are separated by commas that are not in braces', () => {
    assert.deepEqual(splitGlobs(' *.ts, {a,b} ,, src/** '), ['*.ts', '{a,b}', 'src/**']);
    assert.deepEqual(splitGlobs('a},b'), ['a}', 'b']);
  });

  it('become pathspecs of git, in which a star stands for what git reads in another way', () => {
    assert.deepEqual(pathspecsOf([]), []);
    assert.deepEqual(pathspecsOf(['*.{ts,md}']), [
      ':(glob)**/*.ts',
      ':(glob)**/*.ts/**',
      ':(glob)**/*.md',
      ':(glob)**/*.md/**',
    ]);
    assert.deepEqual(pathspecsOf(['./src/[a-z]?\\x']), [':(glob)src/*x', ':(glob)src/*x/**']);
    assert.deepEqual(pathspecsOf(Array.from({ length: 65 }, (_, index) => `${index}`)), []);
  });
});

describe('the glob of a folder', () => {
  it('begins at the root of the repository', () => {
    assert.equal(globBelow('src/app'), './src/app');
    assert.equal(globBelow(''), '');
  });

  it('has a wildcard for characters with a meaning in globs', () => {
    assert.equal(globBelow('a,b/{c}/[d]*'), './a?b/?c?/?d??');
  });
});
