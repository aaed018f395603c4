import assert from 'node:assert/strict';
import { resolvable } from '../../../../src/core/async.ts';
import { silent } from '../../../../src/core/log.ts';
import type {
  GitFile,
  GitObject,
  GitRepository,
  GitSearchOptions,
  GrepLine,
} from '../../../../src/domain/git/gitRepositories.ts';
import { GitSearch } from '../../../../src/domain/search/gitSearch.ts';
import { SearchRun } from '../../../../src/domain/search/searchRun.ts';
import { encodeGb18030 } from '../../../../src/domain/text/gb18030.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';
import { textQuery } from '../../../kit/textQueries.ts';

const name = { host: 'local', owner: 'alice', repo: 'samples' };
const commit = 'c'.repeat(40);

const contents: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'a.txt': Uint8Array.from(Buffer.from('x one\nnothing\nx two\n')),
  'b.bin': Uint8Array.from([0x78, 0, 0x78]),
  'c.txt': Uint8Array.from(Buffer.from('no match\n')),
  'd-gb18030.txt': encodeGb18030('世界 x\n') ?? new Uint8Array(),
  'e-utf16.txt': Uint8Array.from(Buffer.from('\ufeffx in two bytes\n', 'utf16le')),
  'f-empty.txt': new Uint8Array(),
  'g.txt': Uint8Array.from(Buffer.from('x three\n')),
};
const paths = Object.keys(contents);
const shaOf = (path: string): string => paths.indexOf(path).toString(16).padStart(40, '0');
const texts = paths.filter((path) => !/bin|utf16|empty/.test(path));

/** All lines that git prints for `x`. */
const printed: readonly GrepLine[] = texts.flatMap((path) => {
  const lines = Buffer.from(contents[path] ?? [])
    .toString('latin1')
    .split('\n');
  return lines.flatMap((line, at) =>
    line.includes('x') ? [{ path, line: at + 1, text: Uint8Array.from(Buffer.from(line, 'latin1')) }] : [],
  );
});

interface Loss {
  /** Number of lines that git prints before it fails; undefined: it does not fail. */
  readonly printed?: number;
  /** Files that git cannot read. */
  readonly unreadable?: readonly string[];
  readonly hasNoContents?: boolean;
  readonly hasNoObjects?: boolean;
}

/** A repository in which git fails as `loss` says. */
function repositoryOf(loss: () => Loss): GitRepository {
  const isLost = (path: string): boolean => loss().unreadable?.includes(path) === true;
  const tell = ({ onUnreadable }: GitSearchOptions = {}): void => {
    for (const path of loss().unreadable ?? []) onUnreadable?.(shaOf(path));
  };
  const file = (path: string): GitFile => ({ path, mode: '100644', sha: shaOf(path), size: contents[path]?.length });
  return {
    ...new FakeGit().of(name),
    files: () => Promise.resolve(paths.map(file)),
    grep: async function* (_commit, _query, _paths, options) {
      for (const line of printed.slice(0, loss().printed)) if (!isLost(line.path)) yield [line];
      tell(options);
      if (loss().printed !== undefined) await Promise.reject(new Error('lost'));
    },
    contents: (_commit, _paths, options) => {
      if (loss().hasNoContents === true) return Promise.reject(new Error('lost'));
      tell(options);
      const [text, marked] = [texts, ['e-utf16.txt']].map((some) => some.filter((path) => !isLost(path)));
      return Promise.resolve({ text: new Set(text), marked: marked ?? [] });
    },
  };
}

