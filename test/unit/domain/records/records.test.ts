import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Failure } from '../../../../src/core/errors.ts';
import type { RecordAddress, RecordKind } from '../../../../src/domain/address.ts';
import type { Snapshot } from '../../../../src/domain/recordKinds/field.ts';
import { fieldsOf, type Kind } from '../../../../src/domain/recordKinds/kind.ts';
import type { RecordDocument } from '../../../../src/domain/records/document.ts';
import { kindOf } from '../../../../src/domain/records/records.ts';
import { readRecord } from '../../../../src/domain/recordText/read.ts';
import { writeRecord } from '../../../../src/domain/recordText/write.ts';
import { anyText } from '../../../kit/arbitrary.ts';
import { MemoryDisk } from '../../../kit/memoryStorage.ts';
import { answer, RecordService } from '../../../kit/recordService.ts';
import { rejection } from '../../../kit/rejection.ts';
import { runs } from '../../../kit/runs.ts';

const at = (kind: RecordKind, id: string): RecordAddress & { readonly id: string } => ({
  host: 'h',
  owner: 'o',
  repo: 'r',
  kind,
  id,
});
const blank = (kind: RecordKind): RecordAddress => ({ host: 'h', owner: 'o', repo: 'r', kind, id: undefined });

function serviceWithIssue(): RecordService {
  const service = new RecordService();
  service.issues.set('1', {
    number: 1,
    title: 'Crash',
    state: 'open',
    body: 'one\r\ntwo\r\nthree',
    user: { login: 'ann' },
    assignee: null,
    labels: [{ name: 'bug' }],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  });
  return service;
}

/** Edits the text as an editor has it, with one kind of line ending. */
async function edited(document: RecordDocument, edit: (text: string) => string): Promise<string> {
  const { text } = await document.show();
  document.dirty = true;
  return edit(text.replaceAll('\r\n', '\n'));
}

async function save(document: RecordDocument, text: string): Promise<unknown> {
  const saved = await document.save(text);
  document.dirty = false;
  document.settle();
  document.arrived();
  return saved;
}

