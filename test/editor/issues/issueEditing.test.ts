import assert from 'node:assert/strict';
import { Budget } from '../../../src/api/throttle/budget.ts';
import { IssueEditing } from '../../../src/editor/features/issues/commands/issueEditing.ts';
import type { AtRepository } from '../../../src/editor/kit/commands/declare.ts';
import type { LoadRecordTools } from '../../../src/editor/documents/commands/recordTools.ts';
import { Changes } from '../../../src/editor/kit/changes.ts';
import { createInvocation, type Places } from '../../../src/editor/kit/command.ts';
import { WaitingRequests } from '../../../src/editor/kit/waitingRequests.ts';
import { fakeApi } from '../../kit/fakeApi.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';

const host = { id: 'gitcode', name: 'GitCode' };
const name = { host: 'gitcode', owner: 'alice', repo: 'website' };

describe('A bulk edit of issues at a host with a limit', () => {
  const person = new Person();
  beforeEach(() => person.sit());
  afterEach(() => person.leave());

  it('tells before and meanwhile how long it takes, and that its requests wait', async () => {
    const perMinute = 8;
    const numbers = ['1', '2', '3', '4', '5', '6'];
    const budget = new Budget(perMinute);
    const { api, net } = fakeApi(
      ({ url, method }) => {
        const state = method === 'GET' ? 'open' : 'closed';
        const issue = (number: string) => ({ number, state, title: `Issue ${number}`, labels: [] });
        const number = /\/issues\/(\d+)/.exec(url)?.[1];
        return { body: number === undefined ? numbers.map(issue) : issue(number) };
      },
      { budget },
    );
    const waiting = new WaitingRequests({
      delayedRequests: () =>
        budget.state.waiting.length === 0
          ? []
          : ([{ ...budget.state, host, perMinute, cancel: () => budget.cancelWaiting() }] as never),
      onDidChangeDelayedRequests: (listener) => budget.onDidChange(() => listener()),
    });
    const context = {
      origin: 'palette',
      silent: false,
      places: {} as Places,
      title: 'Edit Issues',
      delay: waiting,
    } as const;
    const { invocation } = createInvocation(context);
    const load = (() => Promise.resolve({ records: { find: () => undefined } })) as unknown as LoadRecordTools;
    const at = { owner: 'alice', repo: 'website' };
    const on = { api, name, at, connection: { budget, account: { login: 'alice' } } } as unknown as AtRepository;
    const edited = new IssueEditing(new Changes(), load).editMany(on, numbers, () => ({ state: 'close' }), invocation);
    const { detail } = await person.answers(/^6 of 6 change\.$/, 'Change 6 issues');
    assert.match(detail, /\n\nThis takes about 2 min: the host allows 8 requests a minute\.$/);
    const work = await person.watches(/^Changing 6 issues$/);
    await until(() => work.reports.includes('#1, about 2 min left'));
    await until(() => work.reports.some((text) => /^Waiting for the limit of GitCode \(\d+ s\)$/.test(text)));
    work.cancel();
    const results = await edited;
    assert.deepEqual(
      results.map(({ changed }) => changed),
      // One request read all, two change each.
      [true, true, true, false, false, false],
    );
    await person.answers(/^3 issues changed, 3 not\.$/);
    assert.equal(net.sent.length, perMinute);
    waiting.dispose();
  });
});
