import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { silent } from '../../../src/core/log.ts';
import type { NewestCommits } from '../../../src/domain/git/gitHistory.ts';
import { CommitFetcher } from '../../../src/domain/repositories/commitFetcher.ts';
import type { FetchPurpose } from '../../../src/domain/repositories/fetchDisplay.ts';
import { brokenGit, type BrokenGit } from '../../kit/brokenGit.ts';
import { accessOf, filesBelow, named, pidsWith, processesWith, testGit, type TestGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { until } from '../../kit/until.ts';
import { suiteService } from '../kit/suiteService.ts';

const website = named('alice/website');

/** A fetch that says that it received `megabytes`, and then goes on as usual. */
const receiving = (megabytes: number): string =>
  `printf 'Receiving objects:  50%% (1/2), ${megabytes}.00 MiB | 9.00 MiB/s\\r' >&2; sleep 0.3`;

interface Question {
  readonly received: number;
  readonly purpose: FetchPurpose;
  readonly answer: (isConfirmed: boolean) => void;
}

/** A window with a user who sees the progress, and answers questions. */
interface LargeWindow {
  readonly git: TestGit;
  readonly broken: BrokenGit;
  readonly fetcher: CommitFetcher;
  readonly questions: readonly Question[];
  /** Bytes as they are shown. */
  readonly shown: readonly (number | undefined)[];
  /** The button of the progress. */
  readonly cancel: () => void;
}

describe('A fetch of more than 200 MB', () => {
  const service = suiteService();
  let head: string;
  before(async () => (head = await (await service.repository('alice/website')).git(['rev-parse', 'main'])));

  async function withWindow(megabytes: number, test: (window: LargeWindow) => Promise<void>): Promise<void> {
    await using folder = await temporaryFolder();
    const broken = await brokenGit(folder.path);
    await broken.breakAt('fetch', receiving(megabytes));
    await using git = testGit(folder.path, accessOf(service, 'alice'), { command: broken.command });
    const questions: Question[] = [];
    const shown: (number | undefined)[] = [];
    const user = new AbortController();
    const fetcher = new CommitFetcher({
      git,
      show: async (_, work) => await work(user.signal, (received) => shown.push(received)),
      confirmLarge: (_, received, purpose) =>
        new Promise((answer) => {
          questions.push({ received, purpose, answer });
        }),
      log: silent,
    });
    await test({ git, broken, fetcher, questions, shown, cancel: () => user.abort() });
  }

  /** The states of the processes of git: `T` is one that is suspended. */
  async function states(git: TestGit): Promise<string[]> {
    const found: string[] = [];
    for (const pid of await pidsWith(git.cache)) {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      found.push(text.slice(text.lastIndexOf(')') + 2)[0] ?? '');
    }
    return found;
  }

  async function leavesNothing({ git }: LargeWindow): Promise<void> {
    await until(async () => (await processesWith(git.cache)).length === 0);
    // The lock of the repository is released after the end of its processes.
    await until(async () => (await filesBelow(git.cache)).length === 0);
  }

  it('asks once, is suspended until the answer, and goes on after a yes', () =>
    withWindow(250, async ({ git, fetcher, questions, shown }) => {
      const fetching = fetcher.fetch(website, head);
      await until(() => questions.length > 0);
      await until(async () => (await states(git)).includes('T'));
      assert.deepEqual([questions[0]?.received, questions[0]?.purpose], [250 * 1024 ** 2, 'files']);
      assert.ok(shown.includes(250 * 1024 ** 2));
      questions[0]?.answer(true);
      assert.equal(await fetching, true);
      assert.equal(questions.length, 1);
      assert.ok((await git.of(website).files(head))?.length);
    }));

  it('ends after a no, without a process or a file, and is not tried again', () =>
    withWindow(250, async (window) => {
      const fetching = window.fetcher.fetch(website, head);
      await until(() => window.questions.length > 0);
      window.questions[0]?.answer(false);
      assert.equal(await fetching, false);
      await leavesNothing(window);
      assert.equal(await window.fetcher.fetch(website, head), false);
      assert.equal(window.questions.length, 1);
    }));

  it('ends when the user cancels instead of an answer, without a process or a file', () =>
    withWindow(250, async (window) => {
      const fetching = rejection(window.fetcher.demand(website, head), 'cancelled');
      await until(async () => (await states(window.git)).includes('T'));
      assert.equal(window.questions[0]?.purpose, 'demand');
      window.cancel();
      await fetching;
      await leavesNothing(window);
    }));

  it('ends in the background without a question, a process or a file', () =>
    withWindow(250, async (window) => {
      assert.equal(await window.fetcher.fetch(website, head, { background: true }), false);
      assert.deepEqual(window.questions, []);
      await leavesNothing(window);
    }));

  it('is not asked about below 200 MB', () =>
    withWindow(150, async ({ fetcher, questions, shown }) => {
      assert.equal(await fetcher.fetch(website, head), true);
      assert.deepEqual(questions, []);
      assert.ok(shown.includes(150 * 1024 ** 2));
    }));

  describe('for a history', () => {
    const query = { path: 'src/main.ts', skip: 0, limit: 10 };

    it('asks once for all its fetches together', () =>
      withWindow(150, async ({ fetcher, questions, shown }) => {
        // The folders, then the versions of the file.
        const reading = fetcher.history(website).blame(head, query.path);
        await until(() => questions.length > 0);
        assert.deepEqual([questions[0]?.received, questions[0]?.purpose], [300 * 1024 ** 2, 'demand']);
        questions[0]?.answer(true);
        assert.ok((await reading).lines.length > 0);
        assert.equal(questions.length, 1);
        assert.ok(shown.includes(150 * 1024 ** 2));
      }));

    for (const path of ['', query.path])
      it(`lists the newest commits after a no, of ${path === '' ? 'a branch' : 'a path'}`, () =>
        withWindow(250, async (window) => {
          const newest = `case " $* " in *--shallow-since=*|*--depth=1*) ;; *) ${receiving(250)};; esac`;
          await window.broken.breakAt('fetch', newest);
          const parts: NewestCommits[] = [];
          const onNewest = (part: NewestCommits): number => parts.push(part);
          const opened = window.fetcher.history(website);
          const reading = rejection(opened.commits(head, { ...query, path }, { onNewest }), 'cancelled');
          await until(() => window.questions.length > 0);
          assert.equal(window.questions[0]?.purpose, 'history');
          window.questions[0].answer(false);
          await reading;
          assert.equal(window.questions.length, 1);
          const since = new Date(parts[0]?.since ?? 0).toISOString();
          const args = ['log', '--format=%H', `--since=${since}`, head, '--', ...(path === '' ? [] : [path])];
          const expected = (await (await service.repository('alice/website')).git(args)).split('\n').filter(Boolean);
          const listed = parts.flatMap(({ commits }) => commits.map(({ sha }) => sha));
          assert.ok(listed.length > 0);
          assert.deepEqual(listed, expected.slice(0, listed.length));
          await leavesNothing(window);
        }));

    it('shows nothing for objects that are on this computer', () =>
      withWindow(1, async ({ fetcher, shown }) => {
        const commits = await fetcher.history(website).commits(head, query);
        const before = shown.length;
        assert.ok(before > 0);
        assert.deepEqual(await fetcher.history(website).commits(head, query), commits);
        assert.equal(shown.length, before);
      }));

    for (const [title, end] of [
      ['after a no', ({ questions }: LargeWindow) => questions[0]?.answer(false)],
      ['when the user cancels', ({ cancel }: LargeWindow) => cancel()],
    ] as const)
      it(`ends ${title}, without a process or a file`, () =>
        withWindow(250, async (window) => {
          const all = { ...query, path: '' };
          const reading = rejection(window.fetcher.history(website).commits(head, all), 'cancelled');
          await until(() => window.questions.length > 0);
          end(window);
          await reading;
          await leavesNothing(window);
        }));
  });
});
