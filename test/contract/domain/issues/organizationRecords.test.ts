import assert from 'node:assert/strict';
import { Budget } from '../../../../src/api/throttle/budget.ts';
import type { Pages } from '../../../../src/api/client/pages.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { accountOf } from '../../../../src/domain/hosts/hosts.ts';
import { organizationIssuePages, organizationPullPages } from '../../../../src/domain/issues/organizationRecords.ts';
import type { IssueQuery } from '../../../../src/domain/issues/queries.ts';
import type { PullRequestQuery } from '../../../../src/domain/pullRequests/pullRequestQueries.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { aHost } from '../../../kit/sessions.ts';
import { Clients } from '../../kit/clients.ts';

describe('records of an organization', () => {
  const clients = Clients.ofSuite();
  before(async () => {
    const { service } = clients;
    for (const [repo, count] of [
      ['platform', 2],
      ['docs', 1],
    ] as const)
      for (let index = 1; index <= count; index += 1) {
        const head = `topic-${index}`;
        const files = { [`${head}.txt`]: head };
        await service.act({ do: 'push', repository: `acme/${repo}`, branch: head, files });
        const made = { owner: 'acme', repo, title: `${repo} ${index}`, head, base: 'main' };
        await clients.as('alice').pullRequests.create(made);
      }
  });

  const parts = () => {
    const host = aHost({ apiUrl: clients.service.url, webUrl: clients.service.url });
    const account = accountOf(host, 'alice');
    return [
      { host, account, api: clients.as('alice'), budget: new Budget(0) },
      new HostFeatures(memoryStorage()),
      'acme',
    ] as const;
  };
  const issues = (query: IssueQuery) => organizationIssuePages(...parts(), query, {});
  const pulls = (query: PullRequestQuery) => organizationPullPages(...parts(), query, {});
  async function read<T>(pages: Pages<T>): Promise<{ items: T[]; unreadable: number }> {
    const items: T[] = [];
    let unreadable = 0;
    for await (const page of pages.pages()) {
      items.push(...page.items);
      unreadable += page.unreadable.length;
    }
    return { items, unreadable };
  }
  const sent = (): string[] => clients.service.requests.map(({ operation }) => operation);

  it('are the issues that fit the filter of a repository, in any state', async () => {
    const { items: open } = await read(issues({ state: 'open' }));
    const { items: all } = await read(issues({ state: 'all' }));
    assert.ok(open.length > 0 && all.length > open.length);
    const { record } = await clients.service.repository('acme/platform');
    const mine = [...record.issues.values()].filter(({ assignee }) => assignee === 'alice').map(({ id }) => String(id));
    const { items: own } = await read(issues({ state: 'all', assignee: '@me', updated_after: '-3650d' }));
    assert.deepEqual(new Set(own.map(({ id }) => id)), new Set(mine));
    assert.deepEqual((await read(issues({ created_before: '2001-01-01' }))).items, []);
    assert.deepEqual([...new Set(sent())], ['inbox.organizationIssues']);
    // The list tells no people.
    assert.deepEqual(await read(issues({ state: 'open', creator: 'bob' })), { items: [], unreadable: open.length });
  });

  it('are the pull requests with their titles, by one request for each repository', async () => {
    const titles = async (query: PullRequestQuery) => (await read(pulls(query))).items.map(({ title }) => title).sort();
    assert.deepEqual(await titles({ state: 'open' }), ['docs 1', 'platform 1', 'platform 2']);
    assert.deepEqual(sent().sort(), ['inbox.organizationPulls', 'pullRequests.list', 'pullRequests.list']);
    assert.deepEqual(await titles({ state: 'open', author: '@me', base: 'main' }), [
      'docs 1',
      'platform 1',
      'platform 2',
    ]);
    assert.deepEqual(await titles({ state: 'open', assignee: 'bob' }), []);
  });

  it('counts what it cannot show', async () => {
    const where = { owner: 'acme', repo: 'platform' };
    clients.service.fail({ operation: 'pullRequests.list', where, fault: { kind: 'error', status: 403 } });
    const { items, unreadable } = await read(pulls({ state: 'open' }));
    assert.deepEqual([items.map(({ title }) => title), unreadable], [['docs 1'], 2]);
  });

  const answer = (operation: string, json: unknown): void =>
    clients.service.fail({ operation, fault: { kind: 'answer', status: 200, json } });
  const params = (): unknown => clients.service.requests.at(-1)?.params;

  it('are filtered by people and milestone where the host tells them', async () => {
    const at = { repository: { full_name: 'acme/platform' } };
    answer('inbox.organizationIssues', [
      {
        number: '1',
        user: { login: 'bob' },
        assignee: { login: 'carol' },
        milestone: { number: 1, title: 'v1' },
        ...at,
      },
      { number: '2', user: { login: 'alice' }, assignees: [{ login: 'dave' }, { login: 'Erin' }], ...at },
      { number: '3', user: { login: 'alice' }, ...at },
      { number: '4', user: { login: 'bob' } },
    ]);
    const found = async (query: IssueQuery) => {
      const { items, unreadable } = await read(issues(query));
      return [items.map(({ number }) => number).join(), unreadable];
    };
    // The last issue names no repository: it is missed where it could fit.
    assert.deepEqual(await found({ creator: 'BOB' }), ['1', 1]);
    assert.deepEqual(await found({ assignee: 'erin' }), ['2', 0]);
    assert.deepEqual(await found({ milestone: 'V1' }), ['1', 0]);
    assert.deepEqual(await found({ milestone: 'none' }), ['2,3', 1]);
  });

  it('are filtered by this account and sorted by the host', async () => {
    clients.service.clear();
    const { items } = await read(issues({ creator: '@me', sort: 'updated' }));
    const { record } = await clients.service.repository('acme/platform');
    const own = [...record.issues.values()].filter(({ author, state }) => author === 'alice' && state === 'opened');
    assert.ok(own.length > 0 && own.every(({ id }) => items.some((item) => item.id === String(id))));
    const { filter, sort } = params() as Record<string, unknown>;
    assert.deepEqual([filter, sort], ['created', 'updated_at']);
  });

  it('asks for pull requests in any state, which the repositories then filter by one that the host lacks', async () => {
    clients.service.clear();
    assert.deepEqual(await read(pulls({ state: 'locked' })), { items: [], unreadable: 0 });
    const states = clients.service.requests.map(({ operation, params: { state } }) => `${operation} ${String(state)}`);
    assert.deepEqual([...new Set(states)], ['inbox.organizationPulls all', 'pullRequests.list locked']);
  });

  it('reads no repository for a pull request that has its title, and counts one that names no repository', async () => {
    clients.service.clear();
    const base = { ref: 'main', repo: { full_name: 'acme/docs', path: 'docs' } };
    answer('inbox.organizationPulls', [
      { number: 7, title: 'Told', base },
      { number: 8, base: { ref: 'main' } },
    ]);
    const { items, unreadable } = await read(pulls({ state: 'open' }));
    assert.deepEqual([items.map(({ title }) => title), unreadable, sent()], [['Told'], 1, ['inbox.organizationPulls']]);
  });

  it('are unsupported where the host has no such list, and then not asked for again', async () => {
    clients.service.set({ operation: 'inbox.*', habits: { optionalOperations: '404' } });
    const pages = issues({ state: 'open' });
    await rejection(read(pages), 'unsupported');
    clients.service.clear();
    await rejection(read(pages), 'unsupported');
    assert.deepEqual(sent(), []);
  });
});
