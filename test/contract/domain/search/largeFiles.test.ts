import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { RemoteRef } from '../../../../src/domain/repositories/remoteRef.ts';
import type { SearchEvent } from '../../../../src/domain/search/textQuery.ts';
import { brokenGit } from '../../../kit/brokenGit.ts';
import { editableBranch } from '../../../kit/editableBranch.ts';
import { createRepository } from '../../../kit/grepOracle.ts';
import { processesWith } from '../../../kit/localGit.ts';
import { rejection } from '../../../kit/rejection.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import { textQuery } from '../../../kit/textQueries.ts';
import { findText, textSearchOf } from '../../../kit/textSearches.ts';
import { until } from '../../../kit/until.ts';

import type { Service } from '../../../service/handle.ts';
import { startService } from '../../../service/service.ts';

const megabyte = 1024 * 1024;
const large = (size: number): Buffer => Buffer.concat([Buffer.alloc(size, 'a line\n'), Buffer.from('\nthe needle\n')]);

const contents = {
  'small.txt': 'needle\n',
  'docs/large.txt': large(2 * megabyte),
  'docs/utf16.txt': Buffer.from(`\ufeff${large(megabyte).toString()}`, 'utf16le'),
  'huge.txt': large(20 * megabyte),
  'large.bin': Buffer.alloc(2 * megabyte, 'needle\0'),
  'large.png': Buffer.alloc(2 * megabyte, 'needle\0'),
};
const found = ['docs/large.txt:299595:5+6', 'docs/utf16.txt:149798:5+6', 'small.txt:1:1+6'];
const query = textQuery('needle');

describe('A search in files of more than 1 MB', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let remote: RemoteRef;
  before(async () => {
    folder = await temporaryFolder();
    await createRepository(join(folder.path, 'large'), contents);
  });
  beforeEach(async () => {
    service = await startService({ repositories: [join(folder.path, 'large')] });
    ({ remote } = await editableBranch(service, 'alice/large'));
  });
  afterEach(async () => {
    assert.deepEqual(service.violations, []);
    await service.close();
  });
  after(() => folder[Symbol.asyncDispose]());

  it('finds them after the others, says how many are coming until then, and fetches them once', async () => {
    await using own = await temporaryFolder();
    await using window = textSearchOf(service, own.path);
    const { lines, coverage, events } = await findText(window.search, { remote, workingTree: undefined }, query);
    assert.deepEqual(lines, found);
    assert.deepEqual(coverage.skippedPaths.toSorted(), ['huge.txt', 'large.bin', 'large.png']);
    assert.deepEqual([coverage.searched, coverage.coming, coverage.total], [3, 0, 6]);
    const order = events.map((event) => (event.kind === 'file' ? event.file.path : event.coverage.coming));
    assert.ok(order.indexOf('small.txt') < order.lastIndexOf(4), order.join());
    assert.ok(order.lastIndexOf(4) < order.indexOf('docs/large.txt'), order.join());
    service.clear();
    const again = await findText(window.search, { remote, workingTree: undefined }, query);
    assert.deepEqual([again.lines, again.coverage.searched, again.coverage.skipped], [found, 3, 3]);
    assert.deepEqual(service.requests, []);
  });

  it('fetches only those that the globs select, and none whose format is never text', async () => {
    await using own = await temporaryFolder();
    await using window = textSearchOf(service, own.path);
    const search = (include: string[]): ReturnType<typeof findText> =>
      findText(window.search, { remote, workingTree: undefined }, { ...query, include });
    await search(['small.txt']);
    service.clear();
    const images = await search(['*.png']);
    assert.deepEqual([images.coverage.skippedPaths, service.requests], [['large.png'], []]);
    assert.deepEqual((await search(['docs/*.txt'])).lines, found.slice(0, 2));
  });

  it('finds the same without git, and from a host that gives no single files by git', async () => {
    const sorted = ['huge.txt', 'large.bin', 'large.png'];
    for (const git of [true, false]) {
      await using own = await temporaryFolder();
      await using window = textSearchOf(service, own.path, { git });
      if (git) service.set({ habits: { gitShas: 'tips' } });
      const { lines, coverage } = await findText(window.search, { remote, workingTree: undefined }, query);
      assert.deepEqual([lines, coverage.skippedPaths.toSorted(), coverage.coming], [found, sorted, 0]);
    }
  });

  it('ends without the files that cannot be fetched, and counts them', async () => {
    await using own = await temporaryFolder();
    await using window = textSearchOf(service, own.path);
    const searched = { remote, workingTree: undefined };
    await findText(window.search, searched, { ...query, include: ['small.txt'] });
    service.fail({ operation: 'git', fault: { kind: 'error', status: 403 }, times: 10 });
    service.fail({ operation: 'files.content', fault: { kind: 'error', status: 403 }, times: 10 });
    service.fail({ operation: 'files.blob', fault: { kind: 'error', status: 403 }, times: 10 });
    const { lines, coverage } = await findText(window.search, searched, query);
    assert.deepEqual([lines, coverage.searched, coverage.skipped, coverage.coming], [['small.txt:1:1+6'], 1, 1, 4]);
  });

  it('ends the fetch when the search is cancelled', async () => {
    await using own = await temporaryFolder();
    const broken = await brokenGit(own.path);
    await using window = textSearchOf(service, own.path, { command: broken.command });
    await findText(window.search, { remote, workingTree: undefined }, { ...query, include: ['small.txt'] });
    await broken.breakAt('fetch', 'sleep 60');
    const abort = new AbortController();
    const seen: SearchEvent[] = [];
    const search = async (): Promise<void> => {
      const events = window.search.search({ remote, workingTree: undefined }, query, { signal: abort.signal });
      for await (const event of events) seen.push(event);
    };
    const searching = rejection(search(), 'cancelled');
    const isFetching = async (): Promise<boolean> =>
      (await processesWith(window.git.cache)).some((args) => args.includes('fetch'));
    await until(isFetching);
    assert.ok(seen.some((event) => event.kind === 'file'));
    abort.abort();
    await searching;
    await until(async () => !(await isFetching()));
  });
});
