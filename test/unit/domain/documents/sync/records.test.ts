import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Failure } from '../../../../../src/core/errors.ts';
import { issueKind } from '../../../../../src/domain/documents/kinds/issue.ts';
import { fieldsOf, notesOf } from '../../../../../src/domain/documents/kinds/kind.ts';
import { writeRecord } from '../../../../../src/domain/documents/text/write.ts';
import { anyText } from '../../../../kit/arbitrary.ts';
import { frontMatter } from '../../../../kit/frontMatter.ts';
import { answer, RecordService, unreadAnswer } from '../../../../kit/recordService.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { runs } from '../../../../kit/runs.ts';
import { at, edited, save, serviceWithIssue } from '../../../../kit/recordDocuments.ts';
import { budget, within } from '../../../../budgets.ts';

describe('a record as document', () => {
  it('opens with one request, and again with none', async () => {
    const service = serviceWithIssue();
    const records = service.records();
    const { text } = await records.document(at('issues', '1')).show();
    const values = { title: 'Crash', state: 'opened', labels: ['bug'] };
    assert.ok(text.startsWith(frontMatter(issueKind, values, notesOf({ number: '1', author: 'ann' }))), text);
    assert.ok(text.endsWith('---\n\none\r\ntwo\r\nthree'), text);
    await records.document(at('issues', '1')).show();
    within(
      budget.requests.openRecord,
      service.sent.map(({ operation }) => operation),
    );
  });

  it('is not saved, changed or created without an account, and nothing is requested for it', async () => {
    const service = serviceWithIssue();
    const records = service.records(undefined, { signedIn: false });
    const document = records.document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'Crashes'));
    service.forget();
    await rejection(document.save(text), 'signedOut');
    await rejection(
      document.edit((now) => now),
      'signedOut',
    );
    const fresh = { values: { title: 'New' }, body: '' };
    await rejection(records.create(at('issues', 'new'), fresh), 'signedOut');
    assert.deepEqual(service.sent, []);
  });

  it('is read again if the service cannot say whether it saved it', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'Crashes'));
    service.sent.length = 0;
    service.faults.push({ operation: /^PATCH/, fail: unreadAnswer });
    const failure = await rejection(document.save(text), 'broken');
    assert.deepEqual([failure.serverMessage, service.issues.get('1')?.title], [undefined, 'Crash']);
    service.faults.push({ operation: /^PATCH/, after: true, fail: unreadAnswer });
    const { record, changed } = await document.save(text);
    assert.deepEqual([record.title, [...changed]], ['Crashes', ['title']]);
    assert.deepEqual(
      service.sent.map(({ operation }) => operation.split(' ')[0]),
      ['GET', 'PATCH', 'GET', 'GET', 'PATCH', 'GET'],
    );
  });

  it('is read again once, however many want that at a time', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    await document.show();
    service.sent.length = 0;
    await Promise.all([document.refresh(), document.refresh()]);
    assert.equal(service.sent.length, 1);
    await document.refresh();
    assert.equal(service.sent.length, 2);
  });

  it('keeps the modification time if the content is equal, so that saving does not conflict', async () => {
    const service = serviceWithIssue();
    // The service sends times in seconds, and the user saves twice within one second.
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
      await save(document, text);
      assert.deepEqual(service.sent, [
        { operation: 'GET /r/issues/1', body: undefined },
        { operation: 'PATCH /issues/1', body: { repo: 'r', ...expected } },
      ]);
    }
  });

  it('sends exactly what was edited, whatever the texts', async () => {
    const title = anyText.filter((text) => text.trim() !== '' && text.isWellFormed());
    const issue = fc.record({
      title,
      body: anyText,
      labels: fc.uniqueArray(
        title.filter((name) => !/[,\p{Cc}]/u.test(name)),
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
        const values = { ...document.latest?.snapshot.values, title: after.title, labels: after.labels };
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

  it('stays as it was where the service refuses, and can be saved later', async () => {
    const service = serviceWithIssue();
    const document = service.records().document(at('issues', '1'));
    const text = await edited(document, (one) => one.replace('Crash', 'New'));
    service.faults.push({
      operation: /^PATCH/,
      fail: () => answer(400, { error_code: 400, error_message: 'title is reserved' }),
    });
    assert.equal((await rejection(document.save(text), 'invalid')).serverMessage, 'title is reserved');
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
    assert.match(document.shownRecord?.text ?? '', /milestone: v1/);
    const unknown = await edited(document, (one) => one.replace('v1', 'v2'));
    assert.equal((await rejection(document.save(unknown), 'invalid')).field, 'milestone');
  });

  it('does not take over an answer for a record that was never read', async () => {
    const records = serviceWithIssue().records();
    const { latest: found } = records.document(at('issues', '1'));
    assert.equal(found, undefined);
    const other = serviceWithIssue().records().document(at('issues', '1'));
    const answered = await other.refresh();
    const document = records.document(at('issues', '2'));
    document.applyResponse(answered);
    assert.equal(document.latest, undefined);
  });
});

describe('milestones and releases as documents', () => {
  it('need the due date that they had', async () => {
    const service = new RecordService();
    service.milestones.set('7', { number: 7, title: 'v1', state: 'active', due_on: '2026-01-31' });
    const milestone = service.records().document(at('milestones', '7'));
    const { text } = await milestone.show();
    const { problems } = milestone.read(text.replace('due_on: 2026-01-31', 'due_on:'));
    assert.deepEqual(
      problems.map(({ code, key }) => [code, key]),
      [['required', 'due_on']],
    );
  });

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
    service.milestones.set('8', { number: 8, title: 'v2', state: 'active', description: 'text' });
    const undated = records.document(at('milestones', '8'));
    await save(undated, await edited(undated, (one) => one.replace('v2', 'v3')));
    assert.deepEqual(service.sent.at(-1)?.body, { title: 'v3', state: 'open' });
    const release = records.document(at('releases', 'v/1'));
    await save(release, await edited(release, (one) => one.replace('One', 'Two')));
    assert.deepEqual(service.sent.at(-1)?.body, { tag_name: 'v/1', name: 'Two', body: 'notes' });
  });
});
