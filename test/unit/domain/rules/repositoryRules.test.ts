import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { sameBytes } from '../../../../src/core/bytes.ts';
import { blobSha } from '../../../../src/domain/objects/gitSha.ts';
import { RepositoryRules } from '../../../../src/domain/rules/repositoryRules.ts';
import { changesText, storedText } from '../../../../src/domain/rules/storedText.ts';
import { readPattern } from '../../../../src/domain/rules/pathPattern.ts';
import { budget, withinProcessorTime } from '../../../budgets.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A repository with `files`, which git judges: the oracle of every test here. */
class Oracle {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.git(['init', '-q', '-b', 'main']);
  }

  async write(files: Files): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(this.#folder, path)), { recursive: true });
      await writeFile(join(this.#folder, path), content);
    }
  }

  git(args: readonly string[], input = ''): readonly string[] {
    const own = ['-c', 'core.excludesFile=', '-c', 'core.attributesFile=', '-c', 'core.autocrlf=false'];
    const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', HOME: this.#folder };
    const all = [...own, '-C', this.#folder, ...args];
    const { stdout } = spawnSync('git', all, { input, env, encoding: 'utf8', maxBuffer: 1e9 });
    return stdout.split('\0').slice(0, -1);
  }
}

const rulesOf = (files: Files): RepositoryRules =>
  new RepositoryRules(async (folder, name) => {
    const content = files[folder === '' ? name : `${folder}/${name}`];
    if (content === undefined) return undefined;
    const read = async (): Promise<Uint8Array> => await Promise.resolve(new Uint8Array(Buffer.from(content)));
    return await Promise.resolve({ sha: undefined, read });
  });

const stateText = (state: string | boolean | undefined): string =>
  state === undefined ? 'unspecified' : state === true ? 'set' : state === false ? 'unset' : state;

describe('RepositoryRules', () => {
  let folder: string;
  let oracle: Oracle;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rules-'));
    oracle = new Oracle(folder);
  });
  afterEach(async () => await rm(folder, { recursive: true }));

  const name = fc.constantFrom('a', 'b', 'ab', 'a.b', 'é', '.a', 'a b', 'A', '[a]', '!a', '#a', 'a\\b');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  const paths = fc.uniqueArray(path, { minLength: 4, maxLength: 12 });
  const piece = fc.constantFrom(
    ...[
      'a',
      'b',
      '.',
      'é',
      '/',
      '/',
      '*',
      '**',
      '**/',
      '**\\/',
      '/**',
      '?',
      '[ab]',
      '[!a]',
      '[^b-z]',
      '[[:alpha:]]',
      '[]a]',
    ],
    ...['\\a', '\\*', '\\ ', ' ', '[', ']', '\\', '[a', '[[:bad:]]', '[a-]', '[\\]]', '#', '!', '-', '[/]', '[a/b]'],
  );
  const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
  const lines = (line: fc.Arbitrary<readonly string[]>, between: string): fc.Arbitrary<string> =>
    fc
      .array(
        line.map((parts) => parts.join(between)),
        { maxLength: 5 },
      )
      .map((all) => all.join('\n'));
  const start = fc.constantFrom('', '', '!', '/', '\\!', '#');
  const ignoreFile = lines(fc.tuple(start, pattern, fc.constantFrom('', '/', ' ', '\r')), '');
  const state = fc.constantFrom('text', '-text', '!text', 'text=auto', 'eol=crlf', 'binary', '-binary', 'm', 'x=y');
  const attributePattern = fc.oneof(pattern, pattern, fc.constantFrom('"a b"', '"\\303\\251"', '[attr]x', '#a', '"a'));
  const attributeFile = lines(
    fc.tuple(
      attributePattern,
      fc.array(state, { maxLength: 3 }).map((states) => states.join(' ')),
    ),
    ' ',
  );

  /** Cases with two files of rules each, every one in a folder of its own, so that git judges all in one process. */
  async function cases(
    file: string,
    rules: fc.Arbitrary<string>,
  ): Promise<{ files: Files; tested: readonly string[] }> {
    const files: Record<string, string> = {};
    const tested: string[] = [];
    for (const [index, [outer, inner, some]] of fc.sample(fc.tuple(rules, rules, paths), 150).entries()) {
      files[`c${index}/${file}`] = outer;
      files[`c${index}/a/${file}`] = inner;
      // `a` is a folder here.
      tested.push(...some.filter((one) => one !== 'a').map((one) => `c${index}/${one}`));
    }
    await oracle.write(files);
    return { files, tested };
  }

  it('ignores what git ignores, for random rules', async () => {
    const { files, tested } = await cases('.gitignore', ignoreFile);
    const expected = oracle.git(['check-ignore', '--no-index', '-z', '--stdin'], tested.join('\0'));
    const rules = rulesOf(files).now();
    const ignored = new Set<string>();
    for (const one of tested) if (await rules.isIgnored(one)) ignored.add(one);
    const wrong = tested.filter((one) => ignored.has(one) !== expected.includes(one));
    assert.deepEqual(
      wrong.map((one) => [one, ignored.has(one), ...rulesAbove(files, one)]),
      [],
    );
    assert.ok(expected.length > 10);
  });

  it('reads unusual and unfinished classes as git does', async () => {
    const patterns = ['x[a-\\c]', 'x[a-\\', 'x[[:', 'x[[:]', 'x[[:a]', 'x[[:digit:]b]', 'x[a-', '[[:upper:]-z]x'];
    const names = ['xa', 'xb', 'xc', 'xd', 'x:', 'x[', 'x1', 'x-', 'Ax', '-x', 'zx', 'x[a-', 'x[[:', 'x\\'];
    const files = Object.fromEntries(patterns.map((one, index) => [`c${index}/.gitignore`, one]));
    await oracle.write(files);
    const tested = patterns.flatMap((_, index) => names.map((one) => `c${index}/${one}`));
    const expected = oracle.git(['check-ignore', '--no-index', '-z', '--stdin'], tested.join('\0'));
    const rules = rulesOf(files).now();
    const ignored: string[] = [];
    for (const one of tested) if (await rules.isIgnored(one)) ignored.push(one);
    assert.deepEqual(ignored, expected);
    assert.ok(expected.includes('c0/xb') && expected.includes('c3/x:'));
  });

  it('has the attributes that git has, for random rules', async () => {
    const names = ['text', 'eol', 'diff', 'binary', 'm', 'x'];
    const { files, tested } = await cases('.gitattributes', attributeFile);
    const root = { '.gitattributes': '[attr]m x=z -diff binary\n[attr]binary eol=lf text' };
    await oracle.write(root);
    const rules = rulesOf({ ...files, ...root }).now();
    const expected = oracle.git(['check-attr', '-z', '--stdin', ...names], tested.join('\0'));
    const states = expected.filter((_, index) => index % 3 === 2);
    for (const [index, one] of tested.entries()) {
      const attributes = await rules.attributes(one);
      const own = names.map((attribute) => stateText(attributes.get(attribute)));
      const at = index * names.length;
      assert.deepEqual(own, states.slice(at, at + names.length), JSON.stringify([one, ...rulesAbove(files, one)]));
    }
  });

  it('stores the content that git add stores, for random attributes and content', async () => {
    const texts = ['a', 'é', '\n', '\r\n', '\r', '\0', '\u0001', '\u001a', '$Id$', '$Id: x $', '$Id: a\nb$', '$'];
    const part = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...texts) }, fc.constant('x'.repeat(200)));
    const content = fc.array(part, { maxLength: 8 }).map((parts) => new TextEncoder().encode(parts.join('')));
    const values = ['text', '-text', 'text=auto', 'text=input', 'eol=crlf', 'eol=lf', 'crlf', '-crlf', 'crlf=input'];
    const states = fc.array(fc.constantFrom(...values, 'text=auto', 'binary', 'ident'), { maxLength: 3 });
    const all = fc.sample(fc.tuple(states, content, content), 300);
    const filesOf = (index: 1 | 2): Files => Object.fromEntries(all.map((one, at) => [`f${at}`, one[index]]));
    await oracle.write(filesOf(1));
    oracle.git(['add', '-A']);
    const rules = { '.gitattributes': all.map(([chosen], at) => `f${at} ${chosen.join(' ')}`).join('\n') };
    await oracle.write({ ...rules, ...filesOf(2) });
    oracle.git(['add', '-A']);
    const current = rulesOf(rules).now();
    const listed = new Map(
      oracle.git(['ls-files', '-s', '-z']).map((line) => [line.split('\t')[1], line.slice(7, 47)]),
    );
    for (const [at, [chosen, before, now]] of all.entries()) {
      const attributes = await current.attributes(`f${at}`);
      const stored = await storedText(new Uint8Array(now), attributes, async () => await Promise.resolve(before));
      const about = JSON.stringify([chosen, ...[before, now, stored].map((bytes) => new TextDecoder().decode(bytes))]);
      assert.equal(await blobSha(stored), listed.get(`f${at}`), about);
      assert.ok(changesText(attributes) || sameBytes(stored, now));
    }
  });

  it('takes time that grows with the lengths of pattern and path only', async () => {
    await withinProcessorTime(budget.times.globs, () => {
      assert.equal(readPattern(`${'*a'.repeat(30)}b`)?.matches('a'.repeat(5_000)), false);
      assert.equal(readPattern(`${'**/a/'.repeat(50)}b`)?.matches(`${'a/'.repeat(2_000)}c`), false);
    });
  });
});

const rulesAbove = (files: Files, path: string): readonly unknown[] =>
  Object.entries(files).filter(([file]) => file.startsWith(`${path.split('/')[0] ?? ''}/`));
