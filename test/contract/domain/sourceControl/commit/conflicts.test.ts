import assert from 'node:assert/strict';
import type { Checkout } from '../../../../../src/domain/sourceControl/workingTree/checkout.ts';
import { freshService } from '../../../kit/suiteService.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { editingWindow, progress, read, request, written, type EditingWindow } from '../../../kit/editing.ts';

const repository = 'alice/website';
const lines = (first: string, last: string): string => `${first}\n2\n3\n4\n${last}\n`;

describe('commit of a file that changed on both sides', () => {
  const service = freshService();
  let window: EditingWindow;
  let edited: Checkout;
  beforeEach(async () => {
    await push({ 'a.txt': lines('1', '5') });
    window = editingWindow(service);
    edited = await window.at();
    await edited.workingTree.list('');
  });
  afterEach(() => window.checkouts.dispose());

  const push = async (files: Record<string, string | { base64: string } | null>): Promise<unknown> =>
    await service.act({ do: 'push', repository, branch: 'main', files });
  const git = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);
  const commit = (): Promise<unknown> => commitNow(edited.committer, request, progress);
  const conflictAt = async (...about: readonly string[]): Promise<void> => {
    const sent = service.requests.filter(({ method }) => method !== 'GET').length;
    await assert.rejects(commit(), { kind: 'conflict', about });
    assert.equal(service.requests.filter(({ method }) => method !== 'GET').length, sent, 'nothing is sent');
  };

  it('reports a conflict for a new file on both sides', async () => {
    await edited.workingTree.write('new.txt', bytes('mine\n'), written);
    await push({ 'new.txt': 'theirs\n' });
    await conflictAt('new.txt');
    assert.equal(await read(edited, 'new.txt'), '<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> server\n');
    await edited.workingTree.write('new.txt', bytes('both\n'), written);
    await commit();
    assert.equal(await git('show', 'main:new.txt'), 'both');
    assert.equal(await git('rev-list', '--count', 'main', '--', 'new.txt'), '2', 'on top of theirs');
  });

  it('moves the changes of others along with a rename', async () => {
    await edited.workingTree.rename('a.txt', 'b.txt', false);
    await push({ 'a.txt': lines('theirs', '5') });
    await commit();
    assert.equal(await git('show', 'main:b.txt'), lines('theirs', '5').trimEnd());
    assert.equal(await git('ls-tree', 'main', 'a.txt'), '');
  });

  it('merges a renamed and edited file', async () => {
    await edited.workingTree.rename('a.txt', 'b.txt', false);
    await edited.workingTree.write('b.txt', bytes(lines('1', 'mine')), written);
    await push({ 'a.txt': lines('theirs', '5') });
    await commit();
    assert.equal(await git('show', 'main:b.txt'), lines('theirs', 'mine').trimEnd());
  });

  it('reports a conflict in the same line of a renamed file', async () => {
    await edited.workingTree.rename('a.txt', 'b.txt', false);
    await edited.workingTree.write('b.txt', bytes(lines('mine', '5')), written);
    await push({ 'a.txt': lines('theirs', '5') });
    await conflictAt('b.txt');
    await edited.committer.takeMine('b.txt');
    await commit();
    assert.equal(await git('show', 'main:b.txt'), lines('mine', '5').trimEnd());
    assert.equal(await git('ls-tree', 'main', 'a.txt'), '');
  });

  it('reports a conflict of a binary file without markers', async () => {
    const binary = (last: number): Uint8Array<ArrayBuffer> => Uint8Array.from([0, 1, 2, last]);
    const pushed = (last: number) => push({ 'a.bin': { base64: Buffer.from(binary(last)).toString('base64') } });
    await pushed(3);
    await edited.remote.check([]);
    await edited.workingTree.write('a.bin', binary(4), written);
    await pushed(5);
    await conflictAt('a.bin');
    assert.deepEqual(await edited.workingTree.read('a.bin'), binary(4), 'no marker gets into it');
    const undo = await edited.committer.takeTheirs('a.bin');
    await undo();
    assert.deepEqual(await edited.workingTree.read('a.bin'), binary(4));
    await edited.committer.takeMine('a.bin');
    await commit();
    const sha = (await edited.workingTree.stat('a.bin')).sha;
    assert.equal(await git('rev-parse', 'main:a.bin'), sha);
    assert.deepEqual(await edited.workingTree.read('a.bin'), binary(4));
  });

  it('reports a conflict for a file that one side removed', async () => {
    await edited.workingTree.write('a.txt', bytes(lines('mine', '5')), written);
    await edited.workingTree.remove('README.md', false);
    await push({ 'a.txt': null, 'README.md': '# Theirs\n' });
    await conflictAt('a.txt', 'README.md');
    await edited.committer.takeMine('a.txt');
    await edited.committer.takeTheirs('README.md');
    await commit();
    assert.equal(await git('show', 'main:a.txt'), lines('mine', '5').trimEnd());
    assert.equal(await read(edited, 'README.md'), '# Theirs\n');
  });
});
