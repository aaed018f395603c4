import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Issue } from '../../../../../src/api/record/issue.ts';
import { Failure } from '../../../../../src/core/errors.ts';
import { parseJson } from '../../../../../src/core/text.ts';
import type { RecordState, Value } from '../../../../../src/domain/documents/text/recordField.ts';
import { loadedIssue, issueKind, issueTitles, oldestFirst } from '../../../../../src/domain/documents/kinds/issue.ts';
import type { RecordScope } from '../../../../../src/domain/documents/kinds/kind.ts';
import { loadedMilestone, milestoneKind } from '../../../../../src/domain/documents/kinds/milestone.ts';
import { loadedRelease, releaseKind, releaseStatus } from '../../../../../src/domain/documents/kinds/release.ts';
import { mergeSnapshots } from '../../../../../src/domain/documents/kinds/recordState.ts';
import { editIssues, ignoredInputs, neededInputs } from '../../../../../src/domain/documents/assist/issueEdits.ts';
import { refusedKey } from '../../../../../src/domain/documents/assist/refused.ts';
import { ruleInputs } from '../../../../../src/domain/permissions/branchRule.ts';
import { fakeApi } from '../../../../kit/fakeApi.ts';
import type { Answering } from '../../../../kit/fakeFetch.ts';
import { rejection } from '../../../../kit/rejection.ts';

const repository = { host: 'h', owner: 'o', repo: 'r' };
const at = (answer: Answering): RecordScope => ({ api: fakeApi(answer).api, repository, login: 'me' });
const written = (values: Readonly<Record<string, Value>>, body = ''): RecordState => ({ values, body });
const bodiesOf = (net: ReturnType<typeof fakeApi>['net']): unknown[] =>
  net.sent.map(({ body }) => (body === undefined ? undefined : parseJson(body)));

describe('a record with missing fields', () => {
  it('has a title, and no values for the missing fields', () => {
    const issue = loadedIssue({ number: '7', labels: [], assignees: [] });
    assert.deepEqual([issue.title, issue.snapshot.values.title, issue.snapshot.body], ['', undefined, '']);
    const milestone = loadedMilestone({ number: '3', open_issues: 2 });
    assert.deepEqual(milestone.notes.find(([key]) => key === 'counts')?.[1], '2 open, 0 closed');
    const closed = loadedMilestone({ number: '3', closed_issues: 1 });
    assert.deepEqual(closed.notes.find(([key]) => key === 'counts')?.[1], '0 open, 1 closed');
    assert.equal(loadedMilestone({ number: '3' }).snapshot.values.title, undefined);
    const release = loadedRelease({ tag_name: 'v1', assets: [] });
    assert.deepEqual([release.title, release.snapshot.values.name], ['v1', undefined]);
    assert.deepEqual(
      [
        { prerelease: true },
        { release_status: 'latest', prerelease: true },
        { draft: true, release_status: 'latest' },
        { draft: false },
        {},
      ].map((one) => releaseStatus(one as never)),
      ['pre', 'latest', 'draft', undefined, undefined],
    );
  });

  it('shows the stage of an issue by the first available field', () => {
    const stage = (more: object): string | undefined => {
      const { notes } = loadedIssue({ number: '1', labels: [], assignees: [], ...more });
      return notes.find(([key]) => key === 'stage')?.[1];
    };
    assert.equal(stage({ stage: 'New', issue_state: 'x' }), 'New');
    assert.equal(stage({ issue_state_detail: { title: 'Doing' }, issue_state: 'x' }), 'Doing');
    assert.equal(stage({ issue_state: 'x' }), 'x');
  });

  it('shows type, stage and priority of an issue by their titles, and never a number', () => {
    const notes = (more: object): readonly unknown[] => {
      const { type, stage, priority } = issueTitles(v.parse(Issue, { number: 1, ...more }));
      return [type, stage, priority];
    };
    const titled = {
      issue_type: '7',
      issue_type_detail: { id: 7, title: '缺陷' },
      stage: 'New',
      issue_state: 'todo',
      issue_state_detail: { title: '进行中' },
      priority: 2,
      issue_priority_detail: { title: '主要' },
    };
    assert.deepEqual(notes(titled), ['缺陷', '进行中', '主要']);
    assert.deepEqual(notes({ issue_type: 'Bug', issue_state: 'todo', priority: 'high' }), ['Bug', 'todo', 'high']);
    for (const priority of [0, 1, 2, '3', null, '', [], {}])
      assert.deepEqual(notes({ priority, issue_type: 5, issue_state: 1 }), [undefined, undefined, undefined]);
    for (const odd of [null, '', 7, [], [1], {}, { title: null }, { title: 7 }, { title: ['x'] }, { title: '' }])
      assert.deepEqual(
        notes({ issue_type: 'Bug', issue_type_detail: odd, issue_state_detail: odd, issue_priority_detail: odd }).at(0),
        'Bug',
        JSON.stringify(odd),
      );
  });
});

