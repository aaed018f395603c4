import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { FetchReply } from '../../../../src/api/http/fetch.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { MemoryDisk } from '../../../kit/memoryStorage.ts';
import { until } from '../../../kit/until.ts';
import { rejection } from '../../../kit/rejection.ts';
import { at, edited, save, serviceWithIssue } from '../../../kit/recordDocuments.ts';

describe('a record that others change meanwhile', () => {
  it('joins what others changed meanwhile, and shows it', async () => {
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
      document.shown?.text ?? '',
      /state: closed\nlabels:\n {2}- help\n {2}- ui\n[^]*\n\nzero\r\none\r\ntwo\r\n3$/,
    );
  });

  it('joins texts of which others changed the line endings', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('three', '3'));
    service.change('1', { body: 'One\ntwo\nthree' });
    await save(document, text);
    assert.equal(service.issues.get('1')?.body, 'One\ntwo\n3');
  });

  it('joins texts with mixed line endings in which lines were moved', async () => {
    const service = serviceWithIssue();
    service.change('1', { body: 'a\r\nb\nc\r\nd\ne\n' });
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('a\nb\n', 'b\na\n'));
    service.change('1', { body: 'a\r\nb\nc\r\nd\nE\n' });
    await save(document, text);
    assert.equal(service.issues.get('1')?.body, 'b\na\r\nc\r\nd\nE\n');
  });

  it('follows a service that tells milestones where others took one away', async () => {
    const service = serviceWithIssue();
    service.change('1', { milestone: { number: 7, title: 'v1' } });
    const document = service.records().document(at('issues', '1'));
    assert.match((await document.show()).text, /^milestone: v1$/m);
    const text = await edited(document, (one) => one.replace('Crash', 'New'));
    service.change('1', { milestone: null });
    await save(document, text);
    assert.deepEqual(service.sent.at(-1)?.body, { repo: 'r', title: 'New' });
    assert.match(document.shown?.text ?? '', /^milestone:$/m);
  });

  it('asks who wins where others changed the same, and overwrites nothing before', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'Mine').replace('two', 'my two'));
    service.change('1', { title: 'Theirs', body: 'one\r\ntheir two\r\nthree', state: 'closed' });
    for (let tries = 0; tries < 2; tries += 1) {
      const before = Date.now() + 1;
      await pause(5);
      assert.equal((await rejection(document.save(text), 'conflict')).field, 'title');
      assert.deepEqual(document.conflict?.keys, ['title', 'body']);
      assert.ok(document.asked >= before, 'what was read for this need not be read again');
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

  it('knows its own text where the answer to a save was lost', async () => {
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
    it(`knows its own text after a restart where a save ${ended} before it`, async () => {
      const service = serviceWithIssue();
      const disk = new MemoryDisk();
      const before = service.records(disk).document(at('issues', '1'));
      const text = await edited(before, (one) => one.replace('Crash', 'First').replace('two', 'first two'));
      await before.keep();
      const endless = { status: 200, headers: { get: () => null }, body: new ReadableStream() };
      const fail = (): Failure | FetchReply =>
        ended === 'failed' ? new Failure('timeout', 'no answer', { reason: 'answerTimeout' }) : endless;
      service.faults.push({ operation: /^PATCH/, after: true, fail });
      const window = new AbortController();
      const saving = before.save(text, undefined, { signal: window.signal });
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
      window.abort();
    });
  }

  it('goes on after a restart from what was saved while somebody typed on', async () => {
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

  it('still asks after a restart where others changed the same after a save without an answer', async () => {
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

  it('is what it was again where that was saved after a save whose answer was lost', async () => {
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

  it('needs no choice any more where the text was made alike by hand', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'Mine'));
    service.change('1', { title: 'Theirs' });
    await rejection(document.save(text), 'conflict');
    await save(document, text.replace('Mine', 'Theirs'));
    assert.equal(document.conflict, undefined);
  });

  it('follows the service while nobody edits it, and else not', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const before = await document.show();
    service.change('1', { title: 'Other' });
    await document.refresh();
    const next = await document.show();
    assert.match(next.text, /title: Other/);
    assert.ok(next.modified > before.modified);
    assert.match(document.shown?.text ?? '', /title: Crash/);
    document.arrived('something else');
    assert.match(document.shown?.text ?? '', /title: Crash/);
    document.arrived(next.text.replaceAll('\r\n', '\n'));
    assert.match(document.shown?.text ?? '', /title: Other/);
    document.dirty = true;
    service.change('1', { title: 'Again' });
    await document.refresh();
    assert.match(document.shown?.text ?? '', /title: Other/);
  });

  it('merges also after a restart, by what it kept', async () => {
    const service = serviceWithIssue();
    service.comments.set('1', [{ id: 5, body: 'Me too' }]);
    const disk = new MemoryDisk();
    const before = service.records(disk).document(at('issues', '1'));
    const text = await edited(before, (one) => one.replace('Crash', 'Mine'));
    await before.keep();
    service.change('1', { body: 'changed' });
    const after = service.records(disk).document(at('issues', '1'));
    after.dirty = true;
    service.forget();
    // An editor says that its text is unsaved before anybody knows what it was made from.
    await after.keep();
    let changes = 0;
    after.onDidChange(() => (changes += 1));
    await after.recover();
    assert.deepEqual([changes, after.shown?.modified], [1, before.shown?.modified]);
    await save(after, text);
    assert.equal(service.issues.get('1')?.title, 'Mine');
    assert.equal(service.issues.get('1')?.body, 'changed');
    // The comments stay without being read again.
    assert.ok(after.shown?.text.endsWith('\n\nchanged\n\n<!-- comments below are not saved -->\n\n## ?\n\nMe too\n'));
    assert.deepEqual(
      service.sent.map(({ operation }) => operation),
      ['GET /r/issues/1', 'PATCH /issues/1'],
    );
    await after.keep();
    assert.equal(disk.files.size, 0);
  });

  it('asks after a restart where what it was made from is lost and the service has something else', async () => {
    const service = serviceWithIssue();
    const text = await edited(service.records().document(at('issues', '1')), (one) => one.replace('Crash', 'Mine'));
    await save(service.records().document(at('issues', '1')), text);
    assert.equal(service.issues.get('1')?.title, 'Mine');
    service.change('1', { body: 'changed' });
    await rejection(service.records().document(at('issues', '1')).save(text), 'conflict');
    assert.equal(service.issues.get('1')?.body, 'changed');
  });

  it('has nothing to choose where there is no conflict', async () => {
    const document = serviceWithIssue().records().document(at('issues', '1'));
    let changes = 0;
    const { text } = await document.show();
    document.onDidChange(() => (changes += 1));
    document.choose();
    assert.deepEqual([document.choices(text), changes], [undefined, 0]);
  });

  it('offers both sides also where nobody knows what the text was made from', async () => {
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
