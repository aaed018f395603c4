import assert from 'node:assert/strict';
import type { Issue } from '../../../../src/api/record/issue.ts';
import { assignIssue, createWorkBranch } from '../../../../src/domain/issues/workBranch.ts';
import { session, type Session } from '../../../kit/remoteFiles.ts';
import type { Service } from '../../../service/handle.ts';
import { startService } from '../../../service/service.ts';
import { changesWithin } from '../../../kit/requests.ts';

const at = { owner: 'alice', repo: 'website' };
const options = {};

describe('The branch for work on an issue', () => {
  let service: Service;
  let one: Session;
  beforeEach(async () => {
    service = await startService();
    one = session(service);
  });
  afterEach(async () => {
    assert.deepEqual(service.violations, []);
    await service.close();
  });

  const git = async (...args: string[]): Promise<string> => await (await service.repository('alice/website')).git(args);
  const create = (name: string, base = 'main'): Promise<boolean> =>
    createWorkBranch({ host: 'local', ...at, connect: one.connect }, name, base, options);
  const sent = (): string[] => service.requests.map(({ operation }) => operation);

  it('starts at the given branch', async () => {
    assert.equal(await create('12-fix'), true);
    assert.equal(await git('rev-parse', '12-fix'), await git('rev-parse', 'main'));
    assert.deepEqual(sent(), ['branches.get', 'branches.create']);
  });

  it('stays as it is if it exists already', async () => {
    await create('12-fix');
    await service.act({ do: 'push', repository: 'alice/website', branch: '12-fix', files: { 'a.txt': 'a' } });
    const head = await git('rev-parse', '12-fix');
    service.clear();
    assert.equal(await create('12-fix'), false);
    assert.equal(await git('rev-parse', '12-fix'), head);
    changesWithin(3, sent(), 'branches.create');
  });

  it('is there if only the answer of its creation was lost, or was empty', async () => {
    service.fail({ operation: 'branches.create', fault: { kind: 'reset', at: 'body' } });
    assert.equal(await create('12-fix'), true);
    assert.equal(await git('rev-parse', '12-fix'), await git('rev-parse', 'main'));
    for (const status of [200, 201, 204]) {
      service.heal();
      service.fail({ operation: 'branches.create', fault: { kind: 'empty', status, done: true } });
      assert.equal(await create(`${status}-登录`), true);
      assert.equal(await git('rev-parse', `${status}-登录`), await git('rev-parse', 'main'));
    }
  });

  it('is there if the service says in any form that it exists', async () => {
    await create('12-fix');
    const bodies = [
      { error_code: 400, error_code_name: 'BAD_REQUEST', error_message: 'Branch already exists' },
      { error_message: '分支已存在' },
      { message: '409 Conflict' },
    ];
    for (const json of bodies) {
      service.heal();
      service.fail({ operation: 'branches.create', fault: { kind: 'answer', status: 400, json } });
      assert.equal(await create('12-fix'), false);
      await assert.rejects(create('13-other'), { name: 'Failure' });
    }
  });

  it('is refused with the failure of its creation', async () => {
    await assert.rejects(create('12-fix', 'no-such-base'), { name: 'Failure' });
    service.fail({ operation: 'branches.create', fault: { kind: 'error', status: 403, words: 'no' } });
    await assert.rejects(create('12-fix'), { kind: 'forbidden' });
  });
});

describe('assignIssue', () => {
  let service: Service;
  let one: Session;
  before(async () => {
    service = await startService();
    one = session(service);
  });
  after(async () => {
    assert.deepEqual(service.violations, []);
    await service.close();
  });

  it('assigns the issue and changes nothing else, with no request if it is assigned already', async () => {
    const { api } = await one.connect();
    const before: Issue = await api.issues.get({ ...at, number: '12' });
    await assignIssue(api, at, before, 'bob', options);
    await assignIssue(api, at, await api.issues.get({ ...at, number: '12' }), 'alice', options);
    const after = await api.issues.get({ ...at, number: '12' });
    const { title, body, state } = after;
    assert.deepEqual([title, body, state], [before.title, before.body, before.state]);
    assert.deepEqual(after.labels, before.labels);
    assert.equal((after.assignee ?? after.assignees[0])?.login, 'alice');
    service.clear();
    assert.equal(await assignIssue(api, at, after, 'alice', options), undefined);
    const { assignee } = after;
    assert.ok(assignee);
    const shared = { ...before, assignee: { ...assignee, login: 'bob' }, assignees: [assignee] };
    assert.equal(await assignIssue(api, at, shared, 'alice', options), undefined);
    assert.deepEqual(service.requests, []);
  });

  it('changes nothing if others changed the assignees since the issue was read', async () => {
    const { api } = await one.connect();
    const number = '12';
    await assignIssue(api, at, await api.issues.get({ ...at, number }), 'bob', options);
    const before = await api.issues.get({ ...at, number });
    await api.issues.edit({ ...at, number, title: 'Newer', assignee: 'carol' }, options);
    await assert.rejects(assignIssue(api, at, before, 'alice', options), { kind: 'invalid', field: 'agreed' });
    const { title, assignee, assignees } = await api.issues.get({ ...at, number });
    assert.deepEqual([title, (assignee ?? assignees[0])?.login], ['Newer', 'carol']);
  });

  it('reads the issue again if the reply does not say so, and fails if the assignee stayed as it was', async () => {
    const { api } = await one.connect();
    const before = await api.issues.get({ ...at, number: '11' });
    const json = { number: 11, title: before.title, state: 'opened', assignee: null };
    service.fail({ operation: 'issues.edit', fault: { kind: 'answer', status: 200, json } });
    const refused = { kind: 'refused', reason: 'notAssigned', about: ['alice'] };
    await assert.rejects(assignIssue(api, at, before, 'alice', options), refused);
    service.heal();
    service.fail({ operation: 'issues.edit', fault: { kind: 'answer', status: 200, json, done: true } });
    const assigned = await assignIssue(api, at, before, 'alice', options);
    assert.equal((assigned?.assignee ?? assigned?.assignees[0])?.login, 'alice');
    service.heal();
  });
});
