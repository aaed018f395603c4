import assert from 'node:assert/strict';
import { readRefRecord, writeRefRecord, type RefRecord } from '../../../../src/domain/refs/refRecord.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';

describe('RefRecord', () => {
  const stamp = { sha: 'a'.repeat(40), mtime: 5, commit: 'b'.repeat(40) };
  const record: RefRecord = {
    head: { kind: 'branch', name: 'main', commit: 'b'.repeat(40), canPush: true },
    checked: 1,
    since: 2,
    stamps: [['a.txt', stamp]],
  };
  async function readBack(text: string): Promise<RefRecord | undefined> {
    const storage = memoryStorage();
    await storage.write('r', new TextEncoder().encode(text), {});
    return await readRefRecord(storage, 'r');
  }

  it('is equal after it is written and read again', async () => {
    const storage = memoryStorage();
    assert.equal(await readRefRecord(storage, 'r'), undefined);
    await writeRefRecord(storage, 'r', record);
    assert.deepEqual(await readRefRecord(storage, 'r'), record);
  });

  it('is undefined if the file is damaged', async () => {
    const { head } = record;
    const damaged: readonly unknown[] = [
      'text',
      {},
      { ...record, head: { ...head, kind: 'else' } },
      { ...record, head: { ...head, name: 1 } },
      { ...record, checked: 'x' },
      { ...record, since: null },
      { ...record, head: { kind: 'tag', name: 'v1', byName: { tree: 'a'.repeat(40), ref: 'v1' } } },
    ];
    for (const one of damaged) assert.equal(await readBack(JSON.stringify(one)), undefined, JSON.stringify(one));
    assert.equal(await readBack('{'), undefined);
  });

  it('keeps its readable entries and drops the others', async () => {
    const stamps: readonly unknown[] = [
      'x',
      [1, stamp],
      ['b', 'x'],
      ['c', { ...stamp, sha: 1 }],
      ['d', { ...stamp, mtime: '5' }],
      ['e', { ...stamp, commit: 1 }],
    ];
    const head = { kind: 'branch', name: 'main', commit: null };
    const read = await readBack(JSON.stringify({ ...record, head, stamps }));
    assert.deepEqual(read?.head, { ...head, commit: undefined });
    assert.deepEqual(read.stamps, [['e', { ...stamp, commit: undefined }]]);
    assert.deepEqual((await readBack(JSON.stringify({ ...record, stamps: 'x' })))?.stamps, []);
  });
});
