import assert from 'node:assert/strict';
import type { FileChange } from '../../../../src/domain/repositories/fileChanges.ts';
import type { RemoteRef } from '../../../../src/domain/repositories/remoteRef.ts';
import { suiteService } from '../../kit/suiteService.ts';
import { HeldAnswers } from '../../../kit/heldAnswers.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import { within } from '../../../budgets.ts';

const website = 'alice/website';
const text = async (remote: RemoteRef, path: string): Promise<string> =>
  new TextDecoder().decode(await remote.read(path));

function changesOf(remote: RemoteRef): FileChange[] {
  const seen: FileChange[] = [];
  remote.onDidChangeFiles((changes) => seen.push(...changes));
  return seen;
}
const problemOf = (remote: RemoteRef): string | undefined => remote.state?.problem?.kind;
const named = (changes: readonly FileChange[]): string[] => changes.map(({ path, type }) => `${type} ${path}`).sort();

describe('RemoteRef of a branch that moves', () => {
  const service = suiteService();
  const push = (files: Record<string, string | null>, branch = 'main'): Promise<unknown> =>
    service.act({ do: 'push', repository: website, branch, files, as: 'bob' });

  beforeEach(async () => {
    await service.reset();
    await push({ 'a/one.txt': '1', 'a/two.txt': '2', 'b/three.txt': '3', 'c/d/four.txt': '4' });
  });

  it('reports only changes of listed folders', async () => {
    const remote = session(service).open(website);
    await remote.list('');
    await remote.list('a');
    await remote.list('b');
    assert.equal(await text(remote, 'a/one.txt'), '1');
    const seen = changesOf(remote);
    await push({ 'a/one.txt': 'one', 'a/two.txt': null, 'a/new.txt': 'new', 'c/d/four.txt': 'four' });
    assert.equal(await text(remote, 'a/one.txt'), '1');
    assert.equal(await remote.check([]), true);
    assert.deepEqual(named(seen), ['changed a/one.txt', 'created a/new.txt', 'deleted a/two.txt']);
    assert.equal(await text(remote, 'a/one.txt'), 'one');
    assert.deepEqual([...(await remote.list('a')).keys()].sort(), ['new.txt', 'one.txt']);
    await rejection(remote.stat('a/two.txt'), 'missing');
    assert.equal(await text(remote, 'c/d/four.txt'), 'four');
    assert.notEqual(remote.state?.moved, undefined);
  });

  it('reports changes of open files whose folder was not listed', async () => {
    const remote = session(service).open(website, 'main');
    assert.equal(await text(remote, 'c/d/four.txt'), '4');
    const seen = changesOf(remote);
    await push({ 'a/one.txt': 'one' });
    await remote.check(['c/d/four.txt']);
    assert.deepEqual(named(seen), []);
    await push({ 'c/d/four.txt': 'four' });
    await remote.check(['c/d/four.txt']);
    assert.deepEqual(named(seen), ['changed c/d/four.txt']);
    assert.equal(await text(remote, 'c/d/four.txt'), 'four');
  });

  it('reports deleted and created open files whose folder was not listed', async () => {
    const remote = session(service).open(website, 'main');
    assert.equal(await text(remote, 'c/d/four.txt'), '4');
    await push({ 'c/d/four.txt': null });
    let seen = changesOf(remote);
    await remote.check(['c/d/four.txt']);
    assert.deepEqual(named(seen), ['deleted c/d/four.txt']);
    await push({ 'c/d/four.txt': 'four' });
    seen = changesOf(remote);
    await remote.check(['c/d/four.txt']);
    assert.deepEqual(named(seen), ['created c/d/four.txt']);
  });

  it('compares all files that were read on checkAll, also after a check of other files', async () => {
    const remote = session(service).open(website, 'main');
    for (const path of ['a/one.txt', 'b/three.txt', 'c/d/four.txt']) await remote.read(path);
    const seen = changesOf(remote);
    await push({ 'c/d/four.txt': 'four', 'b/three.txt': null });
    await remote.check(['a/one.txt']);
    assert.deepEqual(named(seen), []);
    await remote.checkAll(['a/one.txt']);
    assert.deepEqual(named(seen.splice(0)), ['changed c/d/four.txt', 'deleted b/three.txt']);
    await remote.checkAll([]);
    assert.deepEqual(named(seen), [], 'each change is told once');
    await push({ 'a/one.txt': 'one', 'b/three.txt': '3' });
    await remote.checkAll(['a/one.txt']);
    assert.deepEqual(named(seen), ['changed a/one.txt', 'created b/three.txt']);
  });

  it('reports deleted and created folders', async () => {
    const remote = session(service).open(website);
    await remote.list('b');
    await push({ 'b/three.txt': null });
    await remote.check([]);
    const seen = changesOf(remote);
    await push({ 'b/three.txt': '3' });
    await remote.check([]);
    assert.deepEqual(named(seen), ['created b/three.txt']);
  });

  it('follows an empty repository to its first commit and back', async () => {
    const empty = 'alice/empty';
    const remote = session(service).open(empty);
    assert.deepEqual([remote.state, remote.isDue], [undefined, false]);
    assert.equal(await remote.check([]), false, 'nothing was read yet');
    assert.equal((await remote.list('')).size, 0);
    await service.act({ do: 'push', repository: empty, branch: 'main', files: { 'README.md': 'first' } });
    const seen = changesOf(remote);
    assert.equal(await remote.check([]), true);
    assert.deepEqual(named(seen), ['created README.md']);
    assert.equal(await text(remote, 'README.md'), 'first');
    await service.act({ do: 'deleteBranch', repository: empty, branch: 'main' });
    assert.equal(await remote.check([]), true);
    assert.deepEqual([(await remote.list('')).size, remote.state?.head.commit], [0, undefined]);
    const params = { owner: 'alice', repo: 'empty', path: 'a.txt', content: 'YQ==', message: 'Begin', branch: 'main' };
    await service.act({ do: 'call', operation: 'files.create', params, as: 'alice' });
    const made = [{ path: 'a.txt', sha: '2e65efe2a145dda7ee51d1741299f848e5bf752e', message: 'Begin' }];
    await remote.checkNow({}, made);
    assert.equal(await text(remote, 'a.txt'), 'a');
  });

  it('resolves the branch again before a write, and drops an older response', async () => {
    const held = new HeldAnswers();
    const remote = session(service, { fetch: held.fetch }).open(website, 'main');
    assert.equal(await text(remote, 'a/one.txt'), '1');
    const holding = held.hold();
    const early = remote.check([]);
    const arrive = await holding;
    await push({ 'a/one.txt': 'one' });
    await remote.checkNow();
    assert.equal(await text(remote, 'a/one.txt'), 'one');
    const seen = changesOf(remote);
    arrive();
    await early;
    assert.equal(await text(remote, 'a/one.txt'), 'one');
    assert.deepEqual(named(seen), []);
  });

  it('resolves the branch again before a write, also if it is persisted', async () => {
    const storage = memoryStorage();
    const first = session(service, { storage });
    const before = first.open(website, 'main');
    assert.equal(await text(before, 'a/one.txt'), '1');
    await Promise.all([before.flush(), first.objects.flush()]);
    await push({ 'a/one.txt': 'one' });
    const remote = session(service, { storage }).open(website, 'main');
    assert.deepEqual(await asked(service, () => remote.checkNow()), ['branches.get']);
    assert.equal(await text(remote, 'a/one.txt'), 'one');
    const unseen = session(service).open(website, 'main');
    assert.deepEqual(
      await asked(service, () => unseen.checkNow()),
      ['branches.get'],
      'asked once where nothing was known',
    );
  });

  it('reports open files in unknown folders at the next check after a write', async () => {
    const remote = session(service).open(website, 'main');
    assert.equal(await text(remote, 'c/d/four.txt'), '4');
    const seen = changesOf(remote);
    await push({ 'c/d/four.txt': 'four' });
    await remote.checkNow();
    assert.deepEqual(named(seen), []);
    assert.equal(await remote.check(['c/d/four.txt']), false);
    assert.deepEqual(named(seen), ['changed c/d/four.txt']);
    assert.deepEqual(await asked(service, () => remote.check(['c/d/four.txt'])), ['branches.get']);
    assert.equal(seen.length, 1);
  });

  it('reports changes later if the request for them failed', async () => {
    const one = session(service);
    const remote = one.open(website);
    await remote.list('a');
    await push({ 'a/one.txt': 'one' });
    const seen = changesOf(remote);
    const cutting = remote.onDidChangeState(() => (one.network.online = false));
    await rejection(remote.check([]), 'unreachable');
    cutting.dispose();
    assert.deepEqual([problemOf(remote), named(seen)], ['unreachable', []]);
    one.network.online = true;
    assert.equal(await remote.check([]), false);
    assert.deepEqual([problemOf(remote), named(seen)], [undefined, ['changed a/one.txt']]);
  });

  it('is never due for a commit, and persists nothing before it is read', async () => {
    const storage = memoryStorage();
    const commit = await (await service.repository(website)).git(['rev-parse', 'main']);
    const remote = session(service, { storage }).open(website, commit);
    await remote.flush();
    assert.deepEqual(await storage.list(''), []);
    await remote.head();
    assert.equal(remote.isDue, false);
  });

  it('is unchanged after a cancelled check', async () => {
    const remote = session(service).open(website);
    await remote.list('');
    const abort = new AbortController();
    const looking = remote.check([], { signal: abort.signal });
    abort.abort();
    await rejection(looking, 'cancelled');
    assert.equal(problemOf(remote), undefined);
  });

  it('reports paths of failed requests as changed once the service can be reached', async () => {
    const one = session(service);
    const remote = one.open(website);
    await remote.list('');
    one.network.online = false;
    await rejection(remote.list('a'), 'unreachable');
    const seen = changesOf(remote);
    one.network.online = true;
    assert.equal(await remote.check([]), false);
    assert.deepEqual(named(seen), ['changed a']);
  });

  it('needs one request without changes, and few requests with changes', async () => {
    const remote = session(service).open(website);
    await remote.list('');
    await remote.list('a');
    await remote.list('b');
    assert.deepEqual(await asked(service, () => remote.check([])), ['branches.get']);
    await push({ 'a/one.txt': 'one' });
    within(3, await asked(service, () => remote.check([])));
  });

  it('does not request folders with the same sha if only their paths are known', async () => {
    const remote = session(service).open(website);
    for (const folder of ['', 'a', 'b', 'c']) await remote.list(folder);
    await push({ 'a/one.txt': 'one' });
    within(3, await asked(service, () => remote.check([])));
  });

  it('changes the mtime of a file exactly when its content changes, also across a restart', async () => {
    const storage = memoryStorage();
    const first = session(service, { storage });
    const remote = first.open(website);
    const times = async (from: RemoteRef): Promise<number[]> =>
      Promise.all(['a/one.txt', 'a/two.txt'].map(async (path) => (await from.stat(path)).mtime));
    const before = await times(remote);
    await push({ 'a/one.txt': 'one', 'z.txt': 'z' });
    await remote.check([]);
    const [one = 0, two] = await times(remote);
    assert.ok(one > (before[0] ?? Infinity));
    assert.equal(two, before[1]);
    await Promise.all([remote.flush(), first.objects.flush()]);
    assert.deepEqual(await times(session(service, { storage }).open(website)), [one, two]);
  });

  it('shows the cached content after a restart, and then reports the changes', async () => {
    const storage = memoryStorage();
    const first = session(service, { storage });
    const remote = first.open(website);
    await remote.list('');
    await remote.list('a');
    await text(remote, 'a/one.txt');
    await Promise.all([remote.flush(), first.objects.flush()]);
    await push({ 'a/one.txt': 'one', 'top.txt': 'top' });
    const later = session(service, { storage, now: () => Date.now() + 120_000 }).open(website);
    assert.deepEqual(
      await asked(service, async () => {
        assert.equal((await later.list('')).has('top.txt'), false);
        assert.equal(await text(later, 'a/one.txt'), '1');
      }),
      [],
    );
    assert.equal(later.isDue, true);
    const seen = changesOf(later);
    await later.check(['a/one.txt']);
    assert.deepEqual(named(seen), ['changed a/one.txt', 'created top.txt']);
    assert.equal(await text(later, 'a/one.txt'), 'one');
    assert.equal(later.isDue, false);
  });

  it('follows a change of the default branch', async () => {
    const remote = session(service).open(website);
    await remote.list('');
    await push({ 'only-here.txt': 'x' }, 'next');
    const { record } = await service.repository(website);
    record.defaultBranch = 'next';
    await remote.check([]);
    assert.equal((await remote.head()).name, 'next');
    assert.ok((await remote.list('')).has('only-here.txt'));
    record.defaultBranch = 'main';
  });

  it('keeps the cached content of a deleted branch, and reports the problem', async () => {
    await push({ 'gone.txt': 'x' }, 'short-lived');
    const remote = session(service).open(website, 'short-lived');
    assert.equal(await text(remote, 'gone.txt'), 'x');
    await service.act({ do: 'deleteBranch', repository: website, branch: 'short-lived' });
    await rejection(remote.check([]), 'missing');
    assert.equal(problemOf(remote), 'missing');
    assert.equal(await text(remote, 'gone.txt'), 'x');
  });

  it('follows files that become folders, and folders that become files', async () => {
    const remote = session(service).open(website);
    await remote.list('');
    await remote.list('a');
    assert.equal((await remote.stat('b')).kind, 'folder');
    await push({ 'b/three.txt': null, b: 'a file now', 'a/one.txt/inside': 'a folder now' });
    const seen = changesOf(remote);
    await remote.check([]);
    assert.deepEqual(named(seen), ['created a/one.txt', 'created b', 'deleted a/one.txt', 'deleted b']);
    assert.equal((await remote.stat('b')).kind, 'file');
    assert.equal(await text(remote, 'b'), 'a file now');
    assert.equal((await remote.stat('a/one.txt')).kind, 'folder');
    await rejection(remote.stat('b/three.txt'), 'missing');
    assert.equal(await text(session(service).open(website, 'main'), 'a/one.txt/inside'), 'a folder now');
  });

  it('shows the cached content offline, fails for the rest, and recovers', async () => {
    const storage = memoryStorage();
    const first = session(service, { storage });
    const before = first.open(website);
    await before.list('');
    await text(before, 'a/one.txt');
    await Promise.all([before.flush(), first.objects.flush()]);
    const offline = session(service, { storage });
    offline.network.online = false;
    const remote = offline.open(website);
    assert.ok((await remote.list('')).has('a'));
    assert.equal(await text(remote, 'a/one.txt'), '1');
    await rejection(remote.read('c/d/four.txt'), 'unreachable');
    await rejection(remote.list('b'), 'unreachable');
    assert.equal(problemOf(remote), 'unreachable');
    await rejection(remote.check([]), 'unreachable');
    const seen = changesOf(remote);
    offline.network.online = true;
    await remote.check([]);
    assert.equal(problemOf(remote), undefined);
    assert.deepEqual(named(seen), ['changed b', 'changed c/d/four.txt']);
    assert.equal(await text(remote, 'c/d/four.txt'), '4');
  });
});
