import assert from 'node:assert/strict';
import type { Api } from '../../../../src/api/client/client.ts';
import {
  editIssues,
  ignoredInputs,
  labelsOf,
  type IssueResult,
} from '../../../../src/domain/documents/assist/issueEdits.ts';
import { bulkInputs, listedIssues, undoOf, type BulkChange } from '../../../../src/domain/issues/bulkEdit.ts';
import { budget, within } from '../../../budgets.ts';
import { Clients } from '../../kit/clients.ts';

describe('a bulk edit', () => {
  const clients = Clients.ofSuite();
  let api: Api;
  before(() => (api = clients.as('alice')));

  /** A repository with `count` issues, every second one with the label `old`. */
  async function issues(count: number) {
    const at = await clients.fresh(false);
    const numbers: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const labels = index % 2 === 0 ? ['stays', 'old'] : ['stays'];
      const created = await api.issues.create({ ...at, title: `Issue ${index}`, labels });
      numbers.push(created?.number ?? assert.fail('the response has no issue'));
    }
    clients.service.clear();
    const scope = { api, repository: { host: 'local', ...at }, login: 'alice' };
    const edit = (change: BulkChange): Promise<IssueResult[]> => editIssues(scope, numbers, bulkInputs(change));
    const read = (number = ''): ReturnType<Api['issues']['get']> => api.issues.get({ ...at, number });
    return { at, scope, numbers, edit, read };
  }

  const sent = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;

  it('sends one change for each issue that differs, and none the second time', async () => {
    const { numbers, edit, read } = await issues(40);
    await edit({ remove_labels: ['old'] });
    assert.deepEqual([sent('issues.get'), sent('issues.edit')], [40, 20]);
    const before = clients.service.requests.length;
    await edit({ add_labels: ['new'], state: 'close' });
    within(budget.requests.editIssues(40), clients.service.requests.length - before);
    assert.deepEqual([sent('issues.get'), sent('issues.edit')], [80, 60]);
    await edit({ add_labels: ['new'], state: 'close' });
    assert.deepEqual([sent('issues.get'), sent('issues.edit')], [120, 60]);
    for (const number of numbers) {
      const now = await read(number);
      assert.deepEqual([labelsOf(now).sort(), now.state], [['new', 'stays'], 'closed']);
    }
  });

  it('previews 250 issues with four requests, and then changes only those that differ', async () => {
    const { at, scope, numbers } = await issues(250);
    for (const number of numbers.slice(0, 7)) await api.issues.edit({ ...at, number, title: 'Closed', state: 'close' });
    clients.service.clear();
    const close = bulkInputs({ state: 'close' });
    const all = [...numbers, '99999'];
    const known = await listedIssues(scope, all);
    const plan = await editIssues(scope, all, close, { dryRun: true, loadedIssues: known });
    assert.deepEqual([sent('issues.list'), sent('issues.get'), sent('issues.edit')], [3, 1, 0]);
    const affected = plan.flatMap(({ number, inputs }) => (inputs === undefined ? [] : [number]));
    assert.deepEqual([affected.length, plan.at(-1)?.failure?.kind], [243, 'missing']);

    const stop = new AbortController();
    let results = 0;
    const changed = await editIssues(scope, affected, close, {
      signal: stop.signal,
      onResult: () => (results += 1) === 30 && stop.abort(),
    });
    assert.deepEqual([sent('issues.edit'), results], [30, 243]);
    assert.equal(changed.filter(({ failure }) => failure?.kind === 'cancelled').length, 213);
    const { counts } = await api.issues.list({ ...at, state: 'closed' });
    assert.equal(counts.total_count, 37);
  });

  it('previews one issue, or old ones among many, with one request each', async () => {
    const { scope, numbers } = await issues(120);
    assert.equal((await listedIssues(scope, numbers.slice(0, 1))).size, 0);
    assert.equal(clients.service.requests.length, 0);
    // The newest issues are listed first.
    clients.habit({ paging: 'repeated' });
    assert.equal((await listedIssues(scope, numbers.slice(0, 40))).size, 20);
    within(4, sent('issues.list'));
  });

  it('is undone as a whole, except what others changed since', async () => {
    const { at, scope, numbers, edit, read } = await issues(3);
    const results = await edit({ add_labels: ['new'], remove_labels: ['old'], assignee: 'bob' });
    const [, second = ''] = numbers;
    await api.issues.edit({ ...at, number: second, title: 'Theirs', assignee: 'alice', labels: ['new', 'theirs'] });
    const others = new Map<string, readonly string[]>();
    await editIssues(scope, numbers, (now) => {
      const { inputs, changedByOthers } = undoOf(results.find(({ number }) => number === now.number) ?? now, now);
      others.set(now.number, changedByOthers);
      return inputs;
    });
    const [first, theirs] = [await read(numbers[0]), await read(second)];
    assert.deepEqual([labelsOf(first).sort(), first.assignee], [['old', 'stays'], undefined]);
    assert.deepEqual([theirs.title, labelsOf(theirs), theirs.assignee?.login], ['Theirs', ['theirs'], 'alice']);
    assert.deepEqual([...others.values()], [[], ['assignee', 'labels'], []]);
  });

  it('names the labels that a service only adds', async () => {
    const { edit } = await issues(1);
    clients.habit({ labelsOnEdit: 'add' });
    const [removed] = await edit({ remove_labels: ['old'] });
    assert.deepEqual(ignoredInputs(removed ?? {}), ['labels']);
    const [added] = await edit({ add_labels: ['new'] });
    assert.deepEqual(ignoredInputs(added ?? {}), []);
  });

  it('names the labels that a service does not know', async () => {
    const { edit } = await issues(1);
    clients.habit({ unknownLabel: 'ignored' });
    const [added] = await edit({ add_labels: ['unknown'] });
    assert.deepEqual(ignoredInputs(added ?? {}), ['labels']);
    clients.habit({ unknownLabel: 'refused' });
    const [refused] = await edit({ add_labels: ['unknown'] });
    assert.equal(refused?.issue, undefined);
    assert.ok(refused?.failure !== undefined);
  });

  it('changes the milestone also if the service does not tell the one of an issue', async () => {
    const { at, edit } = await issues(2);
    const { number = '' } = (await api.milestones.create({ ...at, title: 'M', due_on: '2031-01-31' })) ?? {};
    clients.habit({ issueMilestone: false });
    const results = await edit({ milestone: Number(number) });
    assert.deepEqual(
      results.map((result) => ignoredInputs(result)),
      [[], []],
    );
    const { items } = await api.issues.list({ ...at, milestone: 'M' });
    assert.equal(items.length, 2);
  });
});
