import assert from 'node:assert/strict';
import { bytes } from '../../../../kit/bytes.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { progress, request, setUp, text, Window } from '../../../../kit/commitWindow.ts';
import { memoryStorage } from '../../../../kit/memoryStorage.ts';
import { rejection } from '../../../../kit/rejection.ts';

describe('PushLedger', () => {
  it('recognizes its own push that the branch shows only after a timeout', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n' });
    await window.save('a.txt', 'given up\n');
    remote.faults = ['cut before'];
    await rejection(commitNow(window.committer, request, progress), 'unreachable');
    await window.save('a.txt', 'written since\n');
    await remote.change('a.txt', 'given up\n');
    await commitNow(window.committer, request, progress);
    assert.equal(remote.text('a.txt'), 'written since\n');
    assert.deepEqual(window.drafts.effectiveBelow(''), []);
  });

  it('does not take the change of another person for its own push', async () => {
    const { remote, window } = await setUp({ 'a.txt': '1\n' });
    for (const content of ['first\n', 'second\n']) {
      await window.save('a.txt', content);
      await commitNow(window.committer, request, progress);
    }
    await window.save('a.txt', 'third\n');
    await remote.change('a.txt', 'first\n');
    await rejection(commitNow(window.committer, request, progress), 'conflict');
    assert.equal(remote.text('a.txt'), 'first\n');
  });

  it('recognizes a push of another window, even if this window has not seen it', async () => {
    const { remote, disk, window } = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n' });
    const other = new Window(remote, memoryStorage(disk));
    const [a, b] = [window.base('a.txt'), window.base('b.txt')];
    await window.save('a.txt', '2\n');
    await window.save('b.txt', '2\n');
    await commitNow(other.committer, request, progress);
    await window.drafts.write('a.txt', bytes('3\n'), a);
    // The text before both commits differs from the branch.
    await window.drafts.write('b.txt', bytes('1\n'), b);
    await commitNow(window.committer, request, progress);
    assert.deepEqual([remote.text('a.txt'), remote.text('b.txt')], ['3\n', '1\n']);
    assert.deepEqual(window.drafts.effectiveBelow(''), []);
  });

  it('removes a draft that equals the branch after the old text was committed again', async () => {
    const { window } = await setUp({ 'a.txt': '1\n' });
    for (const content of ['2\n', '1\n']) {
      await window.save('a.txt', content);
      await commitNow(window.committer, request, progress);
    }
    await window.save('a.txt', '3\n');
    await window.save('a.txt', '1\n');
    assert.deepEqual(window.drafts.effectiveBelow(''), []);
  });

  it('keeps text that another window saves during the commit', async () => {
    const { remote, disk, window } = await setUp({ 'a.txt': '1\n' });
    const other = new Window(remote, memoryStorage(disk));
    await window.save('a.txt', '2\n');
    let saving: Promise<void> | undefined;
    remote.step = () => {
      if (remote.text('a.txt') === '2\n') saving ??= window.save('a.txt', '3\n');
    };
    await commitNow(other.committer, request, progress);
    await saving;
    assert.equal(text(await window.drafts.read('a.txt')), '3\n');
    await commitNow(window.committer, request, progress);
    assert.equal(remote.text('a.txt'), '3\n');
  });
});
