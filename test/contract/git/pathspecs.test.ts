import assert from 'node:assert/strict';
import { join } from 'node:path';
import fc from 'fast-check';
import { globMatcher, pathspecsOf } from '../../../src/domain/search/globs.ts';
import { createRepository } from '../../kit/grepOracle.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { git } from '../../service/git/command.ts';

const paths = [
  'a.ts',
  'src/a.ts',
  'src/.b.ts',
  'src/deep/b.js',
  'lib/src/世.ts',
  '[a]/x',
  'a b/c*d',
  'a\\b',
  ':x',
  'A.TS',
];

describe('Pathspecs of a search', () => {
  it('select every file that its globs match, and few others', async function () {
    this.timeout(120_000);
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'globs.git');
    await createRepository(directory, Object.fromEntries(paths.map((path) => [path, 'text\n'])));
    const selectedBy = async (globs: readonly string[]): Promise<string[]> => {
      const args = ['grep', '-l', '-z', '-e', '', 'main', '--', ...pathspecsOf(globs)];
      const output = (await git(directory, args).catch(() => Buffer.alloc(0))).toString();
      return output.split('\0').flatMap((name) => (name === '' ? [] : [name.slice('main:'.length)]));
    };
    const matched = (globs: readonly string[]): string[] => paths.filter(globMatcher(globs));
    for (const globs of [
      ['*.ts'],
      ['src'],
      ['./src'],
      ['*.{ts,js}'],
      ['src/**/b.*'],
      ['/a b/*'],
      ['deep', ':x'],
      ['*.ts/**'],
      ['**/**'],
    ])
      assert.deepEqual((await selectedBy(globs)).sort(), matched(globs).sort(), globs.join(' '));
    const part = fc.constantFrom(
      'a',
      'b',
      'src',
      'deep',
      '.ts',
      '*',
      '**',
      '?',
      '/',
      '[a-c]',
      '[!a]',
      '{a,b}',
      '世',
      '.',
      '[',
      '\\',
      ':',
    );
    const glob = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(glob, { minLength: 1, maxLength: 2 }), async (globs) => {
        const selected = new Set(await selectedBy(globs));
        for (const path of matched(globs)) assert.ok(selected.has(path), path);
      }),
      { numRuns: 150 },
    );
  });
});