describe('comments', () => {
  const comment = (id: string, created_at?: string) => ({ id, ...(created_at === undefined ? {} : { created_at }) });
  it('are sorted by time, also from other time zones, and left in their order without times', () => {
    const times = ['2026-01-02T00:00:00Z', '2026-01-01T23:00:00+08:00', '2026-01-01T16:00:00Z'];
    const sorted = oldestFirst(times.map((time, at) => comment(String(at), time)));
    assert.deepEqual(
      sorted.map(({ id }) => id),
      ['1', '2', '0'],
    );
    const untimed = [comment('b', times[0]), comment('a')];
    assert.deepEqual(oldestFirst(untimed), untimed);
  });
});

describe('milestoneKind', () => {
  const to = written({ title: 't', state: 'open' });
  const change = { from: loadedMilestone({ number: '3' }), to, keys: new Set(['title']) };
  const refusing = (error_message: string) => at(() => ({ status: 400, body: { error_code: 400, error_message } }));

  it('sends no due date for a milestone without one', async () => {
    const { api, net } = fakeApi(() => ({ body: { number: 3 } }));
    await milestoneKind.edit({ api, repository, login: 'me' }, '3', change);
    assert.deepEqual(bodiesOf(net), [{ title: 't', state: 'open' }]);
  });

  it('asks for the due date if the service refuses the change without it', async () => {
    for (const message of ['due_on is missing', '截止日期不能为空', 'Parameter error']) {
      const failure = await rejection(milestoneKind.edit(refusing(message), '3', change), 'invalid');
      assert.deepEqual([failure.field, failure.serverMessage], ['due_on', message]);
    }
  });

  it('does not change a refusal for another field', async () => {
    const failure = await rejection(milestoneKind.edit(refusing('title is too long'), '3', change), 'invalid');
    assert.equal(failure.field, undefined);
    const dated = { ...change, to: written({ title: 't', due_on: '2026-01-31' }) };
    assert.equal((await rejection(milestoneKind.edit(refusing('no'), '3', dated), 'invalid')).field, undefined);
  });

  it('leads to the web page that the service names, and to no other address', () => {
    const page = (url: string) => loadedMilestone({ number: '90001', url }).webUrl;
    assert.equal(page('https://h.test/o/r/milestones/4'), 'https://h.test/o/r/milestones/4');
    for (const url of ['https://api.h.test/api/v5/repos/o/r/milestones/4', 'javascript:alert(1)', 'milestones/4'])
      assert.equal(page(url), undefined);
  });
});

describe('edit of an emptied field', () => {
  it('sends the empty value that the API expects', async () => {
    const { api, net } = fakeApi(() => ({
      body: { number: '3', title: 't', state: 'open', tag_name: 'v1', assets: [] },
    }));
    const place: RecordScope = { api, repository, login: 'me' };
    const keys = new Set(['title', 'state', 'labels', 'assignee', 'milestone', 'body', 'name', 'due_on']);
    const all = { from: loadedMilestone({ number: '3' }), keys };
    await issueKind.edit(place, '3', { to: written({ title: 't', state: 'opened', labels: [] }), ...all });
    await milestoneKind.edit(place, '3', { to: written({ title: 't', due_on: '2027-01-01' }), ...all });
    await releaseKind.edit(place, 'v1', { to: written({ name: 'n' }), ...all });
    assert.deepEqual(bodiesOf(net), [
      { repo: 'r', title: 't', body: '', state: 'reopen', assignee: '', labels: '', milestone: 0 },
      { title: 't', state: 'open', due_on: '2027-01-01', description: '' },
      { tag_name: 'v1', name: 'n', body: '' },
    ]);
  });
});

