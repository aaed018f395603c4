import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readablePath } from '../../../src/domain/objects/readablePath.ts';
import { encodeGb18030 } from '../../../src/domain/text/gb18030.ts';
import { largestFile } from '../../../src/domain/search/searchRun.ts';
import { editableBranch } from '../../kit/editableBranch.ts';
import { commitChanges, createRepository, filesOf, gitGrep, randomQueries, seeded } from '../../kit/grepOracle.ts';
import { runs } from '../../kit/runs.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { findText, textSearchOf } from '../../kit/textSearches.ts';
import { textQuery } from '../../kit/textQueries.ts';
import type { SeedFile } from '../../service/git/fastImport.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';

const modules = join(import.meta.dirname, '..', '..', '..', 'node_modules');
const write = { create: true, overwrite: true };

/** Names that git takes and that must not confuse what reads its output, and contents of every kind. */
const unusual: Record<string, SeedFile> = {
  '-e': 'needle with a dash\n',
  '--open-files-in-pager=touch x': 'needle\n',
  ':(exclude)x': 'needle\n',
  'quote"\'`$(x)': 'needle "quoted"\n',
  'back\\slash\\n': 'needle\n',
  'a:1:needle': 'no: needle\n',
  'main:a': 'needle\n',
  '.gitfile/config': 'needle\n',
  'folder.git/HEAD': 'needle\n',
  '世界/🌍 needle': '世界 needle\n',
  'wild*card[a]?': 'needle\n',
  'lib/lib': 'needle\nneedles\n_needle\n',
  'crlf.txt': 'needle\r\nlast needle\r\n',
  'link-to-needle': { link: 'needle' },
  'submodule-needle': { submodule: '1'.repeat(40) },
  'late-nul.txt': `${'x'.repeat(9_000)}\0\nneedle after NUL\n`,
  'early-nul.bin': 'needle\0needle\n',
  'invalid-utf8.txt': Buffer.concat([Buffer.from('needle '), Buffer.from([0xff, 0x0a]), Buffer.from('a needle\n')]),
  'long-line.txt': `${'x'.repeat(900_000)}needle\nneedle\n`,
  'enormous-line.txt': Buffer.alloc(100 * 1024 * 1024, 'needle '),
  'large.txt': Buffer.concat([Buffer.from('needle\n'), Buffer.alloc(1024 * 1024, 'no match\n')]),
  'largest.txt': Buffer.concat([Buffer.alloc(largestFile - 7, 'no match\n'), Buffer.from('needle\n')]),
  'just-too-large.txt': Buffer.alloc(largestFile + 1, 'needle\n'),
  'empty.txt': '',
};

/** Their names have control characters, which the extension shows as U+FFFD. Without drafts: they are read-only. */
const unsafe: Record<string, SeedFile> = { '"line\\nbreak"': 'needle\n', '"bell\\007"': 'needle\n' };

const names = ['typescript', 'lodash', 'undici', 'eslint', 'jsdom', 'translations', 'generated', 'unusual'];

