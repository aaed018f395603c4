import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { SearchCoverage, SearchEvent, TextQuery } from '../../../../src/domain/search/textQuery.ts';
import { editableBranch } from '../../../kit/editableBranch.ts';
import { named } from '../../../kit/localGit.ts';
import { rejection } from '../../../kit/rejection.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import { textQuery } from '../../../kit/textQueries.ts';
import { findText, textSearchOf, type FoundText } from '../../../kit/textSearches.ts';
import { suiteService } from '../../kit/suiteService.ts';
import type { WorkingTree } from '../../../../src/domain/sourceControl/workingTree/workingTree.ts';

const samples = 'alice/samples';
const write = { create: true, overwrite: true };
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const counts = ({ searched, skipped, total }: SearchCoverage): object => ({ searched, skipped, total });

describe('A search for text', () => {
  const service = suiteService();
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let withGit: ReturnType<typeof textSearchOf>;
  let withoutGit: ReturnType<typeof textSearchOf>;
  before(async () => {
    folder = await temporaryFolder();
    withGit = textSearchOf(service, folder.path, { longestMatch: 500 });
    withoutGit = textSearchOf(service, folder.path, { git: false, longestMatch: 500 });
  });
  after(async () => {
    await withGit[Symbol.asyncDispose]();
    await withoutGit[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const searchIn = async (workingTree: WorkingTree, query: TextQuery, git: boolean): Promise<FoundText> => {
    const { search } = git ? withGit : withoutGit;
    return await findText(search, { remote: workingTree.remote, workingTree }, query);
  };

  /** With git; asserts that the same is found without it. */
  const find = async (workingTree: WorkingTree, query: TextQuery): Promise<FoundText> => {
    const [found, without] = [await searchIn(workingTree, query, true), await searchIn(workingTree, query, false)];
    assert.deepEqual(without.lines, found.lines);
    assert.deepEqual(counts(without.coverage), counts(found.coverage));
    assert.deepEqual(without.coverage.skippedPaths.toSorted(), found.coverage.skippedPaths.toSorted());
    return found;
  };

  it('leaves out files of Git LFS, with git and without, and counts them', async () => {
    const lfs = (content: string): string => {
      const oid = createHash('sha256').update(content).digest('hex');
      return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
    };
    const files = {
      '.gitattributes': '*.psd filter=lfs\n',
      'a.psd': lfs('a'),
      'b/b.psd': lfs('b'),
      'plain.txt': lfs('c'),
      'large.psd': `sha256: not a pointer\n${'x'.repeat(2_000)}`,
    };
    await service.act({ do: 'push', repository: samples, branch: 'lfs', files });
    const branch = await editableBranch(service, samples, { branch: 'lfs' });
    await branch.rename('b/b.psd', 'moved.psd', false);
    const { lines, coverage } = await find(branch, textQuery('sha256:', { include: ['*.psd', '*.txt', 'b'] }));
    assert.deepEqual(
      lines.map((line) => line.split(':')[0]),
      ['large.psd', 'plain.txt'],
    );
    // With `design.psd` of the samples.
    assert.equal(coverage.lfs, 3);
  });

  it('finds UTF-8, GB18030 and UTF-16, and names binary files as skipped', async () => {
    const branch = await editableBranch(service, samples);
    const { lines, previews, coverage } = await find(branch, textQuery('世界'));
    assert.deepEqual(lines, ['encodings/gbk.txt:1:4+2', 'encodings/utf16le.txt:1:24+2', 'encodings/utf8.txt:1:8+2']);
    assert.ok(previews.includes('你好，世界') && previews.includes('UTF-16, little endian: 世界'));
    assert.deepEqual(coverage.skippedPaths.toSorted(), ['data.bin', 'images/logo.png']);
    assert.equal(coverage.searched + coverage.skipped, coverage.total);
    assert.deepEqual((await find(branch, textQuery('UTF-8'))).lines, ['encodings/bom.txt:1:1+5']);
    assert.deepEqual((await find(branch, textQuery('^UTF', { isRegex: true }))).lines, [
      'encodings/bom.txt:1:1+3',
      'encodings/utf16le.txt:1:1+3',
    ]);
    // Han characters have no ASCII text that git could look for.
    const han = textQuery('^\\p{Script=Han}{2}', { isRegex: true, include: ['encodings'] });
    assert.deepEqual((await find(branch, han)).lines, ['encodings/gbk.txt:1:1+2', 'encodings/gbk.txt:2:1+2']);
  });

  it('searches drafts instead of the committed versions of their files', async () => {
    const branch = await editableBranch(service, samples);
    await branch.write('README.md', bytes('A needle.\nUnchanged: Samples?\n'), write);
    await branch.createFolder('new');
    await branch.write('new/deep.txt', bytes('two needles: needle\r\n'), write);
    await branch.write('empty.txt', Uint8Array.from(Buffer.from('\ufeff针 needle', 'utf16le')), write);
    await branch.write('data.txt', Uint8Array.from([0x6e, 0, 0x6e]), write);
    await branch.rename('lines/crlf.txt', 'lines/moved.txt', false);
    await branch.rename('link-to-file', 'link-moved', false);
    await branch.remove('lines/mixed.txt', false);
    assert.deepEqual((await find(branch, textQuery('needle'))).lines, [
      'README.md:1:3+6',
      'empty.txt:1:3+6',
      'new/deep.txt:1:5+6 14+6',
    ]);
    assert.deepEqual((await find(branch, textQuery('two'))).lines, ['lines/moved.txt:2:1+3', 'new/deep.txt:1:1+3']);
    const { lines, coverage } = await find(branch, textQuery('Samples'));
    assert.deepEqual(lines, ['README.md:2:12+7']);
    assert.deepEqual(coverage.skippedPaths.toSorted(), ['data.bin', 'data.txt', 'images/logo.png']);
  });

  it('searches own commits that the branch, as resolved, does not include yet', async () => {
    const branch = await editableBranch(service, samples);
    await branch.remote.head();
    const blob = await branch.remote.read('encodings/utf8.txt');
    const { sha } = await branch.remote.stat('encodings/utf8.txt');
    branch.changes.markCommitted('own.txt', { sha: sha ?? '', mode: '100644', size: blob.length });
    branch.changes.markCommitted('encodings/gbk.txt', undefined);
    assert.deepEqual((await find(branch, textQuery('世界', { exclude: ['*16*'] }))).lines, [
      'encodings/utf8.txt:1:8+2',
      'own.txt:1:8+2',
    ]);
  });

  it('skips an own commit that is too large, and searches ignored drafts only if they are wanted', async () => {
    const branch = await editableBranch(service, samples);
    await branch.remote.head();
    branch.changes.markCommitted('huge.txt', { sha: 'f'.repeat(40), mode: '100644', size: 21 * 1024 * 1024 });
    await branch.write('.gitignore', bytes('out/\n'), write);
    await branch.createFolder('out');
    await branch.write('out/a.txt', bytes('a needle\n'), write);
    const { lines, coverage } = await find(branch, textQuery('needle'));
    assert.deepEqual([lines, coverage.skippedPaths.includes('huge.txt')], [[], true]);
    assert.deepEqual((await find(branch, textQuery('needle', { includeIgnored: true }))).lines, ['out/a.txt:1:3+6']);
  });

  it('ends at the limit in the drafts, before it sends a request for other files', async () => {
    const branch = await editableBranch(service, samples);
    await branch.remote.head();
    for (const name of ['1', '2']) await branch.write(`needle${name}.txt`, bytes('needle\nneedle\n'), write);
    for (const limit of [1, 2]) {
      service.clear();
      const query = textQuery('needle', { limit, include: ['needle*.txt'] });
      const { lines, limitHit } = await searchIn(branch, query, true);
      assert.deepEqual([lines.length, limitHit, service.requests], [limit, true, []]);
    }
  });

  it('ends at the limit in drafts whose content is on the host', async () => {
    const branch = await editableBranch(service, samples);
    for (const name of ['crlf', 'mixed']) await branch.rename(`lines/${name}.txt`, `moved-${name}.txt`, false);
    const query = textQuery('^', { isRegex: true, include: ['moved-*.txt', 'README.md'] });
    const all = await find(branch, query);
    const ofMoved = all.lines.filter((line) => line.startsWith('moved-'));
    for (let limit = 1; limit < ofMoved.length; limit += 1) {
      const cut = await searchIn(branch, { ...query, limit }, true);
      assert.deepEqual([cut.lines.length, cut.limitHit], [limit, true]);
      assert.ok(cut.lines.every((line) => ofMoved.includes(line)));
    }
  });

  it('searches the drafts of a repository that has no commit', async () => {
    const branch = await editableBranch(service, 'alice/empty');
    await branch.write('a.txt', bytes('a needle\n'), write);
    assert.deepEqual((await find(branch, textQuery('needle'))).lines, ['a.txt:1:3+6']);
  });

  it('searches only files that the globs select', async () => {
    const branch = await editableBranch(service, samples);
    const paths = async (more: Partial<TextQuery>): Promise<string[]> =>
      (await find(branch, textQuery('name', { limit: 50, ...more }))).lines.map((line) => line.split(':')[0] ?? '');
    assert.deepEqual(await paths({ include: ['names/U*.txt', '.hid?en'], query: 'a' }), ['.hidden', 'names/UPPER.txt']);
    const below = await paths({ include: ['./names'] });
    assert.ok(below.length > 2 && below.every((path) => path.startsWith('names/')));
    assert.deepEqual(await paths({ include: ['./ames'] }), []);
    assert.deepEqual(await paths({ exclude: ['names', 'README.md'] }), ['.hidden']);
  });

  it('ends at the limit, and says so only if more lines match', async () => {
    const branch = await editableBranch(service, samples);
    const query = textQuery('^', { isRegex: true, include: ['lines'] });
    const all = await find(branch, query);
    assert.equal(all.limitHit, false);
    const exact = await find(branch, { ...query, limit: all.lines.length });
    assert.deepEqual([exact.lines.length, exact.limitHit], [all.lines.length, false]);
    for (const git of [true, false]) {
      const cut = await searchIn(branch, { ...query, limit: 3 }, git);
      assert.deepEqual([cut.lines.length, cut.limitHit], [3, true]);
      assert.ok(cut.coverage.searched + cut.coverage.skipped <= cut.coverage.total);
    }
  });

  it('refuses a wrong expression without a request', async () => {
    const branch = await editableBranch(service, samples);
    service.clear();
    const failure = await rejection(searchIn(branch, textQuery('(', { isRegex: true }), true), 'invalid');
    assert.equal(failure.field, 'query');
    assert.deepEqual(service.requests, []);
  });

  it('skips a file in which an expression takes too long, and ends if there are several', async () => {
    const branch = await editableBranch(service, samples);
    await branch.write('README.md', bytes(`${'a'.repeat(60)}b\n`), write);
    await branch.write('empty.txt', bytes('aaaa\n'), write);
    const slow = textQuery('^(?:a+)+$', { isRegex: true, include: ['*.md', 'empty.txt'] });
    const { lines, coverage } = await find(branch, slow);
    assert.deepEqual(lines, ['empty.txt:1:1+4']);
    assert.deepEqual(coverage.skippedPaths, ['README.md']);
    for (const name of ['1', '2', '3']) await branch.write(`${name}.md`, bytes(`${'a'.repeat(60)}b\n`), write);
    for (const git of [true, false]) {
      const failure = await rejection(searchIn(branch, slow, git), 'invalid');
      assert.equal(failure.requirement?.code, 'fastExpression');
    }
  });

  it('sends at most three requests of git and two others when cold, and none when warm', async () => {
    await using folder = await temporaryFolder();
    await using window = textSearchOf(service, folder.path);
    const branch = await editableBranch(service, samples);
    const search = async (query: string): Promise<string[]> => {
      service.clear();
      await findText(window.search, { remote: branch.remote, workingTree: branch }, textQuery(query));
      return service.requests.map(({ operation }) => operation);
    };
    const cold = await search('世界');
    assert.ok(cold.filter((operation) => operation === 'git').length <= 3, cold.join());
    assert.ok(cold.filter((operation) => operation !== 'git').length <= 2, cold.join());
    assert.deepEqual(await search('Hello'), []);
  });

  it('ends its processes when the consumer stops, and with a Failure when its signal is aborted', async () => {
    await using folder = await temporaryFolder();
    await using window = textSearchOf(service, folder.path);
    const { remote } = await editableBranch(service, samples);
    const everything = textQuery('^', { isRegex: true });
    for await (const event of window.search.search({ remote, workingTree: undefined }, everything))
      if (event.kind === 'file') break;
    const abort = new AbortController();
    const cancel = async (): Promise<void> => {
      for await (const event of window.search.search({ remote, workingTree: undefined }, everything, {
        signal: abort.signal,
      }))
        if (event.kind === 'file') abort.abort();
    };
    await rejection(cancel(), 'cancelled');
    assert.ok(await window.git.of(named(samples)).has((await remote.head()).commit ?? ''));
  });

  describe('without git', () => {
    it('goes on if git refuses the repository, and shows U+FFFD for control characters in names', async () => {
      const { lines, coverage } = await searchIn(await editableBranch(service, 'alice/hostile'), textQuery('a'), true);
      assert.ok(lines.includes('normal.txt:1:2+1'), lines.join());
      assert.ok(lines.includes('line\ufffdbreak:1:2+1'), lines.join());
      assert.ok(!lines.some((line) => /^\.\.?:/.test(line)), lines.join());
      assert.equal(coverage.searched, coverage.total);
    });

    it('searches cached files before it sends requests for the rest', async () => {
      await using folder = await temporaryFolder();
      await using window = textSearchOf(service, folder.path, { git: false });
      const { remote } = await editableBranch(service, samples);
      await remote.read('lines/mixed.txt');
      const order: string[] = [];
      let requests = Infinity;
      service.clear();
      for await (const event of window.search.search({ remote, workingTree: undefined }, textQuery('one'))) {
        if (event.kind === 'file') order.push(event.file.path);
        if (event.kind === 'file') requests = Math.min(requests, service.requests.length);
      }
      assert.equal(order[0], 'lines/mixed.txt');
      // Only the list of all paths.
      assert.equal(requests, 1);
      service.clear();
      const again = await findText(window.search, { remote, workingTree: undefined }, textQuery('one'));
      assert.equal(again.lines.length, order.length);
      assert.deepEqual(service.requests, []);
    });

    it('counts on, and sends nothing more after it was cancelled', async () => {
      await using folder = await temporaryFolder();
      await using window = textSearchOf(service, folder.path, { git: false });
      const { remote } = await editableBranch(service, samples);
      const abort = new AbortController();
      const seen: SearchEvent[] = [];
      const search = async (): Promise<void> => {
        for await (const event of window.search.search({ remote, workingTree: undefined }, textQuery('xyz'), {
          signal: abort.signal,
        })) {
          seen.push(event);
          if (event.kind === 'progress' && event.coverage.searched >= 5) abort.abort();
        }
      };
      await rejection(search(), 'cancelled');
      const coverages = seen.flatMap((event) => (event.kind === 'progress' ? [event.coverage] : []));
      assert.ok(coverages.length > 2);
      assert.ok(coverages.every(({ searched, skipped, total }) => searched + skipped <= total));
      // Those that were sent before may still arrive.
      const sent = service.requests.length + 8;
      await findText(window.search, { remote, workingTree: undefined }, textQuery('xyz', { include: ['README.md'] }));
      assert.ok(service.requests.length <= sent && sent < (coverages[0]?.total ?? 0));
    });

    it('finds all files if the service has no list of them', async () => {
      service.fail({ operation: 'files.paths', fault: { kind: 'error', status: 404 } });
      const branch = await editableBranch(service, samples);
      assert.deepEqual((await searchIn(branch, textQuery('世界'), false)).lines.length, 3);
    });
  });
});