describe('releaseKind', () => {
  it('uses the second endpoint only if the first one answers missing', async () => {
    const refused = at(() => ({ status: 403, body: { error_message: 'no' } }));
    await rejection(releaseKind.read(refused, 'v1'), 'forbidden');
    const other = at(({ url }) =>
      url.includes('/tags/')
        ? { status: 404, body: { error_message: '404 Release Not Found' } }
        : { body: { tag_name: 'v1', name: 'One', assets: [] } },
    );
    assert.equal((await releaseKind.read(other, 'v1')).title, 'One');
  });
});

describe('mergeSnapshots', () => {
  const fields = issueKind.fields;
  it('merges texts with the line endings of the service', () => {
    const base = written({ title: 't' }, 'one\r\ntwo\r\nthree\r\n');
    const mine = written({ title: 't' }, 'one\nTWO\nthree\n');
    const theirs = written({ title: 't' }, 'one\r\ntwo\r\nthree\r\nfour\r\n');
    const merged = mergeSnapshots(fields, base, mine, theirs);
    assert.deepEqual([merged.conflicts, merged.mine.body], [[], 'one\r\nTWO\r\nthree\r\nfour\r\n']);
  });

  it('reports a conflict if both sides changed the same line', () => {
    const [base, mine, theirs] = ['one\n', 'mine\n', 'theirs\n'].map((body) => written({ labels: undefined }, body));
    assert.ok(base && mine && theirs);
    const merged = mergeSnapshots(fields, base, { ...mine, values: { labels: ['a'] } }, theirs);
    assert.deepEqual([merged.conflicts, merged.mine.body, merged.theirs.body], [['body'], 'mine\n', 'theirs\n']);
    assert.deepEqual(merged.theirs.values.labels, ['a']);
  });
});

describe('refusedKey', () => {
  const failure = (words: string, field?: string): Failure =>
    new Failure('invalid', 'x', { serverMessage: words, field, status: 400 });
  const of = (one: Failure, changed: readonly string[] = ['title', 'labels']): string =>
    refusedKey(one, issueKind.fields, changed, { labels: ['no such thing'] });
  it('returns the field that the refusal is about', () => {
    assert.equal(of(failure('no', 'milestone')), 'milestone');
    assert.equal(of(failure('no', 'description')), 'body');
    assert.equal(of(failure('whatever'), ['assignee']), 'assignee');
    assert.equal(of(failure('label x does not exist')), 'labels');
    assert.equal(of(failure('标签不存在')), 'labels');
    assert.equal(of(failure('里程碑')), 'milestone');
    assert.equal(of(failure('no such thing: unknown')), 'labels');
    assert.equal(of(failure('no')), 'title');
    assert.equal(refusedKey(failure('no'), [], [], {}), 'body');
  });
});

