import assert from 'node:assert/strict';
import type { MergeConflict } from '../../../../src/domain/git/gitMerge.ts';
import { tryMerge, type MergeTrial } from '../../../../src/domain/pullRequests/mergeTrial.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';
import { gitOfAlice, named } from '../../../kit/localGit.ts';
import type { GitRepositories } from '../../../../src/domain/git/gitRepositories.ts';
import { rejection } from '../../../kit/rejection.ts';
import type { ServedRepository } from '../../../service/handle.ts';
import { fetchingWindow } from '../../kit/fetchingWindow.ts';
import { suiteService } from '../../kit/suiteService.ts';

const repository = 'alice/website';
const website = named(repository);
type Files = Record<string, string | { base64: string } | null>;

const lines = (count: number, name: string): string =>
  Array.from({ length: count }, (_, at) => `${name} ${at}\n`).join('');

describe('The trial of a merge', () => {
  const service = suiteService();
  let served: ServedRepository;
  /** Each test has branches of its own. */
  let count = 0;
  let [base, topic] = ['', ''];
  before(async () => (served = await service.repository(repository)));
  beforeEach(() => {
    count += 1;
    [base, topic] = [`base-${count}`, `topic-${count}`];
  });

  const push = async (branch: string, files: Files): Promise<void> => {
    await service.act({ do: 'push', repository, branch, files });
  };
  /** A pull request from `topic` into `base`, which both begin with `before`. */
  const create = async (before: Files, ours: Files, theirs: Files): Promise<string> => {
    await push(base, before);
    await served.git(['branch', topic, base]);
    await push(topic, ours);
    if (Object.keys(theirs).length > 0) await push(base, theirs);
    const given = { owner: 'alice', repo: 'website', title: 'Trial', head: topic, base };
    const made = await service.act({ do: 'call', operation: 'pullRequests.create', params: given, as: 'alice' });
    return String((made as { iid: unknown }).iid);
  };
  const attempt = async (number: string, git: GitRepositories): Promise<MergeTrial> => {
    const { parts, connect } = fetchingWindow(service, git);
    return await tryMerge(parts, await connect(), website, number);
  };
  const withGit = async <T>(work: (git: GitRepositories) => Promise<T>): Promise<T> => {
    await using git = await gitOfAlice(service);
    return await work(git);
  };
  const conflictsOf = async (number: string): Promise<readonly MergeConflict[]> =>
    await withGit(async (git) => (await attempt(number, git)).conflicts);
  const sides = ({ base, ours, theirs }: MergeConflict) => [base?.path, ours?.path, theirs?.path];

  it('has no conflicts where both change other files and lines', async () => {
    const number = await create(
      { 'a.txt': lines(9, 'a') },
      { 'a.txt': `first\n${lines(9, 'a')}`, 'new.txt': 'n' },
      { 'a.txt': `${lines(9, 'a')}last\n` },
    );
    assert.deepEqual(await conflictsOf(number), []);
  });

  it('has no conflicts where the base did not move', async () => {
    assert.deepEqual(await conflictsOf(await create({ 'a.txt': 'a\n' }, { 'a.txt': 'b\n' }, {})), []);
  });

  it('names the files that both change, with their three versions and the markers', async () => {
    const before = { 'a.txt': lines(9, 'a'), '目录/b c.txt': 'one\n' };
    const number = await create(
      before,
      { 'a.txt': lines(9, 'ours'), '目录/b c.txt': 'two\n' },
      { 'a.txt': lines(9, 'theirs'), '目录/b c.txt': 'three\n' },
    );
    await withGit(async (git) => {
      const { conflicts, commits } = await attempt(number, git);
      assert.deepEqual(
        conflicts.map(({ path, kind }) => [path, kind]),
        [
          ['a.txt', 'contents'],
          ['目录/b c.txt', 'contents'],
        ],
      );
      const [, second] = conflicts;
      assert.deepEqual(sides(second!), Array(3).fill('目录/b c.txt'));
      const text = async (sha = ''): Promise<string> =>
        Buffer.from((await git.read('local', sha))?.bytes ?? []).toString('utf8');
      const texts = await Promise.all([second?.base, second?.ours, second?.theirs].map((side) => text(side?.sha)));
      assert.deepEqual(texts, ['one\n', 'two\n', 'three\n']);
      assert.match(await text(second?.merged), /^<{7} .*\ntwo\n={7}\nthree\n>{7} /);
      assert.deepEqual(commits, {
        base: await served.git(['merge-base', base, topic]),
        ours: await served.git(['rev-parse', topic]),
        theirs: await served.git(['rev-parse', base]),
      });
    });
  });

  it('tells a file that one side deletes and the other changes', async () => {
    const number = await create(
      { 'a.txt': lines(9, 'a'), 'b.txt': lines(9, 'b') },
      { 'a.txt': null, 'b.txt': lines(9, 'c') },
      { 'a.txt': `${lines(9, 'a')}x\n`, 'b.txt': null },
    );
    const [first, second] = await conflictsOf(number);
    assert.deepEqual([first?.kind, sides(first!)], ['modify/delete', ['a.txt', undefined, 'a.txt']]);
    assert.deepEqual([second?.kind, sides(second!)], ['modify/delete', ['b.txt', 'b.txt', undefined]]);
  });

  it('tells a file that both rename', async () => {
    const text = lines(20, 'a');
    const number = await create(
      { 'old.txt': text },
      { 'old.txt': null, 'ours.txt': text },
      { 'old.txt': null, 'theirs.txt': text },
    );
    const conflicts = await conflictsOf(number);
    assert.deepEqual(
      conflicts.map((conflict) => [conflict.kind, ...sides(conflict)]),
      [
        ['rename/rename', 'old.txt', undefined, undefined],
        ['rename/rename', undefined, 'ours.txt', undefined],
        ['rename/rename', undefined, undefined, 'theirs.txt'],
      ],
    );
  });

  it('merges the change of one side into the file that the other renames', async () => {
    const text = lines(20, 'a');
    const number = await create(
      { 'old.txt': text },
      { 'old.txt': null, 'new.txt': text },
      { 'old.txt': `${text}more\n` },
    );
    assert.deepEqual(await conflictsOf(number), []);
  });

  it('tells binary files, also those that a fetch leaves out because of their size', async () => {
    const binary = (fill: number, size: number) => ({
      base64: Buffer.alloc(size, fill).fill(0, 0, 9).toString('base64'),
    });
    const [small, large] = [2_000, 1_500_000];
    const number = await create(
      { 'a.bin': binary(1, small), 'b.bin': binary(1, large), 'same.bin': binary(9, large) },
      { 'a.bin': binary(2, small), 'b.bin': binary(2, large) },
      { 'a.bin': binary(3, small), 'b.bin': binary(3, large) },
    );
    assert.deepEqual(
      (await conflictsOf(number)).map(({ path, kind }) => [path, kind]),
      [
        ['a.bin', 'binary'],
        ['b.bin', 'binary'],
      ],
    );
  });

  it('tells a file that both add', async () => {
    const number = await create({ 'a.txt': 'a\n' }, { 'new.txt': 'ours\n' }, { 'new.txt': 'theirs\n' });
    const [only] = await conflictsOf(number);
    assert.deepEqual([only?.kind, sides(only!)], ['add/add', [undefined, 'new.txt', 'new.txt']]);
  });

  it('names the conflicts that git names in a working tree', async () => {
    // !42 of the samples comes from a fork, and changes a line that its base changed too.
    const conflicts = await conflictsOf('42');
    assert.deepEqual(
      conflicts.map(({ path, kind }) => [path, kind]),
      [['README.md', 'contents']],
    );
  });

  it('asks git at the latest commit of the base, and nothing again for commits that are here', async () => {
    const number = await create({ 'a.txt': 'a\n' }, { 'a.txt': 'ours\n' }, { 'b.txt': 'b\n' });
    await withGit(async (git) => {
      assert.deepEqual((await attempt(number, git)).conflicts, []);
      await push(base, { 'a.txt': 'theirs\n' });
      assert.equal((await attempt(number, git)).conflicts.length, 1);
      service.clear();
      assert.equal((await attempt(number, git)).conflicts.length, 1);
      assert.deepEqual(
        service.requests.filter(({ operation }) => operation === 'git'),
        [],
      );
      assert.ok(service.requests.length <= 4, service.requests.map(({ operation }) => operation).join());
    });
  });

  it('says in one sentence that git is missing', async () => {
    const git = new FakeGit();
    git.trouble = 'notInstalled';
    assert.equal((await rejection(attempt('42', git), 'refused')).reason, 'gitMissing');
  });
});
