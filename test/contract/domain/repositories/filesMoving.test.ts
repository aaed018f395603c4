import assert from 'node:assert/strict';
import type { FileChange } from '../../../../src/domain/repositories/fileChanges.ts';
import type { RemoteRef } from '../../../../src/domain/repositories/remoteRef.ts';
import type { Service } from '../../../service/handle.ts';
import { startService } from '../../../service/service.ts';
import { HeldAnswers } from '../../../kit/heldAnswers.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import { within } from '../../../budgets.ts';

const website = 'alice/website';
const text = async (files: RemoteRef, path: string): Promise<string> =>
  new TextDecoder().decode(await files.read(path));

function changesOf(files: RemoteRef): FileChange[] {
  const seen: FileChange[] = [];
  files.onDidChangeFiles((changes) => seen.push(...changes));
  return seen;
}
const problemOf = (files: RemoteRef): string | undefined => files.state?.problem?.kind;
const named = (changes: readonly FileChange[]): string[] => changes.map(({ path, type }) => `${type} ${path}`).sort();

describe('RemoteRef of a branch that moves', () => {
  let service: Service;
  const push = (files: Record<string, string | null>, branch = 'main'): Promise<unknown> =>
    service.act({ do: 'push', repository: website, branch, files, as: 'bob' });

  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  beforeEach(async () => {
    await service.reset();
    await push({ 'a/one.txt': '1', 'a/two.txt': '2', 'b/three.txt': '3', 'c/d/four.txt': '4' });
  });
  afterEach(() => assert.deepEqual(service.violations, []));

  it('reports only changes of listed folders', async () => {
    const files = session(service).open(website);
    await files.list('');
    await files.list('a');
    await files.list('b');
    assert.equal(await text(files, 'a/one.txt'), '1');
    const seen = changesOf(files);
    await push({ 'a/one.txt': 'one', 'a/two.txt': null, 'a/new.txt': 'new', 'c/d/four.txt': 'four' });
    assert.equal(await text(files, 'a/one.txt'), '1');
    assert.equal(await files.check([]), true);
    assert.deepEqual(named(seen), ['changed a/one.txt', 'created a/new.txt', 'deleted a/two.txt']);
    assert.equal(await text(files, 'a/one.txt'), 'one');
    assert.deepEqual([...(await files.list('a')).keys()].sort(), ['new.txt', 'one.txt']);
    await rejection(files.stat('a/two.txt'), 'missing');
    assert.equal(await text(files, 'c/d/four.txt'), 'four');
    assert.notEqual(files.state?.moved, undefined);
  });

  it('reports changes of open files whose folder was not listed', async () => {
    const files = session(service).open(website, 'main');
    assert.equal(await text(files, 'c/d/four.txt'), '4');
    const seen = changesOf(files);
    await push({ 'a/one.txt': 'one' });
    await files.check(['c/d/four.txt']);
    assert.deepEqual(named(seen), []);
    await push({ 'c/d/four.txt': 'four' });
    await files.check(['c/d/four.txt']);
    assert.deepEqual(named(seen), ['changed c/d/four.txt']);
    assert.equal(await text(files, 'c/d/four.txt'), 'four');
  });

  it('reports deleted and created open files whose folder was not listed', async () => {
    const files = session(service).open(website, 'main');
    assert.equal(await text(files, 'c/d/four.txt'), '4');
    await push({ 'c/d/four.txt': null });
    let seen = changesOf(files);
    await files.check(['c/d/four.txt']);
    assert.deepEqual(named(seen), ['deleted c/d/four.txt']);
    await push({ 'c/d/four.txt': 'four' });
    seen = changesOf(files);
    await files.check(['c/d/four.txt']);
    assert.deepEqual(named(seen), ['created c/d/four.txt']);
  });

  it('compares all files that were read on checkAll, also after a check without them', async () => {
    const files = session(service).open(website, 'main');
    for (const path of ['a/one.txt', 'b/three.txt', 'c/d/four.txt']) await files.read(path);
    const seen = changesOf(files);
    await push({ 'c/d/four.txt': 'four', 'b/three.txt': null });
    await files.check(['a/one.txt']);
    assert.deepEqual(named(seen), []);
    await files.checkAll(['a/one.txt']);
    assert.deepEqual(named(seen.splice(0)), ['changed c/d/four.txt', 'deleted b/three.txt']);
    await files.checkAll([]);
    assert.deepEqual(named(seen), [], 'each change is told once');
    await push({ 'a/one.txt': 'one', 'b/three.txt': '3' });
    await files.checkAll(['a/one.txt']);
    assert.deepEqual(named(seen), ['changed a/one.txt', 'created b/three.txt']);
  });

  it('reports deleted and created folders', async () => {
    const files = session(service).open(website);
    await files.list('b');
    await push({ 'b/three.txt': null });
    await files.check([]);
    const seen = changesOf(files);
    await push({ 'b/three.txt': '3' });
    await files.check([]);
    assert.deepEqual(named(seen), ['created b/three.txt']);
  });

  it('follows an empty repository to its first commit and back', async () => {
    const empty = 'alice/empty';
    const files = session(service).open(empty);
    assert.deepEqual([files.state, files.isDue], [undefined, false]);
    assert.equal(await files.check([]), false, 'nothing was read yet');
    assert.equal((await files.list('')).size, 0);
    await service.act({ do: 'push', repository: empty, branch: 'main', files: { 'README.md': 'first' } });
    const seen = changesOf(files);
    assert.equal(await files.check([]), true);
    assert.deepEqual(named(seen), ['created README.md']);
    assert.equal(await text(files, 'README.md'), 'first');
    await service.act({ do: 'deleteBranch', repository: empty, branch: 'main' });
    assert.equal(await files.check([]), true);
    assert.deepEqual([(await files.list('')).size, files.state?.head.commit], [0, undefined]);
    const params = { owner: 'alice', repo: 'empty', path: 'a.txt', content: 'YQ==', message: 'Begin', branch: 'main' };
    await service.act({ do: 'call', operation: 'files.create', params, as: 'alice' });
    const made = [{ path: 'a.txt', sha: '2e65efe2a145dda7ee51d1741299f848e5bf752e', message: 'Begin' }];
    await files.checkNow({}, made);
    assert.equal(await text(files, 'a.txt'), 'a');
  });

  it('resolves the branch again before a write, and drops an older response', async () => {
    const held = new HeldAnswers();
    const files = session(service, { fetch: held.fetch }).open(website, 'main');
    assert.equal(await text(files, 'a/one.txt'), '1');
    const holding = held.hold();
    const early = files.check([]);
    const arrive = await holding;
    await push({ 'a/one.txt': 'one' });
    await files.checkNow();
    assert.equal(await text(files, 'a/one.txt'), 'one');
    const seen = changesOf(files);
    arrive();
    await early;
    assert.equal(await text(files, 'a/one.txt'), 'one');
    assert.deepEqual(named(seen), []);
  });

  it('resolves the branch again before a write, also if it is persisted', async () => {
    const storage = memoryStorage();
    const first = session(service, { storage });
    const before = first.open(website, 'main');
    assert.equal(await text(before, 'a/one.txt'), '1');
    await Promise.all([before.flush(), first.objects.flush()]);
    await push({ 'a/one.txt': 'one' });
    const files = session(service, { storage }).open(website, 'main');
    assert.deepEqual(await asked(service, () => files.checkNow()), ['branches.get']);
    assert.equal(await text(files, 'a/one.txt'), 'one');
    const unseen = session(service).open(website, 'main');
    assert.deepEqual(
      await asked(service, () => unseen.checkNow()),
      ['branches.get'],
      'asked once where nothing was known',
    );
  });

  it('reports open files in unknown folders at the next check after a write', async () => {
    const files = session(service).open(website, 'main');
    assert.equal(await text(files, 'c/d/four.txt'), '4');
    const seen = changesOf(files);
    await push({ 'c/d/four.txt': 'four' });
    await files.checkNow();
    assert.deepEqual(named(seen), []);
    assert.equal(await files.check(['c/d/four.txt']), false);
    assert.deepEqual(named(seen), ['changed c/d/four.txt']);
    assert.deepEqual(await asked(service, () => files.check(['c/d/four.txt'])), ['branches.get']);
    assert.equal(seen.length, 1);
  });

  it('reports changes later if the request for them failed', async () => {
    const one = session(service);
    const files = one.open(website);
    await files.list('a');
    await push({ 'a/one.txt': 'one' });
    const seen = changesOf(files);
    const cutting = files.onDidChangeState(() => (one.network.online = false));
    await rejection(files.check([]), 'unreachable');
    cutting.dispose();
    assert.deepEqual([problemOf(files), named(seen)], ['unreachable', []]);
    one.network.online = true;
    assert.equal(await files.check([]), false);
    assert.deepEqual([problemOf(files), named(seen)], [undefined, ['changed a/one.txt']]);
  });

  it('is never due for a commit, and persists nothing before it is read', async () => {
    const storage = memoryStorage();
    const commit = await (await service.repository(website)).git(['rev-parse', 'main']);
    const files = session(service, { storage }).open(website, commit);
    await files.flush();
    assert.deepEqual(await storage.list(''), []);
    await files.head();
    assert.equal(files.isDue, false);
  });

  it('is unchanged after a cancelled check', async () => {
    const files = session(service).open(website);
    await files.list('');
    const abort = new AbortController();
    const looking = files.check([], { signal: abort.signal });
    abort.abort();
    await rejection(looking, 'cancelled');
    assert.equal(problemOf(files), undefined);
  });

  it('reports paths of failed requests as changed once the service can be reached', async () => {
    const one = session(service);
    const files = one.open(website);
    await files.list('');
    one.network.online = false;
    await rejection(files.list('a'), 'unreachable');
    const seen = changesOf(files);
    one.network.online = true;
    assert.equal(await files.check([]), false);
    assert.deepEqual(named(seen), ['changed a']);
  });

  it('needs one request without changes, and few requests with changes', async () => {
    const files = session(service).open(website);
    await files.list('');
    await files.list('a');
    await files.list('b');
    assert.deepEqual(await asked(service, () => files.check([])), ['branches.get']);
    await push({ 'a/one.txt': 'one' });
    within(3, await asked(service, () => files.check([])));
  });

  it('does not request folders with the same sha if only their paths are known', async () => {
    const files = session(service).open(website);
    for (const folder of ['', 'a', 'b', 'c']) await files.list(folder);
    await push({ 'a/one.txt': 'one' });
    within(3, await asked(service, () => files.check([])));
  });

  it('changes the mtime of a file exactly when its content changes, also across a restart', async () => {
    const storage = memoryStorage();
    const first = session(service, { storage });
    const files = first.open(website);
    const times = async (from: RemoteRef): Promise<number[]> =>
      Promise.all(['a/one.txt', 'a/two.txt'].map(async (path) => (await from.stat(path)).mtime));
    const before = await times(files);
    await push({ 'a/one.txt': 'one', 'z.txt': 'z' });
    await files.check([]);
    const [one = 0, two] = await times(files);
    assert.ok(one > (before[0] ?? Infinity));
    assert.equal(two, before[1]);
    await Promise.all([files.flush(), first.objects.flush()]);
    assert.deepEqual(await times(session(service, { storage }).open(website)), [one, two]);
  });

  it('shows the cached content after a restart, and then reports the changes', async () => {
    const storage = memoryStorage();
    const first = session(service, { storage });
    const files = first.open(website);
    await files.list('');
    await files.list('a');
    await text(files, 'a/one.txt');
    await Promise.all([files.flush(), first.objects.flush()]);
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
    const files = session(service).open(website);
    await files.list('');
    await push({ 'only-here.txt': 'x' }, 'next');
    const { record } = await service.repository(website);
    record.defaultBranch = 'next';
    await files.check([]);
    assert.equal((await files.head()).name, 'next');
    assert.ok((await files.list('')).has('only-here.txt'));
    record.defaultBranch = 'main';
  });

  it('keeps the cached content of a deleted branch, and reports the problem', async () => {
    await push({ 'gone.txt': 'x' }, 'short-lived');
    const files = session(service).open(website, 'short-lived');
    assert.equal(await text(files, 'gone.txt'), 'x');
    await service.act({ do: 'deleteBranch', repository: website, branch: 'short-lived' });
    await rejection(files.check([]), 'missing');
    assert.equal(problemOf(files), 'missing');
    assert.equal(await text(files, 'gone.txt'), 'x');
  });

  it('follows files that become folders, and folders that become files', async () => {
    const files = session(service).open(website);
    await files.list('');
    await files.list('a');
    assert.equal((await files.stat('b')).kind, 'folder');
    await push({ 'b/three.txt': null, b: 'a file now', 'a/one.txt/inside': 'a folder now' });
    const seen = changesOf(files);
    await files.check([]);
    assert.deepEqual(named(seen), ['created a/one.txt', 'created b', 'deleted a/one.txt', 'deleted b']);
    assert.equal((await files.stat('b')).kind, 'file');
    assert.equal(await text(files, 'b'), 'a file now');
    assert.equal((await files.stat('a/one.txt')).kind, 'folder');
    await rejection(files.stat('b/three.txt'), 'missing');
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
    const files = offline.open(website);
    assert.ok((await files.list('')).has('a'));
    assert.equal(await text(files, 'a/one.txt'), '1');
    await rejection(files.read('c/d/four.txt'), 'unreachable');
    await rejection(files.list('b'), 'unreachable');
    assert.equal(problemOf(files), 'unreachable');
    await rejection(files.check([]), 'unreachable');
    const seen = changesOf(files);
    offline.network.online = true;
    await files.check([]);
    assert.equal(problemOf(files), undefined);
    assert.deepEqual(named(seen), ['changed b', 'changed c/d/four.txt']);
    assert.equal(await text(files, 'c/d/four.txt'), '4');
  });
});
