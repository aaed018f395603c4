import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silent } from '../../../../src/core/log.ts';
import type { GitProblem } from '../../../../src/domain/git/gitRepositories.ts';
import { CommitFetcher } from '../../../../src/domain/repositories/commitFetcher.ts';
import { TextSearch } from '../../../../src/domain/search/textSearch.ts';
import type { GitOptions } from '../../../../src/git/gitOptions.ts';
import type { Habits } from '../../../service/habits.ts';
import { brokenGit } from '../../../kit/brokenGit.ts';
import { editableBranch } from '../../../kit/editableBranch.ts';
import { accessOf, testGit } from '../../../kit/localGit.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import { textQuery } from '../../../kit/textQueries.ts';
import { findText, textSearchOf } from '../../../kit/textSearches.ts';
import type { Fault } from '../../../service/faults.ts';
import { suiteService } from '../../kit/suiteService.ts';

interface Case {
  readonly title: string;
  /** What `problem` says afterwards: the search view explains it in one sentence. */
  readonly problem: GitProblem | undefined;
  /** Whether git has the commit nevertheless. */
  readonly isFetched?: boolean;
  readonly options?: (folder: string) => Promise<Partial<GitOptions>>;
  readonly fault?: Fault;
  readonly habits?: Partial<Habits>;
}

/** A program that git is replaced by. */
async function program(folder: string, script: string): Promise<Partial<GitOptions>> {
  const broken = await brokenGit(folder);
  await broken.breakAt('fetch', script);
  return { command: broken.command };
}

const cases: readonly Case[] = [
  { title: 'git is turned off', problem: 'off', options: () => Promise.resolve({ enabled: () => false }) },
  {
    title: 'git is not installed',
    problem: 'notInstalled',
    options: () =>
      Promise.resolve({ command: () => Promise.resolve('/nowhere/git'), environment: { PATH: '/nowhere' } }),
  },
  { title: 'the host has no git', problem: undefined, fault: { kind: 'error', status: 404 } },
  { title: 'the host refuses git', problem: undefined, fault: { kind: 'error', status: 403 } },
  { title: 'the host refuses the token', problem: 'refused', fault: { kind: 'error', status: 401 } },
  { title: 'the host cuts the connection', problem: undefined, fault: { kind: 'reset', at: 'headers' } },
  { title: 'the host ignores filters', problem: undefined, isFetched: true, habits: { gitFilters: 'ignored' } },
  { title: 'the host refuses filters', problem: undefined, isFetched: true, habits: { gitFilters: 'refused' } },
  { title: 'the host gives only tips', problem: undefined, isFetched: true, habits: { gitShas: 'tips' } },
  {
    title: 'the disk is full',
    problem: 'cacheFailed',
    options: (folder) => program(folder, 'echo "fatal: write error: No space left on device" >&2; exit 128'),
  },
  {
    title: 'the cache cannot be written',
    problem: 'cacheFailed',
    options: async (folder) => {
      await mkdir(join(folder, 'git'));
      await writeFile(join(folder, 'git', 'local'), 'a file in place of a folder');
      return {};
    },
  },
  { title: 'git is killed', problem: undefined, options: (folder) => program(folder, 'kill -KILL $$') },
];

describe('A search when git has trouble', () => {
  const service = suiteService();

  for (const { title, problem, isFetched = false, options, fault, habits } of cases)
    it(`finds the same if ${title}`, async () => {
      await using folder = await temporaryFolder();
      const { remote } = await editableBranch(service, 'alice/samples');
      const query = textQuery('世界');
      await using usual = textSearchOf(service, join(folder.path, 'usual'));
      const expected = await findText(usual.search, { remote, workingTree: undefined }, query);
      if (fault !== undefined) service.fail({ operation: 'git', fault });
      if (habits !== undefined) service.set({ habits });
      await using git = testGit(folder.path, accessOf(service, 'alice'), await options?.(folder.path));
      const fetcher = new CommitFetcher({
        git,
        show: async (_, work) => await work(new AbortController().signal, () => undefined),
        confirmLarge: () => Promise.resolve(true),
        log: silent,
      });
      const search = new TextSearch({
        git,
        fetcher,
        limitTime: (work) => work(),
        log: silent,
      });
      const found = await findText(search, { remote, workingTree: undefined }, query);
      assert.deepEqual(found.lines, expected.lines);
      const { commit = '' } = await remote.head();
      assert.deepEqual([await git.problem('local'), await git.of(remote.name).has(commit)], [problem, isFetched]);
    });

  it('finds the same in the background if the repository is too large to be fetched without a question', async () => {
    await using folder = await temporaryFolder();
    const { remote } = await editableBranch(service, 'alice/samples');
    const query = textQuery('世界');
    await using usual = textSearchOf(service, join(folder.path, 'usual'));
    const expected = await findText(usual.search, { remote, workingTree: undefined }, query);
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const fetches: (boolean | undefined)[] = [];
    const search = new TextSearch({
      git,
      fetcher: {
        fetch: (_name, _commit, options) => {
          fetches.push(options?.background);
          return Promise.resolve(false);
        },
        fetchBlobs: () => Promise.resolve('failed'),
      },
      limitTime: (work) => work(),
      log: silent,
    });
    const lines: string[] = [];
    const asking = { priority: 'background' } as const;
    for await (const event of search.search({ remote, workingTree: undefined }, query, asking))
      if (event.kind === 'file')
        lines.push(...event.file.lines.map(({ ranges }) => `${event.file.path}:${ranges[0]?.line}`));
    assert.deepEqual(
      lines.sort(),
      expected.lines.map((line) => line.replace(/:[^:]*$/, '')),
    );
    assert.deepEqual([...new Set(fetches)], [true]);
  });
});
