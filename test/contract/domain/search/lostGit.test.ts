import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkingTree } from '../../../../src/domain/sourceControl/workingTree/workingTree.ts';
import { brokenGit, killedAfter, type BrokenGit } from '../../../kit/brokenGit.ts';
import { editableBranch } from '../../../kit/editableBranch.ts';
import { processesWith } from '../../../kit/localGit.ts';
import { RecordingLog } from '../../../kit/recordingLog.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import { textQuery } from '../../../kit/textQueries.ts';
import { findText, textSearchOf, type FoundText } from '../../../kit/textSearches.ts';
import { suiteService } from '../../kit/suiteService.ts';

type SearchWindow = ReturnType<typeof textSearchOf>;

interface Lost {
  readonly window: SearchWindow;
  readonly git: BrokenGit;
  readonly log: RecordingLog;
  readonly branch: WorkingTree;
  /** The folder of the packs. */
  readonly packs: string;
}

const samples = 'alice/samples';
/** Many lines, and lines in UTF-16 and GB18030. */
const queries = [textQuery('e'), textQuery('世界')];

describe('A search that loses git', () => {
  const service = suiteService();

  /** Calls `test` with a window that has the commit, and with a draft. */
  async function withWindow(repository: string, test: (lost: Lost) => Promise<void>): Promise<void> {
    await using folder = await temporaryFolder();
    const [git, log] = [await brokenGit(folder.path), new RecordingLog()];
    await using window = textSearchOf(service, folder.path, { command: git.command, log });
    const branch = await editableBranch(service, repository);
    await branch.write('draft.txt', new TextEncoder().encode('the 世界 of drafts\n'), {
      create: true,
      overwrite: true,
    });
    const { name } = branch.remote;
    await window.git.of(name).fetch((await branch.remote.head()).commit ?? '');
    const packs = join(window.git.cache, name.host, name.owner, `${name.repo}.git`, 'objects', 'pack');
    await test({ window, git, log, branch, packs });
    await window.git.stop();
    assert.deepEqual(await processesWith(window.git.cache), []);
  }

  const search = async ({ window, branch }: Lost, query = queries[0]): Promise<FoundText> =>
    await findText(window.search, { remote: branch.remote, workingTree: branch }, query ?? textQuery('e'));

  /** Asserts that each query finds the same in a new window while git works and after `lose`. */
  async function findsTheSame(repository: string, lose: (lost: Lost) => Promise<void>): Promise<void> {
    for (const query of queries)
      await withWindow(repository, async (lost) => {
        const expected = await search(lost, query);
        await lose(lost);
        const found = await search(lost, query);
        assert.deepEqual(found.lines, expected.lines);
        const { searched, skipped, total } = found.coverage;
        assert.deepEqual([searched, skipped, total], [expected.coverage.searched, expected.coverage.skipped, total]);
        assert.equal(searched + skipped, total);
        assert.ok(
          lost.log.lines.some((line) => line.includes('the search goes on without git')),
          lost.log.lines.join(),
        );
      });
  }

  it('finds every match once if git is killed in the middle of a matching line', () =>
    findsTheSame(samples, ({ git }) => git.breakAt('-n', killedAfter(60))));

  it('finds every match once if the disk fails', () =>
    findsTheSame(samples, ({ git }) =>
      git.breakAt('-n', 'git "$@" | head -c 300; echo "fatal: read error: Input/output error" >&2; exit 128'),
    ));

  it('finds every match once if git is killed while it reads which files are binary', () =>
    withWindow(samples, async (lost) => {
      await lost.git.breakAt('-l', killedAfter(60));
      const found = await search(lost);
      await lost.git.heal();
      const expected = await search(lost);
      assert.deepEqual(found.lines, expected.lines);
      assert.deepEqual(found.coverage.skippedPaths.toSorted(), expected.coverage.skippedPaths.toSorted());
    }));

  it('finds every match once with requests if the repository is removed while git searches', async () => {
    await findsTheSame(samples, async ({ git, packs }) => {
      await git.breakAt('-n', `git "$@" | head -c 300; rm -r '${packs}'; kill -KILL $$`);
      service.clear();
    });
    assert.ok(service.requests.some(({ operation }) => operation === 'files.content' || operation === 'files.blob'));
  });

  it('finds every match once if the packs are removed before git searches', () =>
    withWindow(samples, async (lost) => {
      const expected = await search(lost);
      const { window, branch, packs } = lost;
      const paths: string[] = [];
      for await (const event of window.search.search({ remote: branch.remote, workingTree: branch }, textQuery('e'))) {
        if (event.kind === 'progress') await rm(packs, { recursive: true, force: true });
        if (event.kind === 'file') paths.push(event.file.path);
      }
      assert.deepEqual(paths.sort(), [...new Set(expected.lines.map((line) => line.split(':')[0] ?? ''))].sort());
    }));

  it('reads files with requests if their pack is removed, although git goes on with the other packs', async () => {
    const repository = 'alice/two-packs';
    const params = { name: 'two-packs', path: 'two-packs', auto_init: false };
    await service.act({ do: 'call', operation: 'own.createRepository', params, as: 'alice' });
    const files = { 'a.txt': 'the needle\n', 'b.txt': 'no match\n', 'c.txt': 'a needle\n' };
    await service.act({ do: 'push', repository, branch: 'main', files });
    await withWindow(repository, async (lost) => {
      const old = await readdir(lost.packs);
      await service.act({ do: 'push', repository, branch: 'main', files: { 'b.txt': 'one more needle\n' } });
      await lost.branch.remote.check([], {});
      const query = textQuery('needle');
      const expected = await search(lost, query);
      assert.equal(expected.lines.length, 3);
      await lost.git.breakAt('-n', old.map((name) => `rm '${join(lost.packs, name)}'`).join('; '));
      assert.deepEqual((await search(lost, query)).lines, expected.lines);
    });
  });

  it('is fetched again if a pack was removed before the search', () =>
    withWindow(samples, async (lost) => {
      const expected = await search(lost);
      await rm(lost.packs, { recursive: true });
      service.clear();
      assert.deepEqual((await search(lost)).lines, expected.lines);
      assert.ok(service.requests.some(({ operation }) => operation === 'git'));
    }));

  it('is cancelled, not continued, if the user cancels', () =>
    withWindow(samples, async ({ window, branch, log }) => {
      const abort = new AbortController();
      const events = window.search.search({ remote: branch.remote, workingTree: branch }, textQuery('e'), {
        signal: abort.signal,
      });
      await assert.rejects(
        (async () => {
          for await (const event of events) if (event.kind === 'progress') abort.abort();
        })(),
        { kind: 'cancelled' },
      );
      assert.deepEqual(
        log.lines.filter((line) => line.includes('goes on')),
        [],
      );
    }));
});
