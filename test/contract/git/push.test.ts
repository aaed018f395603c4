import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { isFailure } from '../../../src/core/errors.ts';
import type { GitChange, NewGitCommit } from '../../../src/domain/git/gitPush.ts';
import { bytes } from '../../kit/bytes.ts';
import { accessOf, named, testGit, type TestGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { suiteService } from '../kit/suiteService.ts';

const repository = 'alice/website';
const website = named(repository);
const person = { name: 'Alice Winter', email: 'alice@example.com' };
const date = Date.UTC(2026, 4, 3, 2, 1);

const file = (path: string, text: string, mode = '100644'): GitChange => ({
  path,
  kind: 'file',
  bytes: bytes(text),
  mode,
});

describe('A push', () => {
  const service = suiteService();
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let git: TestGit;
  let branches = 0;

  before(async () => {
    folder = await temporaryFolder();
    git = testGit(folder.path, accessOf(service, 'alice'));
  });
  after(async () => {
    await git.stop();
    await folder[Symbol.asyncDispose]();
  });

  const served = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);

  /** A branch of its own, with its commit, which is fetched. */
  async function newBranch(): Promise<{ branch: string; ref: string; head: string }> {
    const branch = `push-${(branches += 1)}`;
    await service.act({
      do: 'push',
      repository,
      branch,
      files: { 'a.txt': 'a\n', 'dir/b.txt': 'b\n', 'dir/c.txt': 'c\n', 'big.bin': 'x'.repeat(1_200_000) },
    });
    const head = await served('rev-parse', branch);
    await git.of(website).fetch(head);
    return { branch, ref: `refs/heads/${branch}`, head };
  }

  const commitOn = async (
    parent: string,
    changes: readonly GitChange[],
    more: Partial<NewGitCommit> = {},
  ): Promise<string> =>
    await git.of(website).createCommit({ parent, changes, message: 'Change files', person, date, ...more });

  const requests = (): string[] =>
    service.requests.map(({ method, path }) => `${method} ${path.replace(/^.*website\.git/, '')}`);

  it('sends many changes as one commit: new, changed, moved, removed and executable files, links', async () => {
    const { branch, ref, head } = await newBranch();
    service.clear();
    const changes: GitChange[] = [
      file('a.txt', 'a2\n'),
      { path: 'dir/b.txt', kind: 'removed' },
      file('moved/b.txt', 'b\n'),
      file('run.sh', '#!/bin/sh\n', '100755'),
      file('link', 'a.txt', '120000'),
      file('empty', ''),
      file('-n "quoted"\tname\n.txt', 'x\0y\n'),
    ];
    const commit = await commitOn(head, changes, { message: 'Change files\n\nWith a body: 提交' });
    assert.deepEqual(requests(), [], 'a commit is created without a request');
    await git.of(website).push([{ ref, expected: head, to: commit }]);
    assert.deepEqual(requests().at(-1), 'POST /git-receive-pack');
    assert.equal(await served('rev-parse', branch), commit);
    const format = '%P%n%an <%ae> %at%n%cn <%ce> %ct%n%B';
    assert.equal(
      (await served('show', '-s', `--format=${format}`, commit)).trim(),
      [
        head,
        `Alice Winter <alice@example.com> ${date / 1000}`,
        `Alice Winter <alice@example.com> ${date / 1000}`,
        'Change files\n\nWith a body: 提交',
      ].join('\n'),
    );
    const changed = (await served('diff-tree', '-r', '-z', '--no-renames', head, commit)).split('\0');
    const rows = changed.flatMap((meta, at) => {
      const [, mode, , , status] = meta.split(' ');
      return at % 2 === 0 && status !== undefined ? [`${status} ${mode} ${changed[at + 1]}`] : [];
    });
    assert.deepEqual(rows, [
      'A 100644 -n "quoted"\tname\n.txt',
      'M 100644 a.txt',
      'D 000000 dir/b.txt',
      'A 100644 empty',
      'A 120000 link',
      'A 100644 moved/b.txt',
      'A 100755 run.sh',
    ]);
    assert.equal(await served('show', `${commit}:-n "quoted"\tname\n.txt`), 'x\0y');
  });

  it('makes an equal commit of equal arguments', async () => {
    const { head } = await newBranch();
    const changes = [file('a.txt', 'a2\n')];
    assert.equal(await commitOn(head, changes), await commitOn(head, changes));
    assert.notEqual(await commitOn(head, changes), await commitOn(head, changes, { date: date + 1000 }));
  });

  it('turns a file into a folder, and a folder into a file', async () => {
    const { branch, ref, head } = await newBranch();
    const commit = await commitOn(head, [
      file('a.txt/inner', 'inner\n'),
      { path: 'a.txt', kind: 'removed' },
      { path: 'dir/b.txt', kind: 'removed' },
      { path: 'dir/c.txt', kind: 'removed' },
      file('dir', 'a file\n'),
    ]);
    await git.of(website).push([{ ref, expected: head, to: commit }]);
    assert.equal(await served('show', `${branch}:a.txt/inner`), 'inner');
    assert.equal(await served('show', `${branch}:dir`), 'a file');
  });

  it('is forbidden in an archived repository and on a protected branch, and certainly not applied', async () => {
    const { ref, head } = await newBranch();
    const commit = await commitOn(head, [file('a.txt', 'mine\n')]);
    // The host refuses the list of its refs, or the push itself.
    for (const skip of [1, 2]) {
      service.fail({ operation: 'git', skip, times: 1, fault: { kind: 'error', status: 403 } });
      const failure = await rejection(git.of(website).push([{ ref, expected: head, to: commit }]), 'forbidden');
      assert.deepEqual([failure.reason, failure.sent], ['pushDenied', false]);
      service.calm();
    }
    assert.equal(await served('rev-parse', ref), head);
  });

  it('refuses paths that git does not allow', async () => {
    const { head } = await newBranch();
    for (const path of ['.git/config', 'a/../b', '/etc/passwd', 'dir/.GIT/hooks'])
      await rejection(commitOn(head, [file(path, 'x')]), 'refused');
  });

  it('needs the parent of the commit', async () => {
    const failure = await rejection(commitOn('1'.repeat(40), [file('a', 'a')]), 'missing');
    assert.equal(failure.reason, 'gitNoCommit');
  });

  it('is a conflict if the branch moved, and changes nothing', async () => {
    const { branch, ref, head } = await newBranch();
    const commit = await commitOn(head, [file('a.txt', 'mine\n')]);
    await service.act({ do: 'push', repository, branch, files: { 'a.txt': 'theirs\n' }, as: 'bob' });
    const failure = await rejection(git.of(website).push([{ ref, expected: head, to: commit }]), 'conflict');
    assert.deepEqual([failure.reason, failure.sent], ['branchMoved', false]);
    assert.equal(await served('show', `${branch}:a.txt`), 'theirs');
  });

  it('creates a branch only if there is none of the name', async () => {
    const { ref, head } = await newBranch();
    const commit = await commitOn(head, [file('a.txt', 'mine\n')]);
    await git.of(website).push([{ ref: `${ref}-new`, expected: undefined, to: commit }]);
    assert.equal(await served('rev-parse', `${ref}-new`), commit);
    const failure = await rejection(git.of(website).push([{ ref, expected: undefined, to: commit }]), 'conflict');
    assert.equal(failure.reason, 'branchMoved');
  });

  it('removes a branch or tag without its commits on this computer, and only as it was expected', async () => {
    const { branch, ref, head } = await newBranch();
    await served('tag', `v-${branch}`, head);
    await using fresh = await temporaryFolder();
    await using other = testGit(fresh.path, accessOf(service, 'alice'));
    const wrong = other.of(website).push([{ ref, expected: '1'.repeat(40), to: undefined }]);
    assert.equal((await rejection(wrong, 'conflict')).sent, false);
    await other.of(website).push([{ ref, expected: head, to: undefined }]);
    await other.of(website).push([{ ref: `refs/tags/v-${branch}`, expected: head, to: undefined }]);
    assert.equal(await served('for-each-ref', ref, `refs/tags/v-${branch}`), '');
  });

  it('renames a branch in one step, or not at all', async () => {
    const { ref, head } = await newBranch();
    await git.of(website).push([
      { ref: `${ref}-b`, expected: undefined, to: head },
      { ref, expected: head, to: undefined },
    ]);
    assert.match(await served('for-each-ref', `${ref}*`), new RegExp(`^${head} commit\t${ref}-b$`));
    const again = git.of(website).push([
      { ref: `${ref}-c`, expected: undefined, to: head },
      { ref: `${ref}-b`, expected: '1'.repeat(40), to: undefined },
    ]);
    assert.equal((await rejection(again, 'conflict')).sent, false);
    assert.match(await served('for-each-ref', `${ref}*`), new RegExp(`^${head} commit\t${ref}-b$`));
  });

  it('is forbidden for an account without the right', async () => {
    const { ref, head } = await newBranch();
    await using fresh = await temporaryFolder();
    await using other = testGit(fresh.path, accessOf(service, 'carol'));
    const failure = await rejection(other.of(website).push([{ ref, expected: head, to: undefined }]));
    assert.ok(isFailure(failure, 'forbidden', 'missing'), String(failure));
    assert.equal(failure.sent, false);
    assert.equal(await served('rev-parse', ref), head);
  });

  it('shows the message of the host if a rule of the host refuses the push', async () => {
    const { ref, head } = await newBranch();
    const commit = await commitOn(head, [file('a.txt', 'mine\n')]);
    service.set({ habits: { pushRule: 'refuses' } });
    const failure = await rejection(git.of(website).push([{ ref, expected: head, to: commit }]), 'forbidden');
    assert.deepEqual([failure.reason, failure.sent], ['pushRefused', false]);
    assert.match(failure.serverMessage ?? '', /Quota exceeded/);
    assert.equal(await served('rev-parse', ref), head);
  });

  it('is certainly not sent if the host cannot be reached, and unconfirmed if the answer is lost', async () => {
    const { ref, head } = await newBranch();
    const commit = await commitOn(head, [file('a.txt', 'mine\n')]);
    await using nowhere = testGit(folder.path, () => Promise.resolve({ url: 'http://127.0.0.1:9/alice/website.git' }));
    const before = await rejection(nowhere.of(website).push([{ ref, expected: head, to: commit }]), 'unreachable');
    assert.equal(before.sent, false);
    service.fail({
      operation: 'git',
      skip: 2,
      times: 1,
      fault: { kind: 'reset', at: 'headers', done: true },
    });
    const cut = await rejection(git.of(website).push([{ ref, expected: head, to: commit }]));
    assert.equal(cut.sent, undefined, String(cut));
    assert.equal(await served('rev-parse', ref), commit, 'the push arrived');
  });

  it('leaves no file behind, also when it is cancelled', async () => {
    const { head, ref } = await newBranch();
    const cancel = new AbortController();
    const commit = await commitOn(head, [file('a.txt', 'mine\n')]);
    const pushing = git.of(website).push([{ ref, expected: head, to: commit }], cancel.signal);
    cancel.abort();
    await rejection(pushing, 'cancelled');
    const left = (await readdir(git.cache, { recursive: true })).filter((name) => /index|tmp_|\.lock$/.test(name));
    assert.deepEqual(
      left.filter((name) => !name.includes('.locks') && !name.endsWith('.idx')),
      [],
    );
  });
});
