import assert from 'node:assert/strict';
import { rejection } from '../../../kit/rejection.ts';
import { optionalOperation, website } from '../operations/operation.ts';

const notify = (type: string, kind: 'issues' | 'merge_requests', number: number) => ({
  do: 'notify' as const,
  repository: 'alice/website',
  about: { to: 'alice', actor: 'bob', kind, number, type, content: `[bob] ${type}` },
});

export const inbox = [
  optionalOperation(
    'inbox.pulls',
    'lists those of one scope in all repositories',
    async ({ api, as, service, fresh }) => {
      const { owner, repo } = await fresh();
      const push = { do: 'push', repository: `${owner}/${repo}`, branch: 'topic', files: { 'a.txt': '1' } } as const;
      const { sha } = (await service.act(push)) as { sha: string };
      const made = { owner, repo, title: 'Topic', head: 'topic', base: 'main', assignees: ['bob'] };
      await api.pullRequests.create(made);
      type Scope = 'created_by_me' | 'assigned_to_me' | 'need_my_approve';
      const heads = async (of: typeof api, scope: Scope): Promise<(string | undefined)[]> =>
        (await of.inbox.pulls({ scope, state: 'open' })).items
          .filter(({ base }) => base.repo?.full_name === `${owner}/${repo}`)
          .map(({ head }) => head.sha);
      assert.deepEqual([await heads(api, 'created_by_me'), await heads(api, 'need_my_approve')], [[sha], []]);
      const bob = as('bob');
      assert.deepEqual([await heads(bob, 'created_by_me'), await heads(bob, 'need_my_approve')], [[], [sha]]);
      const refused = { kind: 'error', status: 400 } as const;
      service.fail({ operation: 'inbox.pulls', where: { scope: 'need_my_approve' }, fault: refused });
      await rejection(bob.inbox.pulls({ scope: 'need_my_approve' }), 'invalid');
      assert.deepEqual(await heads(bob, 'assigned_to_me'), [sha]);
      service.set({ habits: { pullScopes: 'ignored' } });
      assert.deepEqual(await heads(api, 'assigned_to_me'), [sha]);
    },
  ),

  optionalOperation('inbox.issues', 'lists open ones with their repository', async ({ api }) => {
    const { items } = await api.inbox.issues({ filter: 'assigned', sort: 'updated_at', direction: 'desc' });
    assert.ok(items.some(({ repository }) => repository?.full_name === 'alice/website'));
    assert.ok(items.every(({ assignee, state }) => assignee?.login === 'alice' && state !== 'closed'));
    const { items: all } = await api.inbox.issues({ filter: 'all' });
    assert.ok(all.length > items.length);
  }),

  optionalOperation('inbox.notifications', 'lists the unread ones, or all', async ({ api, service }) => {
    await service.act(notify('issue_open', 'issues', 3));
    const { items } = await api.inbox.notifications(website);
    assert.deepEqual([items[0]?.type, items[0]?.unread, items[0]?.actor?.login], ['issue_open', true, 'bob']);
    assert.equal(items[0]?.html_url, `${service.url}/alice/website/issues/3`);
    const { items: all } = await api.inbox.notifications({ ...website, unread: false });
    assert.equal(all.length, items.length + 1);
    await rejection(api.inbox.notifications({ ...website, repo: 'none' }), 'broken');
    service.set({ habits: { inboxForms: 'documented' } });
    await rejection(api.inbox.notifications({ ...website, repo: 'none' }), 'missing');
  }),

  optionalOperation('inbox.markRead', 'marks as read, by form and address', async ({ api, service, arrived }) => {
    for (const number of [1, 2]) await service.act(notify('merge_requests_open', 'merge_requests', number));
    const unread = async () => (await api.inbox.notifications(website)).items.map(({ id }) => id);
    const [first = '', second = '', ...rest] = await unread();
    await api.inbox.markRead({ ...website, ids: [first, second] });
    assert.deepEqual([await unread(), arrived().params.ids], [rest, [first, second]]);
    await api.inbox.markRead({ ...website, ids: rest });
    assert.deepEqual(await unread(), []);
  }),

  optionalOperation('inbox.comments', 'lists those of all issues since a time', async ({ api, service }) => {
    const since = new Date().toISOString();
    await service.act({ do: 'comment', repository: 'alice/website', number: 3, body: 'New', as: 'bob' });
    const told = async () => {
      const { items, counts } = await api.inbox.comments({ ...website, since, sort: 'created', direction: 'desc' });
      return [items.map(({ user, target }) => [user?.login, target?.issue?.number]), counts.total_count];
    };
    assert.deepEqual(await told(), [[['bob', '3']], 1]);
  }),

  optionalOperation('inbox.organizationIssues', 'lists those of all repositories', async ({ api }) => {
    const { items } = await api.inbox.organizationIssues({ org: 'acme', state: 'open' });
    assert.ok(items.length > 0 && items.every(({ repository }) => repository?.full_name?.startsWith('acme/')));
    await rejection(api.inbox.organizationIssues({ org: 'none' }), 'missing');
  }),

  optionalOperation('inbox.organizationPulls', 'lists them without titles and times', async ({ api, service, as }) => {
    const platform = { owner: 'acme', repo: 'platform' };
    const push = { do: 'push', repository: 'acme/platform', branch: 'topic', files: { 'a.txt': '1' } } as const;
    await service.act(push);
    const made = await api.pullRequests.create({ ...platform, title: 'Topic', head: 'topic', base: 'main' });
    const { items } = await as('bob').inbox.organizationPulls({ org: 'acme', author: 'alice' });
    assert.deepEqual(
      items.map(({ number, title, updated_at, base }) => [number, title, updated_at, base.repo?.path]),
      [[made?.number, undefined, undefined, 'platform']],
    );
  }),
];
