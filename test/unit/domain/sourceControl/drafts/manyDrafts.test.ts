import assert from 'node:assert/strict';
import type { Storage } from '../../../../../src/core/storage.ts';
import type { DraftBranch } from '../../../../../src/domain/sourceControl/drafts/draft.ts';
import { DraftEvents } from '../../../../../src/domain/sourceControl/drafts/draftEvents.ts';
import { Drafts } from '../../../../../src/domain/sourceControl/drafts/drafts.ts';
import { MemoryDisk, memoryStorage } from '../../../../kit/memoryStorage.ts';

const branch: DraftBranch = { host: 'local', owner: 'alice', repo: 'notes', account: 'alice', branch: 'main' };
const base = { sha: 'of the branch', mode: '100644', size: 1 };

/** Storage that counts its accesses. */
function counting(): {
  readonly storage: Storage;
  readonly counts: Record<'read' | 'write' | 'remove' | 'lock', number>;
} {
  const counts = { read: 0, write: 0, remove: 0, lock: 0 };
  const inner = memoryStorage(new MemoryDisk());
  const storage: Storage = {
    ...inner,
    read: (name) => ((counts.read += 1), inner.read(name)),
    write: (name, bytes, options) => ((counts.write += 1), inner.write(name, bytes, options)),
    remove: (name) => ((counts.remove += 1), inner.remove(name)),
    lock: (name, options, work) => ((counts.lock += 1), inner.lock(name, options, work)),
  };
  return { storage, counts };
}

describe('Drafts of many files', () => {
  const paths = Array.from({ length: 200 }, (_, at) => `many/${at % 10}/file-${at}.txt`);

  it('needs a constant number of disk accesses per draft, and one lock per operation', async () => {
    for (const count of [20, 200]) {
      const some = paths.slice(0, count);
      const { storage, counts } = counting();
      const drafts = new Drafts(storage, branch, () => Promise.reject(new Error('not asked')));
      let told = 0;
      drafts.onDidChange(() => (told += 1));
      await drafts.removeAll(some.map((path) => ({ path, base })));
      assert.deepEqual([counts, told], [{ read: 2 * count, write: count, remove: 0, lock: 1 }, 1]);
      const undo = await drafts.discard(some);
      assert.deepEqual([counts, told], [{ read: 5 * count, write: count, remove: count, lock: 2 }, 2]);
      await undo();
      assert.deepEqual([counts, told], [{ read: 7 * count, write: 2 * count, remove: count, lock: 3 }, 3]);
      await drafts.removeAll([{ path: 'one more', base }]);
      assert.deepEqual(counts, { read: 7 * count + 2, write: 2 * count + 1, remove: count, lock: 4 });
    }
  });

  it('reports a change of one draft without a scan of the others', async () => {
    const drafts = new Drafts(memoryStorage(), branch, () => Promise.reject(new Error('not asked')));
    const events = new DraftEvents(drafts, () => undefined);
    let looks = 0;
    const all = drafts.effectiveBelow.bind(drafts);
    drafts.effectiveBelow = (path) => ((looks += 1), all(path));
    for (const path of paths.slice(0, 50)) {
      await drafts.createFolder(path);
      assert.equal(events.next([path]).changes.at(0)?.type, 'created');
    }
    assert.equal(looks, 0);
  });
});
