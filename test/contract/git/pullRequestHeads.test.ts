import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { PullRequestRefs } from '../../../src/domain/pullRequests/pullRequestRefs.ts';
import { withinTime, budget } from '../../budgets.ts';
import { filesBelow, gitOfAlice, named, type TestGit } from '../../kit/localGit.ts';
import { processorTime } from '../../kit/processorTime.ts';
import { rejection } from '../../kit/rejection.ts';
import { git as serverGit } from '../../service/git/command.ts';
import { freshService } from '../kit/suiteService.ts';

const repository = 'alice/website';
const website = named(repository);

describe('the heads of pull requests by git', () => {
  const service = freshService();
  let git: TestGit;
  let refs: PullRequestRefs;

  beforeEach(async () => {
    git = await gitOfAlice(service);
    refs = new PullRequestRefs(git);
  });
  afterEach(() => git[Symbol.asyncDispose]());

  const served = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);
  const calls = (): number => service.requests.filter(({ operation }) => operation === 'git').length;
  const addRefs = async (...lines: string[]): Promise<void> => {
    const { directory } = await service.repository(repository);
    await serverGit(directory, ['update-ref', '--stdin'], lines.map((line) => `create ${line}\n`).join(''));
  };

  it('are listed with the highest number first', async () => {
    assert.deepEqual(await refs.list(website, {}), [
      { number: '44', sha: await served('rev-parse', 'release/1.0') },
      { number: '43', sha: await served('rev-parse', 'feature/日志') },
      { number: '42', sha: await served('rev-parse', 'refs/merge-requests/42/head') },
      { number: '41', sha: await served('rev-parse', 'feature/login') },
    ]);
  });

  it('are those of the host itself in a mirror of another one, and no names that only look alike', async () => {
    const main = await served('rev-parse', 'main');
    await addRefs(
      ...['refs/pull/7/head', 'refs/heads/refs/merge-requests/8/head', 'refs/merge-requests/9/merge'].map(
        (ref) => `${ref} ${main}`,
      ),
    );
    assert.deepEqual(
      (await refs.list(website, {})).map(({ number }) => number),
      ['44', '43', '42', '41'],
    );
    for (const number of [41, 42, 43, 44]) await served('update-ref', '-d', `refs/merge-requests/${number}/head`);
    assert.deepEqual(await refs.list(website, {}), [{ number: '7', sha: main }]);
  });

  it('bring subject and author with one fetch, and leave nothing on the disk', async () => {
    const heads = await refs.list(website, {});
    service.clear();
    const commits = await refs.commitsOf(website, heads, {});
    const told = heads.map(({ sha }) => [commits.get(sha)?.message.split('\n')[0], commits.get(sha)?.authorName]);
    const expected = await Promise.all(heads.map(({ sha }) => served('log', '-1', '--format=%s%n%an', sha)));
    assert.deepEqual(
      told,
      expected.map((text) => text.split('\n')),
    );
    const sent = calls();
    assert.ok(sent <= 2, `${sent} requests`);
    assert.deepEqual(
      (await filesBelow(git.cache)).filter((file) => /\.pack$/.test(file)),
      [],
    );
    assert.equal((await refs.commitsOf(website, heads, {})).size, 4);
    assert.equal(calls(), sent);
  });

  it('need no fetch if the history is fetched', async () => {
    const main = await served('rev-parse', 'main');
    await git.of(website).history.commits(main, { path: '', skip: 0, limit: 1 });
    service.clear();
    const commits = await refs.commitsOf(website, [{ number: '1', sha: main }], {});
    assert.deepEqual([commits.get(main)?.sha, calls()], [main, 0]);
  });

  it('reject if they vanished meanwhile, and the history stays', async () => {
    const gone = 'f'.repeat(40);
    await rejection(refs.commitsOf(website, [{ number: '1', sha: gone }], {}));
    const main = await served('rev-parse', 'main');
    assert.equal((await git.of(website).history.commits(main, { path: '', skip: 0, limit: 1 })).length, 1);
  });

  it('are listed for 50,000 pull requests with one call of git, and a second of processor time', async () => {
    const main = await served('rev-parse', 'main');
    const { directory } = await service.repository(repository);
    await served('pack-refs', '--all');
    // Without its header, which says that the lines are sorted.
    const packed = (await readFile(`${directory}/packed-refs`, 'utf8')).replace(/^#.*\n/, '');
    const lines = Array.from({ length: 50_000 }, (_, index) => `${main} refs/merge-requests/${index + 100}/head\n`);
    await writeFile(`${directory}/packed-refs`, packed + lines.join(''));
    // The first call looks for git.
    await git.problem('local');
    service.clear();
    const started = processorTime();
    const heads = await refs.list(website, {});
    withinTime(budget.times.pullRequestHeads, processorTime() - started);
    assert.deepEqual([heads.length, heads[0]?.number, heads.at(-1)?.number], [50_004, '50099', '41']);
    assert.ok(calls() <= 2);
  });
});