describe('a record as document', () => {
  it('opens with two requests, and again with none', async () => {
    const service = serviceWithIssue();
    service.comments.set('1', [{ id: 5, body: 'Me too', user: { login: 'bob' } }]);
    const records = service.records();
    const { text } = await records.document(at('issues', '1')).show();
    assert.match(
      text,
      /^---\ntitle: Crash\nstate: opened\nlabels:\n {2}- bug\nassignee:\nmilestone:\n# number: 1\n# author: ann\n/,
    );
    assert.ok(
      text.endsWith('---\n\none\r\ntwo\r\nthree\n\n<!-- comments below are not saved -->\n\n## bob\n\nMe too\n'),
    );
    await records.document(at('issues', '1')).show();
    assert.deepEqual(service.sent.map(({ operation }) => operation).sort(), [
      'GET /r/issues/1',
      'GET /r/issues/1/comments',
    ]);
  });

  it('gives an editor no reason to read again what it cannot tell apart, so that it may save again', async () => {
    const service = serviceWithIssue();
    // A service that tells seconds, and somebody who saves twice in one.
    service.tick = 0;
    service.change('1', {});
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'Crashes'));
    let changes = 0;
    await document.save(text);
    const { modified } = await document.show();
    document.onDidChange(() => (changes += 1));
    document.dirty = false;
    document.settle();
    document.arrived(text);
    const after = await document.show();
    assert.deepEqual([changes, after.modified], [0, modified]);
    assert.ok(after.text.endsWith('\n\none\r\ntwo\r\nthree'));
  });

  it('sends nothing where nothing changed', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one);
    service.forget();
    await save(document, text);
    assert.deepEqual(service.sent, []);
  });

  it('sends the title and what changed, nothing else', async () => {
    const cases: readonly [edit: (text: string) => string, sent: object][] = [
      [(text) => text.replace('Crash', 'Crash: again'), { title: 'Crash: again' }],
      [(text) => text.replace('Crash', '"Crash: again"'), { title: 'Crash: again' }],
      [(text) => text.replace('opened', 'closed'), { title: 'Crash', state: 'close' }],
      [(text) => text.replace('  - bug', '  - bug\n  - ui'), { title: 'Crash', labels: 'bug,ui' }],
      [(text) => text.replace('labels:\n  - bug', 'labels: []'), { title: 'Crash', labels: '' }],
      [(text) => text.replace('assignee:', 'assignee: bob'), { title: 'Crash', assignee: 'bob' }],
      [(text) => text.replace('two', '2'), { title: 'Crash', body: 'one\r\n2\r\nthree' }],
      [(text) => `${text}\nfour`, { title: 'Crash', body: 'one\r\ntwo\r\nthree\r\nfour' }],
    ];
    for (const [edit, expected] of cases) {
      const service = serviceWithIssue();
      const document = service.records().document(at('issues', '1'));
      const text = await edited(document, edit);
      service.forget();
      if (text.includes('title: Crash: again')) await rejection(document.save(text), 'invalid');
      else {
        await save(document, text);
        assert.deepEqual(service.sent, [
          { operation: 'GET /r/issues/1', body: undefined },
          { operation: 'PATCH /issues/1', body: { repo: 'r', ...expected } },
        ]);
      }
    }
  });

  it('sends exactly what was edited, whatever the texts', async () => {
    const title = anyText.filter((text) => text.trim() !== '' && text.isWellFormed());
    const issue = fc.record({
      title,
      body: anyText,
      labels: fc.uniqueArray(
        title.filter((name) => !name.includes(',')),
        { maxLength: 3 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(issue, issue, async (before, after) => {
        const service = new RecordService();
        service.issues.set('1', {
          number: 1,
          state: 'open',
          updated_at: '2026-01-01T00:00:00Z',
          ...before,
          labels: before.labels.map((name) => ({ name })),
        });
        const document = service.records().document(at('issues', '1'));
        await document.show();
        const values = { ...document.found?.snapshot.values, title: after.title, labels: after.labels };
        await save(document, writeRecord(fieldsOf(document.kind, false), { values, body: after.body }));
        const now = service.issues.get('1') ?? {};
        assert.equal(now.title, after.title);
        assert.deepEqual(new Set((now.labels as { name: string }[]).map(({ name }) => name)), new Set(after.labels));
        // An editor knows one line ending for all, so lines keep theirs and new ones get the usual one.
        const plain = (text: unknown): string => String(text).toWellFormed().replaceAll(/\r\n?/g, '\n');
        // Separators that are gone were removed by the editor, as far as anybody can tell.
        const told = (text: unknown): string =>
          /[\u2028\u2029]/.test(before.body) ? plain(text).replaceAll(/[\u2028\u2029]/g, '') : plain(text);
        assert.equal(told(now.body), told(after.body));
        if (plain(before.body) === plain(after.body)) assert.equal(now.body, before.body);
        const patch = service.sent.find(({ operation }) => operation.startsWith('PATCH'))?.body;
        assert.equal(patch !== undefined && 'assignee' in patch, false);
      }),
      runs(300),
    );
  });

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
      assert.equal((await rejection(document.save(text), 'conflict')).field, 'title');
      assert.deepEqual(document.conflict?.keys, ['title', 'body']);
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

  it('needs no choice any more where the text was made alike by hand', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'Mine'));
    service.change('1', { title: 'Theirs' });
    await rejection(document.save(text), 'conflict');
    await save(document, text.replace('Mine', 'Theirs'));
    assert.equal(document.conflict, undefined);
  });

  it('stays as it was where the service refuses, and can be saved later', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'New'));
    service.faults.push({
      operation: /^PATCH/,
      fail: () => answer(400, { error_code: 400, error_message: 'title is reserved' }),
    });
    assert.equal((await rejection(document.save(text), 'invalid')).words, 'title is reserved');
    service.faults.push({
      operation: /^PATCH/,
      fail: () => new Failure('unreachable', 'offline', { sent: false, reason: 'offline' }),
    });
    await rejection(document.save(text), 'unreachable');
    await save(document, text);
    assert.equal(service.issues.get('1')?.title, 'New');
  });

  it('keeps the milestone that the service does not tell', async () => {
    const service = serviceWithIssue();
    service.milestones.set('7', { number: 7, title: 'v1', state: 'active' });
    const document = service.records().document(at('issues', '1'));
    service.forget();
    await save(document, await edited(document, (one) => one.replace('milestone:', 'milestone: v1')));
    assert.deepEqual(service.sent.slice(-2), [
      { operation: 'GET /r/milestones', body: undefined },
      { operation: 'PATCH /issues/1', body: { repo: 'r', title: 'Crash', milestone: 7 } },
    ]);
    await save(document, await edited(document, (one) => one.replace('Crash', 'New')));
    assert.deepEqual(service.sent.at(-1)?.body, { repo: 'r', title: 'New' });
    assert.match(document.shown?.text ?? '', /milestone: v1/);
    const unknown = await edited(document, (one) => one.replace('v1', 'v2'));
    assert.equal((await rejection(document.save(unknown), 'invalid')).field, 'milestone');
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

  it('reads further comments page by page', async () => {
    const service = serviceWithIssue();
    service.comments.set(
      '1',
      Array.from({ length: 130 }, (_, id) => ({ id, body: `comment ${id}` })),
    );
    const document = service.records().document(at('issues', '1'));
    assert.doesNotMatch((await document.show()).text, /comment 100/);
    assert.equal(document.hasMoreComments, true);
    const more = await document.readMoreComments();
    document.arrived();
    assert.match(more, /^\n## \?\n\ncomment 100\n/);
    assert.ok(document.shown?.text.endsWith(more));
    assert.equal(document.hasMoreComments, false);
  });

  it('opens also where its comments cannot be read', async () => {
    const service = serviceWithIssue();
    service.faults.push({ operation: /comments/, fail: () => answer(403, { message: 'no' }) });
    const document = service.records().document(at('issues', '1'));
    assert.match((await document.show()).text, /title: Crash/);
    assert.ok(document.commentsFailure instanceof Failure);
  });
});

describe('milestones and releases as documents', () => {
  it('send what the service always wants', async () => {
    const service = new RecordService();
    service.milestones.set('7', {
      number: 7,
      title: 'v1',
      state: 'active',
      due_on: '2026-01-31',
      description: 'text',
      updated_at: '2026-01-01T00:00:00Z',
    });
    service.releases.set('v/1', { tag_name: 'v/1', name: 'One', body: 'notes' });
    const records = service.records();
    const milestone = records.document(at('milestones', '7'));
    await save(milestone, await edited(milestone, (one) => one.replace('open', 'closed')));
    assert.deepEqual(service.sent.at(-1), {
      operation: 'PATCH /r/milestones/7',
      body: { title: 'v1', state: 'closed', due_on: '2026-01-31' },
    });
    await save(milestone, await edited(milestone, (one) => `${one}!`));
    assert.deepEqual(service.sent.at(-1)?.body, {
      title: 'v1',
      state: 'closed',
      due_on: '2026-01-31',
      description: 'text!',
    });
    const release = records.document(at('releases', 'v/1'));
    await save(release, await edited(release, (one) => one.replace('One', 'Two')));
    assert.deepEqual(service.sent.at(-1)?.body, { tag_name: 'v/1', name: 'Two', body: 'notes' });
  });
});

describe('a new record', () => {
  const written = (kind: Kind, text: string): Snapshot => {
    const { snapshot, problems } = readRecord(kind.fields, text, { snapshot: undefined, comments: undefined });
    assert.deepEqual(problems, []);
    return snapshot;
  };

  it('is created with what its text says', async () => {
    const service = new RecordService();
    service.milestones.set('7', { number: 7, title: 'v1', state: 'active' });
    const records = service.records();
    const text =
      '---\ntitle: New\nstate: opened\nlabels: [a, b]\nassignee: bob\nmilestone: v1\nprivate: true\n---\n\nbody\r\n';
    const { document } = await records.create(blank('issues'), written(kindOf(blank('issues')), text));
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

    const milestone = written(kindOf(blank('milestones')), '---\ntitle: v2\nstate: open\ndue_on: 2026-01-31\n---\n\n');
    await records.create(blank('milestones'), milestone);
    assert.deepEqual(service.sent.at(-1)?.body, { title: 'v2', due_on: '2026-01-31' });
    const release = written(
      kindOf(blank('releases')),
      '---\nname: Two\ntag_name: v2\ntarget_commitish:\nrelease_status: pre\n---\n\nnotes',
    );
    await records.create(blank('releases'), release);
    assert.deepEqual(service.sent.at(-1)?.body, { tag_name: 'v2', name: 'Two', body: 'notes', release_status: 'pre' });
  });

  it('is not created twice where the first answer was lost, also over a restart', async () => {
    const service = new RecordService();
    const disk = new MemoryDisk();
    const snapshot = written(kindOf(blank('issues')), '---\ntitle: New\n---\n\nbody');
    service.faults.push({ operation: /^POST/, after: true, fail: () => new Failure('timeout', 'no answer') });
    await rejection(service.records(disk).create(blank('issues'), snapshot), 'timeout');
    const { found } = await service.records(disk).create(blank('issues'), snapshot);
    assert.equal(found.id, '1');
    assert.equal(service.issues.size, 1);
    assert.equal((await service.records(disk).create(blank('issues'), snapshot)).found.id, '1');
    await service.records(disk).giveUp(blank('issues'), '');
    assert.equal(disk.files.size, 0);
  });

  it('is created by the second try where the first was refused', async () => {
    const service = new RecordService();
    const snapshot = written(kindOf(blank('issues')), '---\ntitle: New\n---\n\n');
    const records = service.records();
    service.faults.push({ operation: /^POST/, fail: () => answer(403, { message: 'no' }) });
    await rejection(records.create(blank('issues'), snapshot), 'forbidden');
    service.faults.push({ operation: /^POST/, fail: () => answer(500, { message: 'oops' }) });
    await rejection(records.create(blank('issues'), snapshot), 'broken');
    await records.create(blank('issues'), snapshot);
    assert.equal(service.issues.size, 1);
  });
});