/** `files`, some of them in other encodings: git grep finds nothing in those, so it searches `files`. */
function inOtherEncodings(files: Readonly<Record<string, Buffer>>): Record<string, Buffer> {
  const encoders: readonly ((text: string) => Buffer)[] = [
    (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    (text) => Buffer.from(text),
    (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  ];
  return Object.fromEntries(
    Object.entries(files).map(([path, bytes], index) => {
      const encode = path.startsWith('zh-cn') ? gb18030 : encoders[index % encoders.length];
      return [path, encode?.(bytes.toString()) ?? bytes];
    }),
  );
}

function gb18030(text: string): Buffer {
  const known = new Map<string, Uint8Array>();
  for (const character of new Set(text)) known.set(character, encodeGb18030(character) ?? new Uint8Array());
  return Buffer.concat(Array.from(text, (character) => known.get(character) ?? new Uint8Array()));
}

describe('A search with git', () => {
  let service: Service;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  /** In UTF-8. */
  const contents: Record<string, Record<string, SeedFile>> = {};

  before(async function () {
    this.timeout(120_000);
    folder = await temporaryFolder();
    contents.typescript = filesOf(join(modules, 'typescript', 'lib'), ['typescript.js', '_tsc.js', '_tsserver.js']);
    contents.lodash = filesOf(join(modules, 'lodash'));
    contents.undici = filesOf(join(modules, 'undici'));
    contents.eslint = filesOf(join(modules, 'eslint'), ['node_modules']);
    contents.jsdom = filesOf(join(modules, 'jsdom'), ['node_modules']);
    const languages = filesOf(join(modules, 'typescript', 'lib'));
    const translations = Object.fromEntries(Object.entries(languages).filter(([path]) => path.includes('/diagnostic')));
    contents.translations = translations;
    contents.unusual = { ...unusual, ...unsafe };
    contents.generated = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, number) => [
        `part-${number % 50}/lib/file-${number}.ts`,
        `export const value${number} = ${number % 7 === 0 ? 'the' : 'other'}Function(${number});\n// TODO ${number % 13}\n`,
      ]),
    );
    for (const [name, files] of Object.entries(contents)) {
      const served = name === 'translations' ? inOtherEncodings(translations) : files;
      await createRepository(join(folder.path, name), served);
    }
    service = await startService({ repositories: Object.keys(contents).map((name) => join(folder.path, name)) });
  });
  after(async () => {
    await service.close();
    await folder[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(service.violations, []));

  for (const name of names) {
    it(`finds what git grep finds in ${name} for random queries, with drafts`, async function () {
      this.timeout(120_000);
      await using window = textSearchOf(service, join(folder.path, `cache-${name}`));
      const random = seeded(name.length * 7_919);
      const files = contents[name] ?? {};
      const safe = Object.keys(files).filter((path) => !(path in unsafe) && !/^(?:submodule|enormous)/.test(path));
      const pick = (): string => safe[Math.floor(random() * safe.length)] ?? '';
      const [changed, removed, moved] = [pick(), pick(), pick()];
      const text = 'the needle\nTHE draft: const lib = 123.a\n';
      const drafts: Record<string, SeedFile> = {
        ...(name === 'translations' ? files : {}),
        ...{ [changed]: text, 'lib/new draft.ts': text, [removed]: null },
      };
      const branch = await editableBranch(service, `alice/${name}`);
      await branch.write(changed, new TextEncoder().encode(text), write);
      if (!safe.some((path) => path.startsWith('lib/'))) await branch.createFolder('lib');
      await branch.write('lib/new draft.ts', new TextEncoder().encode(text), write);
      if (removed !== changed) await branch.remove(removed, false);
      if (moved !== changed && moved !== removed) {
        await branch.rename(moved, 'moved.ts', false);
        Object.assign(drafts, { [moved]: null, 'moved.ts': files[moved] });
      }
      const { directory } = await service.repository(`alice/${name}`);
      await commitChanges(directory, 'oracle', drafts);
      const texts = Object.values(files).flatMap((file) =>
        file instanceof Uint8Array || typeof file === 'string'
          ? [Buffer.from(file).toString('utf8').slice(0, 100_000)]
          : [],
      );
      let matches = 0;
      for (const { query, pathspecs } of randomQueries([...texts, text], runs(10).numRuns, random)) {
        const [expected, found] = await Promise.all([
          gitGrep(directory, 'oracle', query, [...pathspecs, ':(exclude)enormous-line.txt']),
          findText(window.search, { remote: branch.remote, workingTree: branch }, query),
        ]);
        const places = found.lines.map((line) => line.replace(/^([^]*:\d+:\d+)\+[^]*$/, '$1'));
        const readable = expected.map((line) => readablePath(line)).sort();
        assert.deepEqual(places.sort(), readable, JSON.stringify(query));
        matches += places.length;
      }
      assert.ok(matches > 20, `only ${matches} matches`);
    });
  }

  it('finds what git grep finds with unusual names and contents, and names large files as skipped', async () => {
    await using window = textSearchOf(service, join(folder.path, 'cache-unusual'));
    const { remote } = await editableBranch(service, 'alice/unusual');
    const { coverage, lines } = await findText(window.search, { remote, workingTree: undefined }, textQuery('needle'));
    assert.deepEqual(coverage.skippedPaths.toSorted(), ['early-nul.bin', 'enormous-line.txt', 'just-too-large.txt']);
    assert.ok(lines.includes('long-line.txt:1:900001+6'));
    assert.ok(lines.includes('late-nul.txt:2:1+6'));
    assert.ok(lines.includes('large.txt:1:1+6'));
    assert.ok(lines.some((line) => line.startsWith('largest.txt:')));
  });
});
