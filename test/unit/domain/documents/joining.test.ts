import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { FetchReply } from '../../../../src/api/http/fetch.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { PendingRecordStore } from '../../../../src/domain/documents/sync/pendingRecordStore.ts';
import { MemoryDisk, memoryStorage } from '../../../kit/memoryStorage.ts';
import { RecordingLog } from '../../../kit/recordingLog.ts';
import { until } from '../../../kit/until.ts';
import { rejection } from '../../../kit/rejection.ts';
import { at, edited, save, serviceWithIssue } from '../../../kit/recordDocuments.ts';
import { budget, within } from '../../../budgets.ts';

describe('RecordDocument with changes of others', () => {
  it('merges the changes of others into a save and shows the result', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('three', '3').replace('  - bug', '  - bug\n  - ui'));
    service.change('1', { body: 'zero\r\none\r\ntwo\r\nthree', labels: [{ name: 'help' }], state: 'closed' });
    await save(document, text);
    assert.deepEqual(service.sent.at(-1)?.body, {
      repo: 'r',
      title: 'Crash',
      body: 'zero\r\none\r\ntwo\r\n3',
      labels: 'help,ui',
    });
    assert.match(
      document.shownRecord?.text ?? '',
      /state: closed\nlabels:\n {2}- help\n {2}- ui\n[^]*\n\nzero\r\none\r\ntwo\r\n3$/,
    );
  });

  it('merges a text whose line endings were changed by others', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('three', '3'));
    service.change('1', { body: 'One\ntwo\nthree' });
    await save(document, text);
    assert.equal(service.issues.get('1')?.body, 'One\ntwo\n3');
  });

  it('merges moved lines of a text with mixed line endings', async () => {
    const service = serviceWithIssue();
    service.change('1', { body: 'a\r\nb\nc\r\nd\ne\n' });
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('a\nb\n', 'b\na\n'));
    service.change('1', { body: 'a\r\nb\nc\r\nd\nE\n' });
    await save(document, text);
    assert.equal(service.issues.get('1')?.body, 'b\na\r\nc\r\nd\nE\n');
  });

  it('shows no milestone after others removed it from the issue', async () => {
    const service = serviceWithIssue();
    service.change('1', { milestone: { number: 7, title: 'v1' } });
    const document = service.records().document(at('issues', '1'));
    assert.match((await document.show()).text, /^milestone: v1$/m);
    const text = await edited(document, (one) => one.replace('Crash', 'New'));
    service.change('1', { milestone: null });
    await save(document, text);
    assert.deepEqual(service.sent.at(-1)?.body, { repo: 'r', title: 'New' });
    assert.match(document.shownRecord?.text ?? '', /^milestone:$/m);
  });

  it('reports a conflict if others changed the same field, and sends nothing before the choice', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'Mine').replace('two', 'my two'));
    service.change('1', { title: 'Theirs', body: 'one\r\ntheir two\r\nthree', state: 'closed' });
    for (let tries = 0; tries < 2; tries += 1) {
      const before = Date.now() + 1;
      await pause(5);
      assert.equal((await rejection(document.save(text), 'conflict')).field, 'title');
      assert.deepEqual(document.conflict?.keys, ['title', 'body']);
      assert.ok(document.answeredAt >= before, 'what was read for this need not be read again');
    }
    const choices = document.choices(text);
    assert.match(choices?.mine ?? '', /title: Mine\nstate: closed\n[^]*\n\none\r\nmy two\r\nthree$/);
    assert.match(choices?.theirs ?? '', /title: Theirs\nstate: closed\n[^]*\n\none\r\ntheir two\r\nthree$/);
    assert.equal(service.issues.get('1')?.title, 'Theirs');
    document.choose();
    await save(document, choices?.mine ?? '');
    assert.deepEqual(service.sent.at(-1)?.body, { repo: 'r', title: 'Mine', body: 'one\r\nmy two\r\nthree' });
    assert.equal(document.conflict, undefined);
  });

  it('recognizes its own earlier save whose answer did not arrive', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'First').replace('two', 'first two'));
    for (let saves = 0; saves < 2; saves += 1) {
      const fail = (): Failure => new Failure('timeout', 'no answer', { reason: 'answerTimeout' });
      service.faults.push({ operation: /^PATCH/, after: true, fail });
      await rejection(document.save(text.replaceAll('irst', `irst${saves}`)), 'timeout');
    }
    service.change('1', { state: 'closed' });
    await save(document, text.replace('First', 'Second').replace('first two', 'second two'));
    assert.equal(document.conflict, undefined);
    const { title, body, state } = service.issues.get('1') ?? {};
    assert.deepEqual([title, body, state], ['Second', 'one\r\nsecond two\r\nthree', 'closed']);
  });

  for (const ended of ['failed', 'has no answer yet'] as const) {
    it(`recognizes its own earlier save after a restart if that save ${ended}`, async () => {
      const service = serviceWithIssue();
      const disk = new MemoryDisk();
      const before = service.records(disk).document(at('issues', '1'));
      const text = await edited(before, (one) => one.replace('Crash', 'First').replace('two', 'first two'));
      await before.keep();
      const answer = new TransformStream<Uint8Array<ArrayBuffer>>();
      const endless = { status: 200, headers: { get: () => null }, body: answer.readable };
      const fail = (): Failure | FetchReply =>
        ended === 'failed' ? new Failure('timeout', 'no answer', { reason: 'answerTimeout' }) : endless;
      service.faults.push({ operation: /^PATCH/, after: true, fail });
      const saving = before.save(text);
      if (ended === 'failed') await rejection(saving, 'timeout');
      else saving.catch(() => undefined);
      await until(() => service.issues.get('1')?.title === 'First');
      service.change('1', { state: 'closed' });
      const after = service.records(disk).document(at('issues', '1'));
      after.dirty = true;
      await after.recover();
      await save(after, text.replace('First', 'Second').replace('first two', 'second two'));
      assert.equal(after.conflict, undefined);
      const { title, body, state } = service.issues.get('1') ?? {};
      assert.deepEqual([title, body, state], ['Second', 'one\r\nsecond two\r\nthree', 'closed']);
      await after.keep();
      assert.equal(disk.files.size, 0);
      await answer.writable.abort();
    });
  }

  it('recognizes a completed save after a restart if the person typed on during it', async () => {
    const service = serviceWithIssue();
    const disk = new MemoryDisk();
    const before = service.records(disk).document(at('issues', '1'));
    const text = await edited(before, (one) => one.replace('Crash', 'First'));
    await before.keep();
    await before.save(text);
    const after = service.records(disk).document(at('issues', '1'));
    after.dirty = true;
    await after.recover();
    await save(after, text.replace('First', 'Second'));
    assert.deepEqual([service.issues.get('1')?.title, after.conflict], ['Second', undefined]);
  });

  it('reports a conflict after a restart if others changed the field after an unanswered save', async () => {
    const service = serviceWithIssue();
    const disk = new MemoryDisk();
    const before = service.records(disk).document(at('issues', '1'));
    const text = await edited(before, (one) => one.replace('Crash', 'First'));
    service.faults.push({
      operation: /^PATCH/,
      after: true,
      fail: () => new Failure('timeout', 'no answer', { reason: 'answerTimeout' }),
    });
    await rejection(before.save(text), 'timeout');
    service.change('1', { title: 'Theirs' });
    const after = service.records(disk).document(at('issues', '1'));
    after.dirty = true;
    assert.equal((await rejection(after.save(text), 'conflict')).field, 'title');
    assert.equal(service.issues.get('1')?.title, 'Theirs');
  });

  it('saves the original text again after an unanswered save', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one);
    service.faults.push({
      operation: /^PATCH/,
      after: true,
      fail: () => new Failure('timeout', 'no answer', { reason: 'answerTimeout' }),
    });
    await rejection(document.save(text.replace('Crash', 'Mine')), 'timeout');
    assert.equal(service.issues.get('1')?.title, 'Mine');
    await save(document, text);
    assert.equal(service.issues.get('1')?.title, 'Crash');
  });

  it('saves without a choice if the text now equals the version of the service', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'Mine'));
    service.change('1', { title: 'Theirs' });
    await rejection(document.save(text), 'conflict');
    await save(document, text.replace('Mine', 'Theirs'));
    assert.equal(document.conflict, undefined);
  });

  it('shows changes of the service while it has no unsaved edits, and none otherwise', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const before = await document.show();
    service.change('1', { title: 'Other' });
    await document.refresh();
    const next = await document.show();
    assert.match(next.text, /title: Other/);
    assert.ok(next.modified > before.modified);
    assert.match(document.shownRecord?.text ?? '', /title: Crash/);
    document.arrived('something else');
    assert.match(document.shownRecord?.text ?? '', /title: Crash/);
    document.arrived(next.text.replaceAll('\r\n', '\n'));
    assert.match(document.shownRecord?.text ?? '', /title: Other/);
    document.dirty = true;
    service.change('1', { title: 'Again' });
    await document.refresh();
    assert.match(document.shownRecord?.text ?? '', /title: Other/);
  });

  it('merges after a restart with the stored base', async () => {
    const service = serviceWithIssue();
    const disk = new MemoryDisk();
    const before = service.records(disk).document(at('issues', '1'));
    const text = await edited(before, (one) => one.replace('Crash', 'Mine'));
    await before.keep();
    service.change('1', { body: 'changed' });
    const after = service.records(disk).document(at('issues', '1'));
    after.dirty = true;
    service.forget();
    // The editor reports unsaved text before the stored base is read.
    await after.keep();
    let changes = 0;
    after.onDidChange(() => (changes += 1));
    await after.recover();
    assert.deepEqual([changes, after.shownRecord?.modified], [1, before.shownRecord?.modified]);
    await save(after, text);
    assert.equal(service.issues.get('1')?.title, 'Mine');
    assert.equal(service.issues.get('1')?.body, 'changed');
    within(
      budget.requests.saveRecord,
      service.sent.map(({ operation }) => operation),
    );
    await after.keep();
    assert.equal(disk.files.size, 0);
  });

  it('saves a text that an earlier version kept with the comments of the issue below it', async () => {
    const comments = '<!-- comments below are not saved -->\n\n## bob · 2026-01-31 09:30 UTC\n\nMe too\n';
    for (const body of ['one\r\ntwo\r\nthree', 'one\n<!-- comments below are not saved -->\ntwo\n\n', '']) {
      const service = serviceWithIssue();
      service.change('1', { body });
      const disk = new MemoryDisk();
      const before = service.records(disk).document(at('issues', '1'));
      const text = await edited(before, (one) => `${one.replace('Crash', 'Mine')} and more`);
      const { shownRecord } = before;
      assert.ok(shownRecord);
      const stored = { ...shownRecord, text: `${shownRecord.text}\n\n${comments}`, comments, tried: [] };
      await new PendingRecordStore(memoryStorage(disk), new RecordingLog()).write('shown', at('issues', '1'), stored);
      const after = service.records(disk).document(at('issues', '1'));
      after.dirty = true;
      await after.recover();
      assert.equal(after.shownRecord?.text, shownRecord.text);
      // The text may be saved again before the editor shows what the host has.
      for (const more of ['', ', twice']) {
        await after.save(`${text}${more}\n\n${comments}`);
        const { title, body: now } = service.issues.get('1') ?? {};
        assert.deepEqual([title, now], ['Mine', `${body} and more${more}`]);
      }
      after.dirty = false;
      after.settle();
      after.arrived();
      assert.ok(after.shownRecord.text.endsWith(`\n---\n\n${body} and more, twice`), after.shownRecord.text);
    }
  });

  it('reports a conflict after a restart if the base is missing and the service has another text', async () => {
    const service = serviceWithIssue();
    const text = await edited(service.records().document(at('issues', '1')), (one) => one.replace('Crash', 'Mine'));
    await save(service.records().document(at('issues', '1')), text);
    assert.equal(service.issues.get('1')?.title, 'Mine');
    service.change('1', { body: 'changed' });
    await rejection(service.records().document(at('issues', '1')).save(text), 'conflict');
    assert.equal(service.issues.get('1')?.body, 'changed');
  });

  it('has no choices without a conflict', async () => {
    const document = serviceWithIssue().records().document(at('issues', '1'));
    let changes = 0;
    const { text } = await document.show();
    document.onDidChange(() => (changes += 1));
    document.choose();
    assert.deepEqual([document.choices(text), changes], [undefined, 0]);
  });

  it('offers both versions if the base is unknown', async () => {
    const service = serviceWithIssue();
    const text = await edited(service.records().document(at('issues', '1')), (one) => one.replace('Crash', 'Mine'));
    service.change('1', { title: 'Theirs' });
    const document = service.records().document(at('issues', '1'));
    document.dirty = true;
    await document.show();
    await rejection(document.save(text), 'conflict');
    const { mine, theirs } = document.choices(text) ?? assert.fail();
    assert.match(mine, /^title: Mine$/m);
    assert.match(theirs, /^title: Theirs$/m);
    document.choose();
    await save(document, mine);
    assert.equal(service.issues.get('1')?.title, 'Mine');
  });
});
