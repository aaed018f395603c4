import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Failure } from '../../../src/core/errors.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { Committer } from '../../../src/domain/commit.ts';
import type { DraftBranch } from '../../../src/domain/draft.ts';
import { Drafts } from '../../../src/domain/drafts.ts';
import { branchesWithDrafts } from '../../../src/domain/draftStorage.ts';
import { FakeBranch, Killed, type Fault } from '../../kit/fakeBranch.ts';
import { MemoryDisk, memoryStorage } from '../../kit/memoryStorage.ts';
import { runs } from '../../kit/runs.ts';

const branch: DraftBranch = { host: 'local', owner: 'alice', repo: 'notes', account: 'alice', branch: 'main' };
const labels = { mine: 'yours', theirs: 'server' };
const request = { message: 'Change {path}', author: undefined };
const progress = { signal: new AbortController().signal };
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const text = (read: Uint8Array | undefined): string | undefined =>
  read === undefined ? undefined : new TextDecoder().decode(read);

/** One window: what a process has in memory, over a disk and a service that outlive it. */
class Window {
  readonly remote: FakeBranch;
  readonly drafts: Drafts;
  readonly committer: Committer;

  constructor(remote: FakeBranch, storage: Storage) {
    this.remote = remote;
    this.drafts = new Drafts(storage, branch, (sha) => Promise.resolve(remote.blobs.get(sha) ?? new Uint8Array()));
    this.committer = new Committer(this.drafts, remote.connect(), storage, labels);
  }

  async save(path: string, content: string): Promise<void> {
    const sha = this.remote.files.get(path);
    await this.drafts.write(path, bytes(content), sha === undefined ? undefined : { sha, mode: '100644', size: 0 });
  }

  async remove(path: string): Promise<void> {
    const sha = this.remote.files.get(path);
    await this.drafts.remove(path, sha === undefined ? undefined : { sha, mode: '100644', size: 0 });
  }
}

async function setUp(files: Record<string, string>): Promise<{ remote: FakeBranch; disk: MemoryDisk; window: Window }> {
  const remote = new FakeBranch();
  for (const [path, content] of Object.entries(files)) await remote.change(path, content);
  remote.log.length = 0;
  const disk = new MemoryDisk();
  return { remote, disk, window: new Window(remote, memoryStorage(disk)) };
}

