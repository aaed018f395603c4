import assert from 'node:assert/strict';
import type { CommitPair } from '../../../../src/domain/git/gitHistory.ts';
import { readChangesSince } from '../../../../src/domain/pullRequests/pullRequestChanges.ts';
import type { CommitFetcher } from '../../../../src/domain/repositories/commitFetcher.ts';
import { gitOfAlice, named } from '../../../kit/localGit.ts';
import { rejection } from '../../../kit/rejection.ts';
import type { ServedRepository } from '../../../service/handle.ts';
import { fetchingWindow } from '../../kit/fetchingWindow.ts';
import { suiteService } from '../../kit/suiteService.ts';

const repository = 'alice/website';
const number = '41';

describe('readChangesSince', () => {
  const service = suiteService();
  let served: ServedRepository;
  before(async () => (served = await service.repository(repository)));
  afterEach(async () => {
    await service.reset();
    served = await service.repository(repository);
  });

  type Files = Record<string, string | { base64: string }>;
  const push = async (branch: string, files: Files, message: string): Promise<void> => {
    await service.act({ do: 'push', repository, branch, files, message });
  };
  const commitOf = async (ref: string): Promise<string> => await served.git(['rev-parse', ref]);
  /** Makes `branch` the head of the pull request. */
  const show = async (branch: string): Promise<string> => {
    await served.git(['update-ref', `refs/merge-requests/${number}/head`, `refs/heads/${branch}`]);
    return await commitOf(branch);
  };

  /** Three commits, then their rebase: one is the same, one changed, one gone and one new. Returns the old head. */
  async function rebased(): Promise<string> {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    await push('main', { 'shared.txt': `${lines.join('\n')}\n` }, 'Base');
    const at = (line: number, text: string, all = lines): string[] => all.with(line, text);
    const textOf = (all: readonly string[]): string => `${all.join('\n')}\n`;
    await push('topic', { 'shared.txt': textOf(at(20, 'topic')) }, 'Same');
    await push('topic', { 'b.txt': textOf(lines) }, 'Changed');
    await push('topic', { 'c.txt': 'other\n' }, 'Gone');
    const before = await show('topic');
    const moved = ['added', ...lines];
    await push('main', { 'shared.txt': textOf(moved) }, 'Of somebody else');
    await push('rebased', { 'shared.txt': textOf(at(21, 'topic', moved)) }, 'Same');
    await push('rebased', { 'b.txt': textOf(at(5, 'four')) }, 'Changed');
    await push('rebased', { 'd.txt': 'a new file\nof its own\n' }, 'New');
    await show('rebased');
    return before;
  }

  async function withGit<T>(
    work: (read: (before: string) => Promise<readonly CommitPair[]>, fetcher: CommitFetcher) => Promise<T>,
  ): Promise<T> {
    await using git = await gitOfAlice(service);
    const { parts, connect } = fetchingWindow(service, git);
    const connection = await connect();
    return await work(
      async (before) => await readChangesSince(parts, connection, named(repository), { number, before }),
      parts.fetcher,
    );
  }

  const textOf = ({ status, before, after }: CommitPair): string =>
    `${status} ${before?.message ?? '-'} → ${after?.message ?? '-'}`;
  const gitFetches = (): number =>
    service.requests.filter(({ operation, method }) => operation === 'git' && method === 'POST').length;

  it('pairs the commits by their patches after a rebase, as git range-diff does', async () => {
    const before = await rebased();
    const args = ['range-diff', '-s', '--no-color', 'main', before, 'rebased'];
    const expected = (await served.git(args)).split('\n').map((line) => / ([=!<>]) /.exec(line)?.[1]);
    await withGit(async (read, fetcher) => {
      const pairs = await read(before);
      const signs = { same: '=', changed: '!', removed: '<', added: '>' };
      assert.deepEqual(
        pairs.map(({ status }) => signs[status]),
        expected,
      );
      assert.deepEqual(pairs.map(textOf).sort(), [
        'added - → New',
        'changed Changed → Changed',
        'removed Gone → -',
        'same Same → Same',
      ]);
      const changed = pairs.find(({ status }) => status === 'changed');
      const history = fetcher.history(named(repository));
      const [old = '', now = ''] = await Promise.all(
        [changed?.before, changed?.after].map(async (commit) => await history.patch(commit?.sha ?? '')),
      );
      assert.match(old, /^Changed\n[^]*\n\+line 4\n\+line 5\n/);
      assert.match(now, /^Changed\n[^]*\n\+line 4\n\+four\n/);
      const same = pairs.find(({ status }) => status === 'same');
      assert.equal(await history.patch(same?.before?.sha ?? ''), await history.patch(same?.after?.sha ?? ''));
    });
  });

  const bytes = (text: string) => ({ base64: Buffer.from(text).toString('base64') });

  for (const [title, of] of [
    ['a binary file', (text: string) => ({ 'tool.bin': bytes(`\0\x01\0${text}`) })],
    ['a source file with one NUL', (text: string) => ({ 'tool.js': bytes(`${text}();\n//\0\n`) })],
  ] as const)
    it(`finds the change of a commit in which ${title} was exchanged, and its patches differ`, async () => {
      await push('topic', of('harmless'), 'Add a tool');
      const before = await show('topic');
      await push('again', of('stealAll'), 'Add a tool');
      await show('again');
      await withGit(async (read, fetcher) => {
        const pairs = await read(before);
        assert.deepEqual(pairs.map(textOf), ['changed Add a tool → Add a tool']);
        const shas = [pairs[0]?.before?.sha ?? '', pairs[0]?.after?.sha ?? ''];
        const patches = await Promise.all(shas.map(async (sha) => await fetcher.history(named(repository)).patch(sha)));
        assert.notEqual(patches[0], patches[1]);
      });
    });

  it('lists every merge, and what a new one adds to its merge', async () => {
    await push('main', { 'a.txt': 'a\n', 'both.txt': '1\n2\n3\n4\n5\n6\n7\n' }, 'Base');
    await push('topic', { 'b.txt': 'b\n', 'both.txt': 'one\n2\n3\n4\n5\n6\n7\n' }, 'Own');
    const before = await show('topic');
    await push('main', { 'a.txt': 'A\n', 'both.txt': '1\n2\n3\n4\n5\n6\nseven\n' }, 'Of somebody else');
    const merge = async (message: string, files: Files): Promise<string> => {
      const [ours, theirs] = [await commitOf('topic'), await commitOf('main')];
      await served.git(['update-ref', 'refs/heads/work', await served.git(['rev-parse', ours])]);
      const merged = await served.git(['merge-tree', '--write-tree', ours, theirs]);
      const plain = await served.git(['commit-tree', merged, '-p', ours, '-p', theirs, '-m', message]);
      await served.git(['update-ref', 'refs/heads/work', plain]);
      if (Object.keys(files).length > 0) await push('work', files, 'x');
      const args = ['commit-tree', 'work^{tree}', '-p', ours, '-p', theirs, '-m', message];
      const made = await served.git(args);
      await served.git(['update-ref', 'refs/heads/topic', made]);
      return made;
    };
    await merge('Only a merge', {});
    await push('main', { 'c.txt': 'c\n' }, 'More of somebody else');
    const evil = await merge('More than a merge', { 'a.txt': 'evil();\n' });
    await show('topic');
    await withGit(async (read, fetcher) => {
      const pairs = await read(before);
      assert.deepEqual(
        pairs.map((pair) => [textOf(pair), pair.adds]),
        [
          ['same Own → Own', undefined],
          ['added - → Only a merge', false],
          ['added - → More than a merge', true],
        ],
      );
      const added = (await fetcher.history(named(repository)).patch(evil)).split('\n');
      assert.deepEqual(
        added.filter((line) => /^[-+](?![-+])/.test(line)),
        ['-A', '+evil();'],
      );
      const now = await commitOf('topic');
      await push('fresh', { 'b.txt': 'b\n' }, 'Own again');
      await show('fresh');
      assert.deepEqual((await read(now)).map(textOf).sort(), [
        'added - → Own again',
        'removed More than a merge → -',
        'removed Only a merge → -',
        'removed Own → -',
      ]);
    });
  });

  it('fetches the commits, their folders and their contents in one fetch each, and nothing the next time', async () => {
    const before = await rebased();
    await withGit(async (read) => {
      service.clear();
      await read(before);
      const fetches = gitFetches();
      assert.ok(fetches <= 6, `${fetches} requests of git`);
      service.clear();
      await read(before);
      assert.equal(gitFetches(), 0);
    });
  });

  it('says in one sentence that the host no longer has the old head', async () => {
    const before = await rebased();
    await served.git(['branch', '-D', 'topic']);
    await served.git(['reflog', 'expire', '--expire=now', '--all']);
    await served.git(['gc', '--quiet', '--prune=now']);
    await withGit(async (read) => {
      const failure = await rejection(read(before), 'missing');
      assert.deepEqual([failure.reason, failure.about], ['noLookedHead', ['!41', repository]]);
    });
  });
});
