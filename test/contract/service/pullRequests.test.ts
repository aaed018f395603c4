import assert from 'node:assert/strict';
import { allRows } from '../../../scripts/apiCoverage/table.ts';
import type { Service } from '../../service/handle.ts';
import { ownEndpoints } from '../../service/ownEndpoints.ts';
import { startService } from '../../service/service.ts';
import { api, items, record, violationsOf, visitor } from './visitor.ts';

const website = '/repos/alice/website';
const pull = (number: number, rest = ''): string => api(`${website}/pulls/${number}${rest}`);

describe('local service: pull requests as the live service has them', () => {
  let service: Service;
  before(async () => (service = await startService()));
  after(() => service.close());
  afterEach(() => service.reset());

  const as = (login: string) => {
    const ask = visitor(service, login);
    return {
      get: async (path: string) => await ask(path),
      send: async (method: string, path: string, json?: unknown) => await ask(path, { method, json }),
    };
  };
  const logins = (json: unknown): unknown[] => items(json).map(({ login }) => login);

  it('adds and removes people of three roles, and tells who may have one', async () => {
    const { get, send } = as('alice');
    const [one, reviewers] = [pull(41), pull(41, '/reviewers')];
    assert.deepEqual(logins((await send('POST', reviewers, { reviewers: 'bob', add: true })).json), [
      'xiaoming',
      'bob',
    ]);
    assert.deepEqual(logins((await send('POST', reviewers, { reviewers: 'bob,carol', add: false })).json), [
      'bob',
      'carol',
    ]);
    assert.deepEqual(logins((await send('DELETE', reviewers, { reviewers: 'bob' })).json), ['carol']);
    const added = items((await send('POST', pull(41, '/testers'), { testers: 'erik', add: true })).json);
    assert.deepEqual(added.map(Object.keys), [
      ['id', 'login', 'name'],
      ['id', 'login', 'name'],
    ]);
    const testing = items((await get(api(`${website}/pulls/option_testers`))).json);
    assert.equal(testing.find(({ login }) => login === 'erik')?.id, added[1]?.id);
    assert.deepEqual((await send('POST', pull(41, '/assignees'), { assignees: 'carol' })).json, {
      assignees_number: 3,
    });
    assert.equal((await send('DELETE', pull(41, '/assignees?assignees=xiaoming'))).status, 204);
    const { assignees, approval_reviewers: reviewing, testers } = record((await get(one)).json);
    assert.deepEqual([assignees, reviewing, testers].map(logins), [['bob', 'carol'], ['carol'], ['carol', 'erik']]);
    assert.deepEqual(
      items(assignees).map(({ accept }) => accept),
      [true, false],
    );
    await send('PATCH', pull(41, '/assignees'), { reset_all: true });
    assert.ok(items(record((await get(one)).json).assignees).every(({ accept }) => accept === false));
    const candidates = logins((await get(pull(41, '/option_reviewers'))).json);
    assert.deepEqual(candidates, ['bob', 'xiaoming', 'erik']);
    assert.deepEqual(violationsOf(service), []);
  });

  it('lets no author approve an own pull request, and marks every role of somebody else', async () => {
    const own = await as('alice').send('POST', pull(41, '/review'), { force: false });
    const words = 'Merge request author cannot operate their own merge request';
    assert.deepEqual([own.status, record(own.json).error_message], [400, words]);
    await as('alice').send('POST', pull(42, '/review'), {});
    const { assignees, approval_reviewers: reviewers } = record((await as('bob').get(pull(42))).json);
    assert.deepEqual(
      [...items(assignees), ...items(reviewers)].map(({ accept }) => accept),
      [true, true],
    );
  });

  it('refuses a merge with the sentence of the condition, and tells what stands in its way', async () => {
    const settings = api(`${website}/pull_request_settings`);
    const { get, send } = as('alice');
    await send('PUT', settings, { disable_merge_by_self: true, approval_required_approvers: 2 });
    assert.equal(record((await get(settings)).json).approval_required_approvers, 2);
    service.set({ habits: { settingsForm: 'nested' } });
    const nested = record((await get(settings)).json).merge_request_setting;
    assert.deepEqual([record(nested).approval_required_approvers, record(nested).disable_merge_by_self], [2, 1]);
    assert.equal((await as('bob').get(settings)).status, 403);
    const state = record(record((await get(pull(41))).json).mergeable_state);
    assert.deepEqual([state.state, state.status_without_user_auth, state.merge_by_self_passed], [false, false, false]);
    assert.equal(record(state.reason).resolve_discussion_passed, '还有未解决的评论，请先解决全部评论。');
    assert.equal(record(state.merge_request_switch).disable_merge_by_self, true);
    const refused = await as('xiaoming').send('PUT', pull(41, '/merge'), {});
    assert.deepEqual(
      [refused.status, record(refused.json).error_message],
      [405, '还有未解决的评论，请先解决全部评论。'],
    );
  });

  it('tells an account what it may do, and answers 500 for a missing repository', async () => {
    const selected = async (login: string): Promise<unknown[]> => {
      const { resource_trees: trees } = record(
        (await as(login).get(api(`${website}/collaborators/self-permission`))).json,
      );
      const actions = items(items(trees).find(({ scope }) => scope === 'pr')?.actions);
      return actions.filter((one) => one.selected).map(({ action }) => action);
    };
    assert.ok((await selected('alice')).includes('merge'));
    assert.deepEqual(await selected('carol'), ['create']);
    assert.equal((await as('alice').get(api('/repos/alice/none/collaborators/self-permission'))).status, 500);
  });

  it('logs what happens to a pull request and to an issue, the newest first', async () => {
    const { get, send } = as('alice');
    await send('PATCH', pull(41), { title: 'Login', body: 'Other', labels: 'bug', draft: true });
    await send('PATCH', pull(41), { state: 'closed' });
    await send('PATCH', pull(41), { state: 'open' });
    await send('PUT', pull(41, `/comments/${'c'.repeat(40)}`), { resolved: true });
    const logs = items((await get(pull(41, '/operate_logs?per_page=7'))).json);
    assert.deepEqual(
      logs.map(({ action_type: type }) => type),
      ['discussion', 'opened', 'closed', 'description', 'title', 'title', 'label'],
    );
    assert.equal(logs.at(-1)?.content, 'remove label enhancement');
    const { issues } = service.state.repositories.get('alice/website')!;
    const { number } = [...issues.values()].find(({ state }) => state === 'opened')!;
    await send('PATCH', api(`/repos/alice/issues/${number}`), {
      repo: 'website',
      title: 'Other',
      state: 'close',
      labels: 'bug',
    });
    const own = items((await get(api(`/repos/alice/issues/${number}/operate_logs?repo=website`))).json);
    assert.equal(own[0]?.action_type, 'closed');
    assert.ok(own.some(({ content }) => String(content).startsWith('changed title from **')));
    assert.deepEqual([typeof own[0].issue_id, typeof own[0].update_at], ['string', 'string']);
  });

  it('keeps the branches of an issue, and the texts that a record had', async () => {
    const { get, send } = as('alice');
    const branches = api(`${website}/issues/3/related_branches`);
    assert.deepEqual((await send('PUT', branches, { branch_names: ['develop'] })).json, ['develop']);
    assert.deepEqual((await get(branches)).json, ['develop']);
    assert.equal((await send('PUT', branches, { branch_names: ['nothing'] })).status, 404);
    await send('PATCH', pull(41), { body: 'Second' });
    const texts = items((await get(pull(41, '/modify_history'))).json);
    assert.deepEqual(
      texts.map(({ content, created }) => [String(content).slice(0, 6), created]),
      [
        ['Second', false],
        ['A firs', true],
      ],
    );
    const { pullRequests } = service.state.repositories.get('alice/website')!;
    service.state.reactions.set(pullRequests.get(41)!.id, [{ id: 1, name: 'party', by: 'bob' }]);
    const reactions = items((await get(pull(41, '/user_reactions?emoji_name=party'))).json);
    assert.deepEqual([reactions[0]?.emoji, record(reactions[0]?.user).login], ['🎉', 'bob']);
    assert.deepEqual((await get(pull(41, '/user_reactions?emoji_name=like'))).json, []);
  });

  it('takes the words of a state that it knows', async () => {
    const change = async (state: string): Promise<string> => {
      const params = { owner: 'alice', repo: 'website', number: 41, state };
      await service.act({ do: 'call', operation: 'pullRequests.edit', params, as: 'alice' });
      return service.state.repositories.get('alice/website')!.pullRequests.get(41)!.state;
    };
    service.set({ habits: { stateWords: 'reopen, close' } });
    assert.deepEqual([await change('close'), await change('reopen')], ['closed', 'open']);
    await assert.rejects(change('closed'), /state must be one of reopen, close/);
    service.set({ habits: { stateWords: 'open, closed' } });
    assert.deepEqual([await change('closed'), await change('open')], ['closed', 'open']);
    await assert.rejects(change('close'), /state must be one of open, closed/);
  });

  it('refuses the id of a discussion in the place of a comment, a path outside of the difference, and writing in v4', async () => {
    const { get, send } = as('alice');
    const refused = await get(api(`${website}/pulls/comments/${'c'.repeat(40)}`));
    assert.deepEqual(
      [refused.status, record(refused.json).error_message],
      [400, 'Orchestration error: Invalid path parameter: note_id, number required'],
    );
    const place = { body: 'x', path: 'README.md', position: 1 };
    const outside = record((await send('POST', pull(41, '/comments'), place)).json);
    assert.match(String(outside.error_message), /^diff failed to be generated/);
    assert.deepEqual(violationsOf(service), []);
    const discussions = '/api/v4/projects/alice%2Fwebsite/merge_requests/41/discussions';
    assert.equal((await send('POST', discussions, { body: 'x' })).status, 403);
    assert.deepEqual(violationsOf(service), ['v4 is for reading only']);
  });

  it('keeps the range, the file and the version that a comment names, and tells when its file has changed', async () => {
    const { get, send } = as('alice');
    const comments = pull(41, '/comments');
    const line = { path: 'src/login.ts', position: 3, line: 3, new_line: 3, position_type: 'text' };
    const range = record((await send('POST', comments, { body: 'Range', ...line, start_line: 2, end_line: 3 })).json);
    const file = record(
      (await send('POST', comments, { body: 'File', path: line.path, position_type: 'binary' })).json,
    );
    const listed = items((await get(`${comments}?per_page=100`)).json);
    const positions = [range, file].map(({ id }) => listed.find((one) => one.discussion_id === id)?.diff_position);
    assert.deepEqual(positions, [
      { start_new_line: 2, end_new_line: 3, position_type: 'text' },
      { position_type: 'binary' },
    ]);
    const read = async () => record((await get(api(`${website}/pulls/comments/${String(range.note_id)}`))).json);
    const before = await read();
    await service.act({
      do: 'push',
      repository: 'alice/website',
      branch: 'feature/login',
      files: { 'src/login.ts': '' },
    });
    const after = await read();
    assert.deepEqual([before.is_outdated, after.is_outdated], [false, true]);
    assert.deepEqual(after.position, before.position);
  });

  it('shows the rows of a difference with their numbers', async () => {
    const { diffs, count } = record((await as('alice').get(pull(41, '/files.json'))).json);
    assert.equal(count, 3);
    const file = items(diffs).find(({ statistic }) => record(statistic).path === 'src/login.ts');
    const [head, first] = items(record(file?.content).text);
    assert.deepEqual([head?.type, first?.type, record(first?.new_line).line_num], ['match', 'new', 1]);
  });

  it('serves itself only what the client does not call', () => {
    const called = new Set(allRows().map(({ endpoint: { method, path } }) => `${method} ${path}`));
    const own = Object.values(ownEndpoints).flatMap(
      (rows) => Object.values(rows) as { method: string; path: string }[],
    );
    assert.deepEqual(
      own.map(({ method, path }) => `${method} ${path}`).filter((row) => called.has(row)),
      [],
    );
  });
});