describe('GitSearch', () => {
  /** Searches after an earlier search if `isSecond`. Lists what was reported and what is left. */
  async function search(loss: Loss, isSecond: boolean): Promise<Readonly<Record<'reported' | 'left', string[]>>> {
    let now: Loss = isSecond ? {} : loss;
    const objects = {
      read: (_host: string, sha: string): Promise<GitObject | undefined> => {
        const path = paths.find((one) => shaOf(one) === sha) ?? '';
        const isLost = now.hasNoObjects === true || now.unreadable?.includes(path) === true;
        return Promise.resolve(isLost ? undefined : { kind: 'blob', bytes: contents[path] ?? new Uint8Array() });
      },
      stat: () => Promise.resolve(undefined),
    };
    const searching = new GitSearch(objects, silent);
    const repository = repositoryOf(() => now);
    const once = async (): Promise<Readonly<Record<'reported' | 'left', string[]>>> => {
      const run = new SearchRun(textQuery('x'), new Set(), (work) => work(), undefined);
      const events = (await searching.search(run, repository, commit))?.events;
      assert.ok(events);
      const reported: string[] = [];
      for (let next = await events.next(); ; next = await events.next()) {
        if (next.done === true) {
          const { searched, skipped, total } = run.coverage;
          assert.equal(searched + skipped + next.value.length, total);
          return { reported, left: [...next.value] };
        }
        if (next.value.kind !== 'file') continue;
        const { path, lines } = next.value.file;
        reported.push(...lines.map(({ ranges }) => `${path}:${ranges[0]?.line}`));
      }
    };
    if (isSecond) await once();
    now = loss;
    return await once();
  }

  const all = ['a.txt:1', 'a.txt:3', 'd-gb18030.txt:1', 'g.txt:1', 'e-utf16.txt:1'];
  const nothingLost = { reported: all, left: [] };

  /** Asserts that each match is either reported or in a file that is left, and never both. */
  function checkParts({ reported, left }: Readonly<Record<'reported' | 'left', string[]>>): void {
    const expected = all.filter((match) => !left.includes(match.split(':')[0] ?? ''));
    assert.deepEqual(reported.toSorted(), expected.toSorted());
    assert.ok(!left.includes('f-empty.txt'));
  }

  it('reports every match if nothing is lost', async () => {
    assert.deepEqual(await search({}, false), nothingLost);
    assert.deepEqual(await search({}, true), nothingLost);
  });

  for (const isSecond of [false, true])
    it(`reports a file whole or leaves it, wherever git fails${isSecond ? ' in a second search' : ''}`, async () => {
      for (let at = 0; at <= printed.length; at += 1)
        for (const hasNoObjects of [false, true]) {
          const result = await search({ printed: at, hasNoContents: true, hasNoObjects }, isSecond);
          checkParts(result);
          // The last file of which a line was printed may be incomplete.
          assert.ok(result.left.includes(printed[Math.max(0, at - 1)]?.path ?? ''));
        }
    });

  it('leaves only the files after the failure undecided, if an earlier search listed the text files', async () => {
    const { left } = await search({ printed: 3, hasNoContents: true }, true);
    assert.deepEqual(left, ['d-gb18030.txt', 'e-utf16.txt', 'g.txt']);
  });

  it('reports matches while git reads which files are binary, which begins beside the search', async () => {
    const [asked, shown] = [resolvable<undefined>(), resolvable<undefined>()];
    const whole = repositoryOf(() => ({}));
    const repository: GitRepository = {
      ...whole,
      grep: async function* (...query) {
        await asked.promise;
        yield* whole.grep(...query);
      },
      contents: async (...query) => {
        asked.resolve(undefined);
        await shown.promise;
        return await whole.contents(...query);
      },
    };
    const read = (_host: string, sha: string): Promise<GitObject> =>
      Promise.resolve({
        kind: 'blob',
        bytes: contents[paths.find((one) => shaOf(one) === sha) ?? ''] ?? new Uint8Array(),
      });
    const run = new SearchRun(textQuery('x'), new Set(), (work) => work(), undefined);
    const searching = new GitSearch({ read, stat: () => Promise.resolve(undefined) }, silent);
    const found: string[] = [];
    for await (const event of (await searching.search(run, repository, commit))?.events ?? []) {
      if (event.kind === 'file') found.push(event.file.path);
      if (event.kind === 'file') shown.resolve(undefined);
    }
    assert.deepEqual(found, ['a.txt', 'd-gb18030.txt', 'g.txt', 'e-utf16.txt']);
    assert.deepEqual(run.coverage.skippedPaths, ['b.bin']);
  });

  it('lets git look in the files that the globs select, not in all', async () => {
    const whole = repositoryOf(() => ({}));
    const asked: (readonly string[])[] = [];
    const repository: GitRepository = {
      ...whole,
      grep: (commit, query, pathspecs, options) => {
        asked.push(pathspecs);
        return whole.grep(commit, query, pathspecs, options);
      },
    };
    const kinds = new Set<string>();
    const none = (): Promise<undefined> => Promise.resolve(undefined);
    const searching = new GitSearch({ read: none, stat: none }, silent);
    for (const include of [['*.txt'], []]) {
      const run = new SearchRun(textQuery('x', { include }), new Set(), (work) => work(), undefined);
      for await (const { kind } of (await searching.search(run, repository, commit))?.events ?? []) kinds.add(kind);
    }
    assert.ok(kinds.has('file'));
    assert.deepEqual(asked, [[':(glob)**/*.txt', ':(glob)**/*.txt/**'], []]);
  });

  it('leaves the files that git cannot read, although git goes on', async () => {
    for (const path of paths.filter((one) => one !== 'f-empty.txt')) {
      for (const isSecond of [false, true]) {
        const result = await search({ unreadable: [path] }, isSecond);
        assert.deepEqual(result.left, [path]);
        checkParts(result);
      }
    }
  });

  /** Searches the files `large`, whose content `stat` and `read` know. */
  async function searchLarge(
    large: readonly string[],
    { lost = [], limit = 10, ...more }: { lost?: readonly string[]; limit?: number } & Partial<GitRepository>,
  ): Promise<Readonly<Record<'reported' | 'left', string[]>> & { readonly asked: readonly string[][] }> {
    const [reported, asked]: [string[], string[][]] = [[], []];
    const whole = repositoryOf(() => ({}));
    const bytesOf = (sha: string): Uint8Array<ArrayBuffer> | undefined =>
      contents[paths.find((one) => shaOf(one) === sha && !lost.includes(one)) ?? ''];
    const objects = {
      read: (_host: string, sha: string): Promise<GitObject | undefined> => {
        const bytes = bytesOf(sha);
        return Promise.resolve(bytes && { kind: 'blob', bytes });
      },
      stat: (_host: string, sha: string) => {
        const bytes = bytesOf(sha);
        return Promise.resolve(bytes && ({ kind: 'blob', size: bytes.length } as const));
      },
    };
    const files = large.map((path) => ({ path, mode: '100644', sha: shaOf(path), size: undefined }));
    const repository: GitRepository = {
      ...whole,
      files: () => Promise.resolve(files),
      grep: (of, query, pathspecs, options) => {
        asked.push([...pathspecs]);
        return whole.grep(of, query, pathspecs, options);
      },
      ...more,
    };
    const run = new SearchRun(textQuery('x', { limit }), new Set(), (work) => work(), undefined);
    const events = new GitSearch(objects, silent).searchLarge(run, repository, commit, files);
    for (let next = await events.next(); ; next = await events.next()) {
      if (next.done === true) return { reported, left: next.value.map(({ path }) => path), asked };
      if (next.value.kind === 'file') reported.push(next.value.file.path);
    }
  }

  it('leaves the large files that are not here, and asks git for the others by their names', async () => {
    const files = ['a.txt', 'g.txt'];
    const lostOne = await searchLarge(files, { lost: ['g.txt'] });
    assert.deepEqual(lostOne, { reported: ['a.txt'], left: ['g.txt'], asked: [[':(literal)a.txt']] });
    assert.deepEqual(await searchLarge(files, { lost: files }), { reported: [], left: files, asked: [] });
    const noList = { files: () => Promise.reject(new Error('lost')) };
    assert.deepEqual(await searchLarge(files, noList), { reported: [], left: files, asked: [] });
  });

  it('ends in the large files at the limit, and searches in all if a name cannot be given to git', async () => {
    const full = await searchLarge(['a.txt', 'g.txt'], { limit: 1 });
    assert.deepEqual([full.reported, full.left], [['a.txt'], []]);
    const many = Array.from({ length: 101 }, () => 'a.txt');
    assert.deepEqual((await searchLarge(many, {})).asked, [[]]);
  });

  it('ends at the limit in a file in UTF-16, and leaves a file that is binary when it is read again', async () => {
    const run = (limit: number) => new SearchRun(textQuery('x', { limit }), new Set(), (work) => work(), undefined);
    const marked = ['b.bin', 'c.txt', 'e-utf16.txt', 'g.txt'];
    const whole = repositoryOf(() => ({}));
    const repository: GitRepository = {
      ...whole,
      grep: async function* () {
        await Promise.resolve();
        yield [{ path: 'a.txt', line: 1, text: Uint8Array.from([0x78, 0xff]) }];
      },
      contents: () => Promise.resolve({ text: new Set(['c.txt']), marked }),
    };
    for (const [limit, reported, searched] of [
      [5, ['e-utf16.txt'], 3],
      [0, [], 2],
    ] as const) {
      const read = (_host: string, sha: string): Promise<GitObject> => {
        const path = paths.find((one) => shaOf(one) === sha) ?? '';
        return Promise.resolve({
          kind: 'blob',
          bytes: contents[path === 'a.txt' ? 'b.bin' : path] ?? new Uint8Array(),
        });
      };
      const [found, one]: [string[], SearchRun] = [[], run(limit)];
      const searching = new GitSearch({ read, stat: () => Promise.resolve(undefined) }, silent);
      for await (const event of (await searching.search(one, repository, commit))?.events ?? [])
        if (event.kind === 'file') found.push(event.file.path);
      assert.deepEqual([found, one.isFull, one.coverage.searched], [reported, limit === 0, searched]);
      assert.ok(one.coverage.skippedPaths.includes('b.bin'));
    }
  });

  it('leaves files undecided without the list of text files, or without the whole file', async () => {
    const withoutContents = await search({ hasNoContents: true }, false);
    assert.deepEqual(withoutContents.left, ['b.bin', 'c.txt', 'e-utf16.txt']);
    checkParts(withoutContents);
    const withoutObjects = await search({ hasNoObjects: true }, false);
    assert.deepEqual(withoutObjects.left, ['d-gb18030.txt', 'e-utf16.txt']);
    checkParts(withoutObjects);
  });
});
