import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/errors.ts';
import type { RecordAddress, RecordKind } from '../../../../../src/domain/hosts/address.ts';
import type { RecordState } from '../../../../../src/domain/documents/text/recordField.ts';
import type { Kind } from '../../../../../src/domain/documents/kinds/kind.ts';
import { issueKind } from '../../../../../src/domain/documents/kinds/issue.ts';
import { milestoneKind } from '../../../../../src/domain/documents/kinds/milestone.ts';
import { releaseKind } from '../../../../../src/domain/documents/kinds/release.ts';
import { readRecord } from '../../../../../src/domain/documents/text/read.ts';
import { MemoryDisk } from '../../../../kit/memoryStorage.ts';
import { answer, RecordService, unreadAnswer } from '../../../../kit/recordService.ts';
import { rejection } from '../../../../kit/rejection.ts';

const blank = (kind: RecordKind): RecordAddress => ({ host: 'h', owner: 'o', repo: 'r', kind, id: undefined });

describe('a new record', () => {
  const written = (kind: Kind, text: string): RecordState => {
    const { snapshot, problems } = readRecord(kind.fields, text);
    assert.deepEqual(problems, []);
    return snapshot;
  };

  it('is not read again after it was created, also where a closed document had its address', async () => {
    const service = new RecordService();
    const records = service.records();
    const snapshot = written(issueKind, '---\ntitle: New\n---\n\n');
    const closed = records.document({ ...blank('issues'), id: '1' });
    closed.stale = true;
    const { document } = await records.create(blank('issues'), snapshot);
    assert.deepEqual([document === closed, document.stale], [true, false]);
  });

  it('is created with the fields and the text of its document', async () => {
    const service = new RecordService();
    service.milestones.set('7', { number: 7, title: 'v1', state: 'active' });
    const records = service.records();
    const text =
      '---\ntitle: New\nstate: opened\nlabels: [a, b]\nassignee: bob\nmilestone: v1\nprivate: true\n---\n\nbody\r\n';
    const { document } = await records.create(blank('issues'), written(issueKind, text));
    assert.deepEqual(service.sent.at(-1), {
      operation: 'POST /issues',
      body: {
        repo: 'r',
        title: 'New',
        body: 'body\r\n',
        assignee: 'bob',
        labels: 'a,b',
        milestone: 7,
        security_hole: 'true',
      },
    });
    service.forget();
    assert.match((await document.show()).text, /title: New\n/);
    assert.equal(service.sent.length, 0);

    const milestone = written(milestoneKind, '---\ntitle: v2\nstate: open\ndue_on: 2026-01-31\n---\n\n');
    await records.create(blank('milestones'), milestone);
    assert.deepEqual(service.sent.at(-1)?.body, { title: 'v2', due_on: '2026-01-31' });
    const release = written(
      releaseKind,
      '---\nname: Two\ntag_name: v2\ntarget_commitish:\nrelease_status: pre\n---\n\nnotes',
    );
    await records.create(blank('releases'), release);
    assert.deepEqual(service.sent.at(-1)?.body, { tag_name: 'v2', name: 'Two', body: 'notes', release_status: 'pre' });
  });

  it('is found if it was created but the service could not say so, and else can be saved again', async () => {
    const service = new RecordService();
    const disk = new MemoryDisk();
    const snapshot = written(issueKind, '---\ntitle: New\n---\n\nbody');
    const posts = () => service.sent.filter(({ operation }) => operation === 'POST /issues').length;
    service.faults.push({ operation: /^POST/, fail: unreadAnswer });
    const failure = await rejection(service.records(disk).create(blank('issues'), snapshot), 'unreadable');
    assert.deepEqual([failure.reason, service.issues.size, posts()], ['unconfirmed', 0, 1]);
    service.faults.push({ operation: /^POST/, after: true, fail: unreadAnswer });
    const { record } = await service.records(disk).create(blank('issues'), snapshot);
    assert.deepEqual([record.id, service.issues.size, posts()], ['1', 1, 2]);
  });

  it('is not created twice where the first answer was lost, also over a restart', async () => {
    const service = new RecordService();
    service.tick = 1;
    const disk = new MemoryDisk();
    const snapshot = written(issueKind, '---\ntitle: New\n---\n\nbody');
    service.faults.push({
      operation: /^POST/,
      after: true,
      fail: () => new Failure('timeout', 'no answer', { reason: 'answerTimeout' }),
    });
    await rejection(service.records(disk).create(blank('issues'), snapshot), 'timeout');
    const { record: found } = await service.records(disk).create(blank('issues'), snapshot);
    assert.equal(found.id, '1');
    assert.equal(service.issues.size, 1);
    assert.equal((await service.records(disk).create(blank('issues'), snapshot)).record.id, '1');
    await service.records(disk).giveUp(blank('issues'), '');
    assert.equal(disk.files.size, 0);
  });

  it('is not created twice over a restart where many others were created meanwhile', async () => {
    const service = new RecordService();
    service.tick = 1;
    const disk = new MemoryDisk();
    const issue = written(issueKind, '---\ntitle: New\n---\n\nbody');
    const milestone = written(milestoneKind, '---\ntitle: v1\ndue_on: 2030-01-31\n---\n\n');
    const created: [RecordKind, RecordState][] = [
      ['issues', issue],
      ['milestones', milestone],
    ];
    for (const [kind, snapshot] of created) {
      service.faults.push({
        operation: /^POST/,
        after: true,
        fail: () => new Failure('timeout', 'no answer', { reason: 'answerTimeout' }),
      });
      await rejection(service.records(disk).create(blank(kind), snapshot), 'timeout');
    }
    const others = service.records();
    for (let number = 0; number < 250; number += 1) {
      const title = `Other ${number}`;
      await others.create(blank('issues'), { ...issue, values: { ...issue.values, title } }, { slot: title });
    }
    for (const one of service.issues.values()) one.created_at = new Date().toISOString();
    // The list is in the order of due dates.
    const own = service.milestones.get('1') ?? assert.fail();
    service.milestones.clear();
    for (let number = 2; number < 250; number += 1)
      service.milestones.set(String(number), { number, title: `v${number}`, due_on: '2026-01-31' });
    service.milestones.set('1', own);
    service.forget();
    for (const [kind, snapshot] of created) {
      assert.equal((await service.records(disk).create(blank(kind), snapshot)).record.id, '1', kind);
    }
    assert.deepEqual([service.issues.size, service.milestones.size], [251, 249]);
    assert.ok(service.sent.every(({ operation }) => operation.startsWith('GET')));
  });

  it('is created by the second try where the first was refused', async () => {
    const service = new RecordService();
    const snapshot = written(issueKind, '---\ntitle: New\n---\n\n');
    const records = service.records();
    service.faults.push({ operation: /^POST/, fail: () => answer(403, { message: 'no' }) });
    await rejection(records.create(blank('issues'), snapshot), 'forbidden');
    service.faults.push({ operation: /^POST/, fail: () => answer(500, { message: 'oops' }) });
    await rejection(records.create(blank('issues'), snapshot), 'broken');
    await records.create(blank('issues'), snapshot);
    assert.equal(service.issues.size, 1);
  });
});
