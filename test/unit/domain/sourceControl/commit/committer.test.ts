import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeDraft } from '../../../../../src/domain/sourceControl/drafts/draft.ts';
import {
  branchesWithDrafts,
  draftFolder,
  nameHash,
} from '../../../../../src/domain/sourceControl/drafts/draftStorage.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { commitActions, playCommits, startFiles, type CommitAction } from '../../../../kit/commitModel.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { branch, progress, request, setUp, text } from '../../../../kit/commitWindow.ts';
import { MemoryWorld } from '../../../../kit/commitWorld.ts';
import { memoryStorage } from '../../../../kit/memoryStorage.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { runs } from '../../../../kit/runs.ts';

describe('Committer', () => {
  it('creates one commit per file, removals last, with the path in the message', async () => {
    const { remote, window } = await setUp({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await window.remove('a.txt');
    await window.save('b.txt', 'b2\n');
    await window.save('c/d.txt', 'new\n');
    await commitNow(window.committer, request, progress);
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

  it('sends nothing if a stored draft has a name that a system treats as .git', async () => {
    const { remote, window, disk } = await setUp({ 'a.txt': '1\n' });
    await window.save('a.txt', '2\n');
    const change = { ...window.drafts.effective('a.txt')!, path: 'git~1/config', base: undefined };
    const name = `${await draftFolder(branch)}/working-${await nameHash(change.path)}`;
    const draft = encodeDraft({ layer: 'working', branch, change, bytes: bytes('2\n') });
    await memoryStorage(disk).write(name, draft);
    const refused = { kind: 'invalid', reason: 'unusableName', about: ['git~1/config'] };
    for (const transport of ['rest', 'git'] as const)
      await assert.rejects(
        window.committer.commit({ ...(await window.committer.plan(request)), transport }, progress),
        refused,
      );
    assert.deepEqual(remote.log, []);
  });

  for (const method of [undefined, 'git', 'auto'] as const) {
    it(`sends no draft whose bytes the disk damaged, keeps it, and sends what is saved then (${method ?? 'no git'})`, async () => {
      const { remote, disk, window } = await setUp({ 'a.txt': 'a', 'b.txt': 'b' }, method);
      await window.save('a.txt', 'typed by the user');
      await window.save('b.txt', 'and here');
      const name = `${await draftFolder(branch)}/working-${await nameHash('a.txt')}`;
      const draft = disk.files.get(name) ?? assert.fail();
      disk.files.set(name, { ...draft, bytes: draft.bytes.slice(0, -5) });
      const given = { ...request, message: 'Change', author: { name: 'Alice', email: 'alice@example.com' } };
      const failure = await rejection(commitNow(window.committer, given, progress), 'unreadable');
      assert.deepEqual([failure.reason, failure.about, remote.log], ['draftDamaged', ['a.txt'], []]);
      const rest = await window.drafts.read('a.txt');
      assert.equal(text(rest), 'typed by the', 'what is left can be read');
      await window.save('a.txt', 'typed again');
      await commitNow(window.committer, given, progress);
      assert.equal(text(remote.blobs.get(remote.files.get('a.txt') ?? '')), 'typed again');
      assert.ok(window.drafts.isEmpty);
    });
  }

  it('commits only staged changes, and keeps later saved text as a draft', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n' });
    await window.save('a.txt', '2\n');
    await window.save('b.txt', '2\n');
    await window.drafts.stage(['a.txt']);
    await window.save('a.txt', '3\n');
    await commitNow(window.committer, request, progress);
    assert.equal(remote.text('a.txt'), '2\n');
    assert.equal(remote.text('b.txt'), '1\n');
    assert.equal(text(await window.drafts.read('a.txt')), '3\n');
    await commitNow(window.committer, request, progress);
    assert.equal(remote.text('a.txt'), '3\n');
  });

  it('merges a draft again if it is saved during the merge', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n2\n3\n' });
    await window.save('a.txt', '1 mine\n2\n3\n');
    await remote.change('a.txt', '1\n2\n3 theirs\n');
    let saves = 0;
    remote.beforeBlob = async () => {
      if ((saves += 1) === 1) await window.save('a.txt', '1 mine, later\n2\n3\n');
    };
    await commitNow(window.committer, request, progress);
    assert.equal(remote.text('a.txt'), '1 mine, later\n2\n3 theirs\n');
  });

  it('moves a file without a download: it creates the new path, then deletes the old one', async () => {
    const { remote, window } = await setUp({ 'a.txt': 'content\n' });
    const base = { sha: remote.files.get('a.txt') ?? '', mode: '100755', size: 8 };
    await window.drafts.renameAll([{ from: 'a.txt', to: 'b.txt', base, targetBase: undefined }]);
    assert.equal(window.drafts.effective('b.txt')?.from, 'a.txt');
    assert.equal(window.drafts.effective('b.txt')?.mode, '100755');
    await commitNow(window.committer, request, progress);
    assert.deepEqual(
      remote.log.map(({ path, sha }) => [path, sha !== undefined]),
      [
        ['b.txt', true],
        ['a.txt', false],
      ],
    );
    assert.equal(remote.text('b.txt'), 'content\n');
  });

  it('drops a rename that was undone', async () => {
    const { remote, window } = await setUp({ 'a.txt': 'content\n' });
    const base = { sha: remote.files.get('a.txt') ?? '', mode: '100644', size: 8 };
    await window.drafts.renameAll([{ from: 'a.txt', to: 'b.txt', base, targetBase: undefined }]);
    await window.drafts.renameAll([{ from: 'b.txt', to: 'a.txt', base: undefined, targetBase: base }]);
    assert.deepEqual(window.drafts.effectiveBelow(''), []);
  });

  it('merges changes of the server, and sends nothing before all conflicts are resolved', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': '1\n' });
    await window.save('a.txt', '1\n2\n3\n4\nmine\n');
    await window.save('b.txt', 'mine\n');
    await remote.change('a.txt', 'theirs\n2\n3\n4\n5\n');
    await remote.change('b.txt', 'theirs\n');
    const sent = remote.log.length;
    await assert.rejects(commitNow(window.committer, request, progress), { kind: 'conflict', about: ['b.txt'] });
    assert.equal(remote.log.length, sent, 'nothing was sent');
    assert.equal(text(await window.drafts.read('a.txt')), 'theirs\n2\n3\n4\nmine\n');
    assert.equal(text(await window.drafts.read('b.txt')), '<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> server\n');
    await assert.rejects(commitNow(window.committer, request, progress), { kind: 'conflict' });
    assert.equal(remote.log.length, sent, 'markers are never sent');
    await window.save('b.txt', 'both\n');
    await commitNow(window.committer, request, progress);
    assert.equal(remote.text('a.txt'), 'theirs\n2\n3\n4\nmine\n');
    assert.equal(remote.text('b.txt'), 'both\n');
  });

  it('reports a conflict if one side removed a file and the other changed it, and commits the chosen side', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n' });
    await window.save('a.txt', 'mine\n');
    await window.remove('b.txt');
    await remote.change('a.txt', undefined);
    await remote.change('b.txt', 'theirs\n');
    await assert.rejects(commitNow(window.committer, request, progress), {
      kind: 'conflict',
      about: ['a.txt', 'b.txt'],
    });
    await window.committer.takeMine('a.txt');
    const undo = await window.committer.takeTheirs('b.txt');
    await undo();
    await window.committer.takeTheirs('b.txt');
    await commitNow(window.committer, request, progress);
    assert.equal(remote.text('a.txt'), 'mine\n');
    assert.equal(remote.text('b.txt'), 'theirs\n');
  });

  it('never sends conflict markers', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n2\n3\n4\n5\n' });
    await window.save('a.txt', 'mine\n2\n3\n4\nmine\n');
    await remote.change('a.txt', 'theirs\n2\n3\n4\ntheirs\n');
    await assert.rejects(commitNow(window.committer, request, progress), { kind: 'conflict' });
    const marked = text(await window.drafts.read('a.txt')) ?? '';
    await window.save('a.txt', marked.replace(/<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> server\n/, 'first\n'));
    await assert.rejects(commitNow(window.committer, request, progress), { kind: 'conflict' });
    assert.deepEqual(remote.log.at(-1)?.by, 'somebody else');
    await window.committer.takeMine('a.txt');
    await commitNow(window.committer, request, progress);
    assert.equal(remote.text('a.txt'), 'first\n2\n3\n4\nmine\n');
  });

  it('keeps a file staged while its conflict is resolved', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n' });
    await window.save('a.txt', 'mine\n');
    await window.save('b.txt', 'mine\n');
    await window.drafts.stage(['a.txt']);
    await remote.change('a.txt', 'theirs\n');
    await assert.rejects(commitNow(window.committer, request, progress), { kind: 'conflict' });
    await window.save('a.txt', 'both\n');
    await commitNow(window.committer, request, progress);
    assert.equal(remote.text('a.txt'), 'both\n');
    assert.equal(remote.text('b.txt'), '1\n', 'what is not staged stays a draft');
  });

  it('commits nothing if the server has the same change', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n' });
    await window.save('a.txt', 'same\n');
    await window.remove('b.txt');
    await remote.change('a.txt', 'same\n');
    await remote.change('b.txt', undefined);
    remote.log.length = 0;
    assert.deepEqual(await commitNow(window.committer, request, progress), []);
    assert.deepEqual(remote.log, []);
    assert.deepEqual(window.drafts.effectiveBelow(''), []);
  });

  it('stops at a refused file, keeps the remaining drafts and resumes with them', async () => {
    const { remote, window } = await setUp({});
    for (const name of ['a', 'b', 'c']) await window.save(name, `${name}\n`);
    remote.faults = ['none', 'refused'];
    assert.equal(await window.committer.interrupted(), undefined);
    const during: unknown[] = [];
    const onFile = (): void => void during.push(window.committer.interrupted());
    await assert.rejects(commitNow(window.committer, request, { ...progress, onFile }), { kind: 'invalid' });
    assert.deepEqual(await Promise.all(during), [undefined, undefined], 'a running commit is not interrupted');
    assert.deepEqual(
      window.drafts.effectiveBelow('').map(({ path }) => path),
      ['b', 'c'],
    );
    const { entries = [] } = (await window.committer.interrupted()) ?? {};
    assert.deepEqual(
      entries.map(({ path }) => path),
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
    assert.equal(await window.committer.interrupted(), undefined);
    await assert.rejects(window.committer.resume(progress), { kind: 'missing' });
  });

  it('is not interrupted any more after the rest is discarded', async () => {
    const { remote, window } = await setUp({});
    for (const name of ['a', 'b']) await window.save(name, `${name}\n`);
    remote.faults = ['none', 'refused'];
    await assert.rejects(commitNow(window.committer, request, progress), { kind: 'invalid' });
    await window.drafts.discard(['b']);
    assert.equal(await window.committer.interrupted(), undefined);
  });

  it('stops between two files on cancel, and resumes with the next file', async () => {
    const { remote, window } = await setUp({});
    for (const name of ['a', 'b', 'c']) await window.save(name, `${name}\n`);
    const cancel = new AbortController();
    const told: string[] = [];
    const onFile = (path: string, index: number, count: number): void => {
      told.push(`${index + 1} of ${count}: ${path}`);
      if (path === 'b') cancel.abort();
    };
    await assert.rejects(commitNow(window.committer, request, { signal: cancel.signal, onFile }), {
      kind: 'cancelled',
    });
    assert.deepEqual(told, ['1 of 3: a', '2 of 3: b']);
    const sent = remote.log.map(({ path }) => path);
    assert.deepEqual(sent, ['a', 'b'], 'what was begun is brought to its end');
    await window.committer.resume(progress);
    assert.deepEqual(
      remote.log.map(({ path }) => path),
      ['a', 'b', 'c'],
    );
  });

  it('lists the branches with drafts', async () => {
    const { disk, window } = await setUp({});
    await window.save('a', 'a');
    await window.drafts.stage(['a']);
    await window.save('a', 'b');
    const stored = await branchesWithDrafts(memoryStorage(disk))();
    assert.deepEqual(
      stored.map((one) => ({ ...one, changes: one.changes.length })),
      [{ branch, changes: 1 }],
    );
  });

  it('loses no text and commits none twice under random faults, foreign commits and kills', async function () {
    this.timeout(300_000);
    const play = async (actions: readonly CommitAction[]): Promise<void> =>
      await playCommits(new MemoryWorld(await setUp(startFiles)), actions);
    await fc.assert(fc.asyncProperty(commitActions, play), runs(100));
  });
});
