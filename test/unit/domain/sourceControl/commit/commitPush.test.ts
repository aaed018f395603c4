import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Failure } from '../../../../../src/core/errors.ts';
import type {
  CommitRequest,
  CommitTransport,
  FindAuthor,
} from '../../../../../src/domain/sourceControl/commit/commitPlan.ts';
import { commitActions, playCommits, startFiles, type CommitAction } from '../../../../kit/commitModel.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { progress, setUp, text, type Window } from '../../../../kit/commitWindow.ts';
import { MemoryWorld } from '../../../../kit/commitWorld.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { runs } from '../../../../kit/runs.ts';

const author = { name: 'Alice Winter', email: 'alice@example.com' };
const byAlice = (): Promise<typeof author> => Promise.resolve(author);
const request = { message: 'Change the files', author: undefined };
const authored = { ...request, author };
const transportOf = async ({ committer }: Window, asked: CommitRequest = authored): Promise<CommitTransport> =>
  (await committer.plan(asked)).transport;

describe('Committer with git', () => {
  it('commits several files as one commit, with a record for each file', async () => {
    const { remote, window } = await setUp({ 'a.txt': 'a\n', 'b.txt': 'b\n' }, 'auto');
    const before = remote.commits;
    await window.remove('a.txt');
    await window.save('b.txt', 'b2\n');
    await window.save('c/d.txt', 'new\n');
    const done = await commitNow(window.committer, authored, progress);
    assert.equal(remote.commits - before, 1);
    assert.deepEqual(
      done.map(({ path, result }) => [path, result?.commit?.sha]),
      [
        ['b.txt', 'push-1'],
        ['c/d.txt', 'push-1'],
        ['a.txt', 'push-1'],
      ],
    );
    assert.equal(remote.log.at(-1)?.message, 'Change the files');
    assert.deepEqual(window.drafts.effectiveBelow(''), []);
    assert.equal(await window.committer.interrupted(), undefined);
  });

  it('is chosen by the setting, the number of files, the author and what git says', async () => {
    const several = async (method?: 'auto' | 'rest' | 'git'): Promise<Awaited<ReturnType<typeof setUp>>> => {
      const one = await setUp({}, method);
      for (const name of ['a', 'b']) await one.window.save(name, `${name}\n`);
      return one;
    };
    const { remote, window } = await several('auto');
    assert.equal(await transportOf(window), 'git');
    assert.equal(await transportOf(window, { ...authored, paths: ['a'] }), 'rest', 'one file');
    assert.equal(await transportOf(window, request), 'rest', 'no author');
    assert.equal(await transportOf(window, { ...authored, message: 'Change {path}' }), 'rest', 'one commit each');
    remote.gitProblem = 'notInstalled';
    assert.equal(await transportOf(window), 'rest', 'no git');
    const rest = await several('rest');
    assert.equal(await transportOf(rest.window), 'rest');
    const git = await several('git');
    assert.equal(await transportOf(git.window, { ...authored, paths: ['a'] }), 'git');
    const none = await several();
    assert.equal(await transportOf(none.window), 'rest');
  });

  it('is planned with its files and author, which is looked for only if there is a file and no author', async () => {
    const { window } = await setUp({}, 'auto');
    const { committer } = window;
    const asked: CommitTransport[] = [];
    const find: FindAuthor = async (transport) => {
      asked.push(transport);
      return await byAlice();
    };
    assert.deepEqual((await committer.plan(request, find)).files, []);
    await window.save('a.txt', 'a\n');
    assert.equal((await committer.plan(authored, find)).author, author);
    assert.deepEqual(asked, []);
    assert.deepEqual((await committer.plan(request, () => Promise.resolve(undefined))).author, undefined);
    assert.equal((await committer.plan(request, find)).transport, 'rest');
    await window.save('b.txt', 'b\n');
    const plan = await committer.plan(request, find);
    assert.deepEqual([plan.transport, plan.author, asked], ['git', author, ['rest', 'git']]);
    assert.deepEqual(
      plan.files.map(({ change }) => change.path),
      ['a.txt', 'b.txt'],
    );
  });

  it('is sent as planned, also if git can be used only later', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n' }, 'auto');
    for (const name of ['a.txt', 'b.txt']) await window.save(name, 'mine\n');
    const before = remote.commits;
    remote.gitProblem = 'notInstalled';
    const plan = await window.committer.plan(authored);
    remote.gitProblem = undefined;
    assert.equal(await transportOf(window), 'git');
    await window.committer.commit(plan, progress);
    assert.equal(remote.commits - before, 2);
  });

  it('commits also a single executable file or link, which the API would store as a plain file', async () => {
    const { window } = await setUp({ 'run.sh': '1\n' }, 'auto');
    const base = { ...window.base('run.sh'), sha: window.base('run.sh')?.sha ?? '', mode: '100755', size: 2 };
    await window.drafts.write('run.sh', new TextEncoder().encode('2\n'), base);
    assert.equal(await transportOf(window), 'git');
  });

  it('merges a foreign commit that comes first, and pushes again', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': '1\n' }, 'git');
    await window.save('a.txt', '1\n2\n3\n4\nmine\n');
    await window.save('b.txt', 'mine\n');
    let steps = 0;
    remote.step = () => {
      // After the commit was prepared, and before it arrives.
      if ((steps += 1) !== 2) return;
      remote.step = () => {};
      void remote.change('a.txt', 'theirs\n2\n3\n4\n5\n');
    };
    await commitNow(window.committer, authored, progress);
    assert.equal(remote.text('a.txt'), 'theirs\n2\n3\n4\nmine\n');
    assert.equal(remote.text('b.txt'), 'mine\n');
  });

  it('sends nothing if one of the files has a conflict', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n' }, 'git');
    await window.save('a.txt', 'mine\n');
    await window.save('b.txt', 'mine\n');
    await remote.change('b.txt', 'theirs\n');
    const sent = remote.log.length;
    await assert.rejects(commitNow(window.committer, authored, progress), { kind: 'conflict', about: ['b.txt'] });
    assert.equal(remote.log.length, sent);
  });

  it('keeps every draft if the push is refused, and commits them later', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n' }, 'git');
    for (const name of ['a.txt', 'b.txt']) await window.save(name, 'mine\n');
    for (const [fault, kind] of [
      ['refused', 'forbidden'],
      ['signed out', 'forbidden'],
      ['broken', 'broken'],
      ['cut before', 'unreachable'],
    ] as const) {
      remote.faults = [fault];
      await rejection(commitNow(window.committer, authored, progress), kind);
      assert.deepEqual(
        window.drafts.effectiveBelow('').map(({ path }) => path),
        ['a.txt', 'b.txt'],
        fault,
      );
    }
    assert.equal((await window.committer.resume(progress)).length, 2);
    assert.equal(remote.text('b.txt'), 'mine\n');
  });

  it('goes on with the API if git cannot create the commit, unless the plan forbids it', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n' }, 'auto');
    for (const name of ['a.txt', 'b.txt']) await window.save(name, 'mine\n');
    remote.prepareFails = new Failure('forbidden', 'no git for this account', { reason: 'gitDenied' });
    const before = remote.commits;
    const plan = { ...(await window.committer.plan(authored)), canFallBack: false };
    await rejection(window.committer.commit(plan, progress), 'forbidden');
    assert.deepEqual([remote.commits - before, await window.committer.interrupted()], [0, undefined]);
    assert.equal(await transportOf(window), 'rest', 'git failed before');
    const other = await setUp({ 'a.txt': '1\n' }, 'auto');
    for (const name of ['a.txt', 'b.txt']) await other.window.save(name, 'mine\n');
    other.remote.prepareFails = remote.prepareFails;
    const start = other.remote.commits;
    assert.equal((await commitNow(other.window.committer, authored, progress)).length, 2);
    assert.equal(other.remote.commits - start, 2, 'a commit for each file');
    assert.deepEqual(other.window.drafts.effectiveBelow(''), []);
  });

  it('never becomes another number of commits because git was refused for a moment', async () => {
    for (const source of [
      { kind: 'throttled', reason: 'gitFailed' },
      { kind: 'broken', reason: 'gitFailed' },
      { kind: 'unreachable', reason: 'reset' },
    ] as const) {
      const { remote, window } = await setUp({ 'a.txt': '1\n' }, 'auto');
      for (const name of ['a.txt', 'b.txt']) await window.save(name, 'mine\n');
      const before = remote.commits;
      remote.prepareFails = new Failure(source.kind, 'busy', { reason: source.reason });
      await rejection(commitNow(window.committer, authored, progress), source.kind);
      assert.equal(remote.commits, before);
      assert.equal(window.drafts.effectiveBelow('').length, 2, 'the drafts are kept');
      assert.equal(await transportOf(window), 'git', 'still 1 commit');
      remote.prepareFails = undefined;
      await commitNow(window.committer, authored, progress);
      assert.equal(remote.commits - before, 1);
    }
  });

  it('knows that a push arrived although its answer was cut, and sends nothing again', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n' }, 'git');
    for (const name of ['a.txt', 'b.txt']) await window.save(name, 'mine\n');
    remote.faults = ['cut after'];
    assert.equal((await commitNow(window.committer, authored, progress)).length, 2);
    assert.equal(remote.commits, 2, 'the first file and the push');
    assert.deepEqual(window.drafts.effectiveBelow(''), []);
  });

  it('says that it is not known whether the push arrived if the branch cannot be read', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n' }, 'git');
    for (const name of ['a.txt', 'b.txt']) await window.save(name, 'mine\n');
    remote.faults = ['cut after'];
    let steps = 0;
    remote.step = () => {
      if ((steps += 1) >= 5) throw new Failure('unreachable', 'no network', { reason: 'offline' });
    };
    const failure = await rejection(commitNow(window.committer, authored, progress), 'unreachable');
    assert.deepEqual([failure.reason, failure.about], ['maybeCommitted', ['a.txt, b.txt', '0', '2']]);
    remote.step = () => {};
    await remote.change('a.txt', 'reverted\n');
    const commits = remote.commits;
    assert.deepEqual(await window.committer.resume(progress), [], 'the push is known by its sha');
    assert.equal(remote.commits, commits);
    assert.equal(text(await window.drafts.read('a.txt')), undefined);
  });

  for (const method of ['git', 'auto'] as const)
    for (const toldOfCommits of [true, false])
      it(`loses no text and commits none twice under random faults, foreign commits and kills (${method}, ${toldOfCommits ? 'a host that tells of any commit' : 'a host that tells of its branches only'})`, async function () {
        this.timeout(300_000);
        const play = async (actions: readonly CommitAction[]): Promise<void> => {
          const parts = await setUp(startFiles, method);
          parts.remote.toldOfCommits = toldOfCommits;
          await playCommits(new MemoryWorld(parts, method), actions);
        };
        await fc.assert(fc.asyncProperty(commitActions, play), runs(100));
      });
});