describe('commit', () => {
  it('commits a file each, creations and changes before removals, with the path in the message', async () => {
    const { remote, window } = await setUp({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await window.remove('a.txt');
    await window.save('b.txt', 'b2\n');
    await window.save('c/d.txt', 'new\n');
    await window.committer.commit(request, progress);
    assert.deepEqual(
      remote.log.map(({ path, message }) => [path, message]),
      [
        ['b.txt', 'Change b.txt'],
        ['c/d.txt', 'Change c/d.txt'],
        ['a.txt', 'Change a.txt'],
      ],
    );
    assert.equal(remote.text('b.txt'), 'b2\n');
    assert.deepEqual(window.drafts.effectiveBelow(''), []);
    assert.equal(remote.requests, 5, 'a look at the branch before and after, and one request a file');
  });

  it('commits only what is staged, and keeps what was changed since', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n' });
    await window.save('a.txt', '2\n');
    await window.save('b.txt', '2\n');
    await window.drafts.stage(['a.txt']);
    await window.save('a.txt', '3\n');
    await window.committer.commit(request, progress);
    assert.equal(remote.text('a.txt'), '2\n');
    assert.equal(remote.text('b.txt'), '1\n');
    assert.equal(text(await window.drafts.read('a.txt')), '3\n');
    await window.committer.commit(request, progress);
    assert.equal(remote.text('a.txt'), '3\n');
  });

  it('moves a file without reading it: create, then delete', async () => {
    const { remote, window } = await setUp({ 'a.txt': 'content\n' });
    const base = { sha: remote.files.get('a.txt') ?? '', mode: '100755', size: 8 };
    await window.drafts.rename('a.txt', 'b.txt', base, undefined);
    assert.equal(window.drafts.effective('b.txt')?.from, 'a.txt');
    assert.equal(window.drafts.effective('b.txt')?.mode, '100755');
    await window.committer.commit(request, progress);
    assert.deepEqual(
      remote.log.map(({ path, sha }) => [path, sha !== undefined]),
      [
        ['b.txt', true],
        ['a.txt', false],
      ],
    );
    assert.equal(remote.text('b.txt'), 'content\n');
  });

  it('forgets a rename that is taken back', async () => {
    const { remote, window } = await setUp({ 'a.txt': 'content\n' });
    const base = { sha: remote.files.get('a.txt') ?? '', mode: '100644', size: 8 };
    await window.drafts.rename('a.txt', 'b.txt', base, undefined);
    await window.drafts.rename('b.txt', 'a.txt', undefined, base);
    assert.deepEqual(window.drafts.effectiveBelow(''), []);
  });

  it('merges what the server changed meanwhile, and sends nothing while a conflict is open', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': '1\n' });
    await window.save('a.txt', '1\n2\n3\n4\nmine\n');
    await window.save('b.txt', 'mine\n');
    await remote.change('a.txt', 'theirs\n2\n3\n4\n5\n');
    await remote.change('b.txt', 'theirs\n');
    const sent = remote.log.length;
    await assert.rejects(window.committer.commit(request, progress), { kind: 'conflict', words: 'b.txt' });
    assert.equal(remote.log.length, sent, 'nothing was sent');
    assert.equal(text(await window.drafts.read('a.txt')), 'theirs\n2\n3\n4\nmine\n');
    assert.equal(text(await window.drafts.read('b.txt')), '<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> server\n');
    await assert.rejects(window.committer.commit(request, progress), { kind: 'conflict' });
    assert.equal(remote.log.length, sent, 'markers are never sent');
    await window.save('b.txt', 'both\n');
    await window.committer.commit(request, progress);
    assert.equal(remote.text('a.txt'), 'theirs\n2\n3\n4\nmine\n');
    assert.equal(remote.text('b.txt'), 'both\n');
  });

  it('asks about what one side removed and the other changed, and keeps what the person chooses', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n' });
    await window.save('a.txt', 'mine\n');
    await window.remove('b.txt');
    await remote.change('a.txt', undefined);
    await remote.change('b.txt', 'theirs\n');
    await assert.rejects(window.committer.commit(request, progress), { kind: 'conflict', words: 'a.txt, b.txt' });
    await window.committer.takeMine('a.txt');
    const undo = await window.committer.takeTheirs('b.txt');
    await undo();
    await window.committer.takeTheirs('b.txt');
    await window.committer.commit(request, progress);
    assert.equal(remote.text('a.txt'), 'mine\n');
    assert.equal(remote.text('b.txt'), 'theirs\n');
  });

  it('sends no marker: not of a file saved halfway, and not where one keeps the whole file', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n2\n3\n4\n5\n' });
    await window.save('a.txt', 'mine\n2\n3\n4\nmine\n');
    await remote.change('a.txt', 'theirs\n2\n3\n4\ntheirs\n');
    await assert.rejects(window.committer.commit(request, progress), { kind: 'conflict' });
    const marked = text(await window.drafts.read('a.txt')) ?? '';
    await window.save('a.txt', marked.replace(/<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> server\n/, 'first\n'));
    await assert.rejects(window.committer.commit(request, progress), { kind: 'conflict' });
    assert.deepEqual(remote.log.at(-1)?.by, 'somebody else');
    await window.committer.takeMine('a.txt');
    await window.committer.commit(request, progress);
    assert.equal(remote.text('a.txt'), 'first\n2\n3\n4\nmine\n');
  });

  it('keeps staged what is resolved where it was staged', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n' });
    await window.save('a.txt', 'mine\n');
    await window.save('b.txt', 'mine\n');
    await window.drafts.stage(['a.txt']);
    await remote.change('a.txt', 'theirs\n');
    await assert.rejects(window.committer.commit(request, progress), { kind: 'conflict' });
    await window.save('a.txt', 'both\n');
    await window.committer.commit(request, progress);
    assert.equal(remote.text('a.txt'), 'both\n');
    assert.equal(remote.text('b.txt'), '1\n', 'what is not staged stays a draft');
  });

  it('takes the same change on both sides for done', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n' });
    await window.save('a.txt', 'same\n');
    await window.remove('b.txt');
    await remote.change('a.txt', 'same\n');
    await remote.change('b.txt', undefined);
    remote.log.length = 0;
    assert.deepEqual(await window.committer.commit(request, progress), []);
    assert.deepEqual(remote.log, []);
    assert.deepEqual(window.drafts.effectiveBelow(''), []);
  });

  it('stops at a refusal, keeps the rest and goes on from there', async () => {
    const { remote, window } = await setUp({});
    for (const name of ['a', 'b', 'c']) await window.save(name, `${name}\n`);
    remote.faults = ['none', 'refused'];
    await assert.rejects(window.committer.commit(request, progress), { kind: 'invalid' });
    assert.deepEqual(
      window.drafts.effectiveBelow('').map(({ path }) => path),
      ['b', 'c'],
    );
    const done = await window.committer.resume(progress);
    assert.deepEqual(
      done.map(({ path }) => path),
      ['b', 'c'],
    );
    assert.deepEqual(
      remote.log.map(({ path }) => path),
      ['a', 'b', 'c'],
    );
    await assert.rejects(window.committer.resume(progress), { kind: 'missing' });
  });

  it('lists the branches that have drafts', async () => {
    const { disk, window } = await setUp({});
    await window.save('a', 'a');
    await window.drafts.stage(['a']);
    await window.save('a', 'b');
    const stored = await branchesWithDrafts(memoryStorage(disk));
    assert.deepEqual(
      stored.map((one) => ({ ...one, changes: one.changes.length })),
      [{ branch, changes: 1 }],
    );
  });

  it('loses nothing and commits nothing twice, whatever fails, whoever else commits and whenever it is killed', async function () {
    this.timeout(300_000);
    const path = fc.constantFrom('a.txt', 'b.txt', 'dir/c.txt');
    const fault = fc.constantFrom<Fault>(
      'none',
      'none',
      'none',
      'refused',
      'broken',
      'cut before',
      'cut after',
      'signed out',
    );
    const action = fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('save' as const), path, line: fc.nat(5) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('stage' as const), unstage: fc.boolean(), path }) },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('server' as const),
          path,
          line: fc.nat(5),
          remove: fc.integer({ min: 0, max: 9 }),
        }),
      },
      {
        weight: 5,
        arbitrary: fc.record({
          do: fc.constantFrom<'commit' | 'resume'>('commit', 'resume'),
          faults: fc.array(fault, { maxLength: 4 }),
          killAt: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (actions) => {
        const { remote, disk, window } = await setUp({ 'a.txt': '0\n1\n2\n3\n4\n5\n', 'b.txt': '0\n1\n2\n3\n4\n5\n' });
        let person = window;
        let serial = 0;
        const lastSaved = new Map<string, string>();
        for (const step of actions) {
          if (step.do === 'save') {
            const before = text(await person.drafts.read(step.path)) ?? remote.text(step.path) ?? '0\n1\n2\n3\n4\n5\n';
            const lines = before.split('\n');
            const token = `person ${(serial += 1)}`;
            lines[Math.min(step.line, lines.length - 1)] = token;
            await person.save(step.path, lines.join('\n'));
            lastSaved.set(step.path, token);
          } else if (step.do === 'remove') {
            await person.remove(step.path);
            lastSaved.delete(step.path);
          } else if (step.do === 'stage') {
            await (step.unstage ? person.drafts.unstage([step.path]) : person.drafts.stage([step.path]));
          } else if (step.do === 'server') {
            const lines = (remote.text(step.path) ?? '0\n1\n2\n3\n4\n5\n').split('\n');
            lines[Math.min(step.line, lines.length - 1)] = `server ${(serial += 1)}`;
            await remote.change(step.path, step.remove === 0 ? undefined : lines.join('\n'));
          } else {
            remote.faults = [...step.faults];
            const run = new Window(remote, killedAfter(memoryStorage(disk), remote, step.killAt));
            const act = step.do;
            await run.drafts
              .load()
              .then(() => (act === 'commit' ? run.committer.commit(request, progress) : run.committer.resume(progress)))
              .catch(expected);
            remote.step = () => {};
            disk.locks.clear();
            person = new Window(remote, memoryStorage(disk));
            await person.drafts.load();
          }
        }
        remote.faults = [];
        await person.committer.commit(request, progress).catch(expected);
        for (const [path, token] of lastSaved) {
          const held = [await person.drafts.content('working', path), await person.drafts.content('staged', path)];
          const committed = remote.log
            .filter((version) => version.path === path)
            .map(({ sha }) => remote.blobs.get(sha ?? ''));
          const places = [...held.map((draft) => draft?.bytes), ...committed].map(text);
          assert.ok(
            places.some((place) => place?.includes(token)),
            `${token} of ${path} is lost`,
          );
        }
        const versions = new Map<string, string | undefined>();
        for (const { path, sha, by } of remote.log) {
          if (by === 'person')
            assert.ok(!versions.has(path) || versions.get(path) !== sha, `${path} was committed twice`);
          versions.set(path, sha);
        }
      }),
      runs(2000),
    );
  });
});

function expected(error: unknown): undefined {
  if (error instanceof Killed || error instanceof Failure) return undefined;
  throw error;
}

/** Everything that reaches disk or service counts; at the given count the process is dead and nothing works any more. */
function killedAfter(storage: Storage, remote: FakeBranch, count: number | undefined): Storage {
  let left = count ?? Infinity;
  const step = (): void => {
    left -= 1;
    if (left < 0) throw new Killed('killed');
  };
  remote.step = step;
  return {
    ...storage,
    read: (name) => (step(), storage.read(name)),
    write: (name, content, options) => (step(), storage.write(name, content, options)),
    remove: (name) => (step(), storage.remove(name)),
  };
}
