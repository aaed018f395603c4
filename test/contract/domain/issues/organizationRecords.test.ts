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

  it('are unsupported where the host has no such list, and then not asked for again', async () => {
    clients.service.set({ operation: 'inbox.*', habits: { optionalOperations: '404' } });
    const pages = issues({ state: 'open' });
    await rejection(read(pages), 'unsupported');
    clients.service.clear();
    await rejection(read(pages), 'unsupported');
    assert.deepEqual(sent(), []);
  });
});
