import assert from 'node:assert/strict';
import type { RecordAddress } from '../../../../../src/domain/hosts/address.ts';
import { PendingRecordStore, type PendingRecord } from '../../../../../src/domain/documents/sync/pendingRecordStore.ts';
import { memoryStorage, MemoryDisk } from '../../../../kit/memoryStorage.ts';
import { RecordingLog } from '../../../../kit/recordingLog.ts';

const address: RecordAddress = { host: 'h', owner: 'o', repo: 'r', kind: 'issues', id: '7' };
const shown: PendingRecord = {
  text: 't',
  snapshot: { values: { title: 'T', labels: ['a'] }, body: 'b' },
  updated: '2026-01-01T00:00:00Z',
  modified: 5,
  tried: [{ values: { title: 'Tried', labels: ['a'] }, body: 'b' }],
};

describe('what an unsaved record was made from', () => {
  it('is the same after a restart, however long its name, until it is forgotten', async () => {
    const disk = new MemoryDisk();
    const log = new RecordingLog();
    const long = { ...address, id: undefined };
    const slot = 'draft '.repeat(100);
    await new PendingRecordStore(memoryStorage(disk), log).write('shown', address, shown);
    await new PendingRecordStore(memoryStorage(disk), log).write(
      'attempts',
      long,
      { snapshot: shown.snapshot, since: 7, id: undefined },
      slot,
    );
    const again = new PendingRecordStore(memoryStorage(disk), log);
    assert.deepEqual(await again.pendingRecord(address), shown);
    assert.deepEqual(await again.attempt(long, slot), { snapshot: shown.snapshot, since: 7, id: undefined });
    assert.equal(await again.attempt(long, 'another'), undefined);
    await again.remove('shown', address);
    assert.equal(await again.pendingRecord(address), undefined);
    assert.deepEqual(log.lines, []);
  });

  it('is undefined if it is damaged', async () => {
    const disk = new MemoryDisk();
    const kept = new PendingRecordStore(memoryStorage(disk), new RecordingLog());
    await kept.write('shown', address, shown);
    const [name = ''] = disk.files.keys();
    for (const damage of ['{', '[]', '{}', JSON.stringify({ ...shown, snapshot: { values: [], body: 1 } })]) {
      await memoryStorage(disk).write(name, new TextEncoder().encode(damage), {});
      assert.equal(await kept.pendingRecord(address), undefined, damage);
    }
  });

  it('is only missed in the log where the disk does not work', async () => {
    const broken = (): Promise<never> => Promise.reject(new Error('disk full'));
    const log = new RecordingLog();
    const kept = new PendingRecordStore({ ...memoryStorage(), read: broken, write: broken, remove: broken }, log);
    await kept.write('shown', address, shown);
    assert.equal(await kept.pendingRecord(address), undefined);
    await kept.remove('shown', address);
    assert.deepEqual(
      log.lines.map((line) => line.replace(/ shown.*/, '')),
      ['cannot remember', 'cannot recall', 'cannot forget'],
    );
  });
});