describe('editIssues', () => {
  const issue = (number: string, more: object = {}): object => ({
    number,
    title: `Title ${number}`,
    state: 'open',
    labels: [{ name: 'bug' }],
    assignee: { login: 'bob' },
    ...more,
  });

  it('changes issues one after another with one result each, and continues after a failure', async () => {
    const { api } = fakeApi(({ method, url }) => {
      const number = url.split('/').at(-1) ?? '';
      if (number === '2' && method === 'PATCH') return { status: 403, body: { error_message: 'not yours' } };
      return { body: method === 'PATCH' ? '' : issue(number) };
    });
    const seen: string[] = [];
    const results = await editIssues(
      { api, repository, login: 'me' },
      ['1', '2', '3'],
      { state: 'close' },
      {
        onResult: ({ number }) => seen.push(number),
      },
    );
    assert.deepEqual(seen, ['1', '2', '3']);
    assert.deepEqual(
      results.map(({ failure, issue: now }) => failure?.kind ?? now?.title),
      ['Title 1', 'forbidden', 'Title 3'],
    );
  });

  it('stops after a rejected token, and reports a thrown error as a failure', async () => {
    const { api, net } = fakeApi(() => ({ status: 401, body: { message: '401 Unauthorized' } }));
    const results = await editIssues({ api, repository, login: 'me' }, ['1', '2', '3'], {});
    assert.deepEqual(
      results.map(({ failure }) => failure?.kind),
      ['signedOut', 'signedOut', 'signedOut'],
    );
    assert.equal(net.sent.length, 1);
    const broken = await editIssues(
      { api: fakeApi(() => ({ body: issue('1') })).api, repository, login: 'me' },
      ['1'],
      () => {
        throw new TypeError('a mistake');
      },
    );
    assert.deepEqual([broken[0]?.failure?.kind, broken[0]?.failure?.message], ['broken', 'a mistake']);
  });

  it('sends nothing for an issue without inputs, and nothing at all in a dry run', async () => {
    const { api, net } = fakeApi(({ method }) => ({ body: issue('1', method === 'PATCH' ? { state: 'closed' } : {}) }));
    const scope = { api, repository, login: 'me' };
    const [unchanged] = await editIssues(scope, ['1'], () => ({}));
    assert.deepEqual([unchanged?.inputs, unchanged?.issue?.number], [undefined, '1']);
    const [planned] = await editIssues(scope, ['1'], { state: 'close' }, { dryRun: true });
    assert.deepEqual([planned?.inputs, planned?.issue], [{ state: 'close' }, undefined]);
    assert.deepEqual(
      net.sent.map(({ method }) => method),
      ['GET', 'GET'],
    );
  });

  it('reads an issue again if the response lacks a change, and names what the service ignored', async () => {
    const { api, net } = fakeApi(() => ({ body: issue('1') }));
    const [edited] = await editIssues({ api, repository, login: 'me' }, ['1'], { labels: [], state: 'close' });
    assert.deepEqual(ignoredInputs(edited ?? {}), ['state', 'labels']);
    assert.deepEqual(
      net.sent.map(({ method }) => method),
      ['GET', 'PATCH', 'GET'],
    );
  });

  it('needs only the inputs that an issue does not have yet', () => {
    const now = issue('1', { milestone: { number: '5' } }) as never;
    const same = { state: 'reopen', labels: 'bug, bug', assignee: 'bob', milestone: 5 } as const;
    assert.deepEqual(neededInputs(now, same), {});
    const other = { state: 'close', labels: ['bug', 'new'], assignee: '', milestone: 0, body: 'text' } as const;
    assert.deepEqual(neededInputs(now, other), other);
    assert.deepEqual(neededInputs(issue('1') as never, { milestone: 5 }), { milestone: 5 });
  });

  it('reports a missing title, which the API requires', async () => {
    const { api, net } = fakeApi(() => ({ body: { number: '1' } }));
    const [edited] = await editIssues({ api, repository, login: 'me' }, ['1'], { body: 'text' });
    assert.deepEqual([edited?.failure?.kind, edited?.failure?.field, net.sent.length], ['invalid', 'title', 1]);
  });
});

describe('ruleInputs', () => {
  const rule = (more: object): Parameters<typeof ruleInputs>[0] => ({
    name: 'main',
    push_users: [],
    merge_users: [],
    ...more,
  });
  it('returns pusher and merger in the form of the API', () => {
    assert.deepEqual(ruleInputs(rule({ no_one_can_push: true, developers_can_merge: true })), {
      pusher: 'empty',
      merger: 'develop',
    });
    const users = [{ login: 'bob' }, { login: 'carol' }];
    assert.deepEqual(ruleInputs(rule({ push_users: users, master_can_merge: true, merge_users: users })), {
      pusher: 'bob;carol',
      merger: 'admin;bob;carol',
    });
    assert.equal(ruleInputs(rule({})).pusher, 'admin');
  });
});
