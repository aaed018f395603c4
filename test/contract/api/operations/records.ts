import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collect } from '../../../../src/core/async.ts';
import type { BodySource } from '../../../../src/api/http/fetch.ts';
import { rejection } from '../../../kit/rejection.ts';
import { operation, website } from './operation.ts';

const release = { tag_name: 'v1.0/α', name: 'One', body: '## New\n' };
const bytes = (size: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length: size }, (_, at) => at % 251);
const source = (content: Uint8Array<ArrayBuffer>): BodySource => ({
  size: content.byteLength,
  stream: () => new Blob([content]).stream(),
});

/** Listens on this machine and records the deliveries of webhooks. */
async function listener() {
  const got: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      response.writeHead(request.url === '/down' ? 503 : 200).end('noted');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { got, url, close: () => new Promise((resolve) => server.close(resolve)) };
}

export const records = [
  operation('members.set', 'adds a member and changes the permission', async ({ api, fresh }) => {
    const repo = await fresh();
    const added = await api.members.set({ ...repo, username: 'bob' });
    assert.deepEqual([added?.login, added?.permissions?.push], ['bob', true]);
    await api.members.set({ ...repo, username: 'bob', permission: 'translator' });
    assert.equal((await api.members.permission({ ...repo, username: 'bob' })).permission, 'translator');
    await rejection(api.members.set({ ...repo, username: 'nobody' }), 'missing');
  }),

  operation('members.remove', 'removes a member', async ({ api, fresh }) => {
    const repo = await fresh();
    await api.members.set({ ...repo, username: 'bob', permission: 'pull' });
    await api.members.remove({ ...repo, username: 'bob' });
    assert.equal(await api.members.check({ ...repo, username: 'bob' }), false);
  }),

  operation('members.list', 'lists members', async ({ api }) => {
    const all = await collect(api.members.list.all({ ...website, per_page: 2 }));
    assert.deepEqual(all.map(({ login }) => login).sort(), ['alice', 'bob', 'carol', 'erik', 'xiaoming']);
    assert.equal(all.find(({ login }) => login === 'carol')?.permissions?.push, false);
  }),

  operation('members.check', 'is true or false, for every form of the answer', async ({ api, service }) => {
    assert.equal(await api.members.check({ ...website, username: 'bob' }), true);
    for (const notMember of [404, 200] as const) {
      service.set({ operation: 'members.check', habits: { notMember } });
      assert.equal(await api.members.check({ ...website, username: 'newcomer' }), false);
    }
  }),

  operation('members.permission', 'returns the permission of a user', async ({ api }) => {
    const { login, permission } = await api.members.permission({ ...website, username: 'bob' });
    assert.deepEqual([login, permission], ['bob', 'push']);
    await rejection(api.members.permission({ ...website, username: 'newcomer' }), 'missing');
  }),

  operation('releases.create', 'creates a release and its tag', async ({ api, fresh }) => {
    const repo = await fresh();
    const made = await api.releases.create({ ...repo, ...release, target_commitish: 'main', release_status: 'pre' });
    assert.deepEqual([made?.tag_name, made?.release_status, made?.author?.login], ['v1.0/α', 'pre', 'alice']);
    assert.equal((await api.tags.list(repo)).items[0]?.name, 'v1.0/α');
    await rejection(api.releases.create({ ...repo, ...release }), 'conflict');
    await rejection(
      api.releases.create({ ...repo, ...release, tag_name: 'x', target_commitish: 'nothing' }),
      'missing',
    );
  }),

  operation('releases.edit', 'changes name and text', async ({ api, fresh }) => {
    const repo = await fresh();
    await api.releases.create({ ...repo, ...release });
    const edited = await api.releases.edit({ ...repo, ...release, tag: release.tag_name, name: 'Uno', body: '' });
    assert.equal(edited?.name, 'Uno');
    const seen = await api.releases.byTag({ ...repo, tag: release.tag_name });
    assert.deepEqual([seen.name, seen.body], ['Uno', '']);
  }),

  operation(
    'releases.uploadGrant',
    'returns a grant whose upload registers the asset',
    async ({ api, fresh, service }) => {
      const repo = await fresh();
      await api.releases.create({ ...repo, ...release });
      const place = { ...repo, tag: release.tag_name };
      const file_name = '说明 #1+2%.zip';
      const grant = await api.releases.uploadGrant({ ...place, file_name });
      assert.ok(grant.url.startsWith(service.storageUrl));
      const content = bytes(300_000);
      let last = 0;
      await api.upload(grant, source(content), { onProgress: (sent) => (last = sent) });
      assert.equal(last, content.byteLength);
      const put = service.requests.findLast((request) => request.operation === 'upload.put');
      assert.equal(put?.headers.authorization, undefined);
      assert.equal(put?.headers['content-length'], String(content.byteLength));
      const { assets } = await api.releases.byTag(place);
      assert.ok(assets.some(({ name }) => name === file_name));
      const { size, body } = await api.releases.download({ ...place, file_name });
      assert.equal(size, content.byteLength);
      assert.deepEqual(new Uint8Array(await new Response(body).arrayBuffer()), content);
    },
  ),

  operation(
    'releases.list',
    'lists all releases at once, also without a token',
    async ({ api, anonymous, arrived }) => {
      const { items } = await api.releases.list(website);
      assert.deepEqual(
        items.map(({ tag_name }) => tag_name),
        ['v1.0', 'v1.1', 'release/2.0-beta'],
      );
      assert.ok(!arrived().path.includes('?'), 'no paging is sent');
      assert.equal((await anonymous.releases.list(website)).items.length, 3);
    },
  ),

  operation('releases.latest', 'returns the latest release', async ({ api }) => {
    assert.equal((await api.releases.latest({ ...website, type: 'latest' })).release_status, 'latest');
    assert.ok((await api.releases.latest({ ...website, type: 'updated' })).tag_name);
    await rejection(api.releases.latest({ owner: 'alice', repo: 'samples' }), 'missing');
  }),

  operation('releases.get', 'returns a release', async ({ api, arrived }) => {
    const seen = await api.releases.get({ ...website, tag: 'release/2.0-beta', temp_download_url: true });
    assert.deepEqual([seen.tag_name, seen.prerelease], ['release/2.0-beta', true]);
    assert.match(arrived().path, /\/releases\/release%2F2\.0-beta\?temp_download_url=true$/);
  }),

  operation(
    'releases.byTag',
    'returns a release, also one with the tag “latest”',
    async ({ api, anonymous, fresh }) => {
      const seen = await anonymous.releases.byTag({ ...website, tag: 'v1.1' });
      assert.ok(seen.assets.some(({ name, type }) => name === '说明 书.pdf' && type === 'attach'));
      const repo = await fresh();
      await api.releases.create({ ...repo, ...release, tag_name: 'latest', release_status: 'pre' });
      await api.releases.create({ ...repo, ...release, tag_name: 'other' });
      assert.equal((await api.releases.byTag({ ...repo, tag: 'latest' })).tag_name, 'latest');
    },
  ),

  operation(
    'releases.download',
    'returns the bytes, also from another site, without the token there',
    async ({ api, service }) => {
      const place = { ...website, tag: 'v1.1', file_name: '说明 书.pdf' };
      for (const download of ['bytes', 'redirect'] as const) {
        service.set({ operation: 'releases.download', habits: { download } });
        const { size, body } = await api.releases.download(place);
        const content = await new Response(body).arrayBuffer();
        assert.deepEqual([size, content.byteLength], [300_000, 300_000]);
      }
      service.set({ operation: 'releases.download', habits: { download: 'bytes' } });
      const elsewhere = service.requests.at(-1);
      assert.notEqual(elsewhere?.operation, 'releases.download');
      assert.equal(elsewhere?.headers.authorization, undefined);
      await rejection(api.releases.download({ ...place, file_name: 'none' }), 'missing');
    },
  ),

  operation('issues.create', 'creates an issue with every input', async ({ api, arrived }) => {
    const milestone = (await api.milestones.list({ ...website })).items[0];
    const made = await api.issues.create({
      ...website,
      title: 'A title: “quoted” #1 😀',
      body: 'Line\n\n```\ncode\n```\n',
      assignee: 'bob',
      milestone: Number(milestone?.number),
      labels: ['bug', '无障碍'],
      security_hole: true,
    });
    assert.equal(made?.state, 'opened');
    assert.ok(made.stage !== undefined && made.severity !== undefined);
    const { labels, security_hole, owner } = arrived().params;
    assert.deepEqual([owner, labels, security_hole], ['alice', 'bug,无障碍', true]);
    const seen = await api.issues.get({ ...website, number: made.number });
    assert.deepEqual(
      [seen.title, seen.body, seen.assignee?.login, seen.labels.map(({ name }) => name)],
      ['A title: “quoted” #1 😀', 'Line\n\n```\ncode\n```\n', 'bob', ['bug', '无障碍']],
    );
    assert.equal(seen.milestone?.title, milestone?.title);
  }),

  operation('issues.edit', 'closes, reopens and changes the sent fields', async ({ api }) => {
    const made = await api.issues.create({ ...website, title: 't', body: 'b', labels: 'bug' });
    const number = made?.number ?? '';
    const closed = await api.issues.edit({ ...website, number, title: 't', state: 'close' });
    assert.equal(closed?.state, 'closed');
    assert.ok(closed.finished_at);
    const opened = await api.issues.edit({
      ...website,
      number,
      title: 'u',
      state: 'reopen',
      labels: ['question'],
      assignee: 'carol',
    });
    assert.deepEqual([opened?.state, opened?.title, opened?.finished_at], ['opened', 'u', undefined]);
    const seen = await api.issues.get({ ...website, number });
    assert.deepEqual(
      [seen.body, seen.labels.map(({ name }) => name), seen.assignee?.login],
      ['b', ['question'], 'carol'],
    );
    await rejection(api.issues.edit({ ...website, number: 999_999, title: 't' }), 'missing');
  }),

  operation('issues.get', 'returns an issue', async ({ api }) => {
    const issue = await api.issues.get({ ...website, number: 1 });
    assert.equal(issue.number, '1');
    assert.equal(issue.repository?.full_name, 'alice/website');
    assert.ok(issue.user?.login && issue.created_at && issue.html_url);
  }),

  operation(
    'issues.list',
    'lists issues with every filter, and the counts of the headers',
    async ({ api, arrived }) => {
      const numbers = async (params: Omit<Parameters<typeof api.issues.list>[0], 'owner' | 'repo'>) =>
        (await collect(api.issues.list.all({ ...website, ...params }))).map(({ number }) => number);
      const page = await api.issues.list({ ...website, state: 'open', per_page: 5 });
      assert.equal(page.items.length, 5);
      const { total_count = 0, open_issues = 0, close_issues = 0, all_issues = 0 } = page.counts;
      assert.ok(total_count >= 5 && open_issues + close_issues === all_issues);
      const open = await numbers({ state: 'open', sort: 'created', direction: 'asc' });
      assert.deepEqual(await numbers({ state: 'open', per_page: 7 }), open.toReversed());
      assert.equal(open.length + (await numbers({ state: 'closed' })).length, (await numbers({ state: 'all' })).length);
      const time = '2026-01-31T09:30:00+08:00';
      await api.issues.list({
        ...website,
        since: time,
        created_after: time,
        created_before: time,
        updated_after: time,
        updated_before: time,
        created_at: time,
      });
      assert.equal(arrived().params.since, time);
      assert.match(arrived().path, /since=2026-01-31T09%3A30%3A00%2B08%3A00/);
      const filtered = await api.issues.list({
        ...website,
        labels: ['bug', '无障碍'],
        creator: 'alice',
        assignee: 'bob',
        milestone: '第三季度',
        sort: 'updated',
      });
      assert.ok(filtered.items.every(({ user, assignee }) => user?.login === 'alice' && assignee?.login === 'bob'));
      assert.ok(
        (await api.issues.list({ ...website, milestone: 'none' })).items.every(
          ({ milestone }) => milestone === undefined,
        ),
      );
    },
  ),

  operation(
    'issues.comments',
    'lists comments in both orders and since a time',
    async ({ api, anonymous, service }) => {
      const made = await api.issues.create({ ...website, title: 't' });
      const number = Number(made?.number);
      for (const body of ['one', 'two 二'])
        await service.act({ do: 'comment', repository: 'alice/website', number, body, as: 'bob' });
      const bodies = async (params: object) =>
        (await collect(anonymous.issues.comments.all({ ...website, number, ...params }))).map(({ body }) => body);
      assert.deepEqual(await bodies({ order: 'asc' }), ['one', 'two 二']);
      assert.deepEqual(await bodies({ order: 'desc', per_page: 1 }), ['two 二', 'one']);
      assert.deepEqual(await bodies({ since: '2100-01-01T00:00:00+08:00' }), []);
      const [comment] = (await api.issues.comments({ ...website, number })).items;
      assert.deepEqual([comment?.user?.login, comment?.target?.issue?.title], ['bob', 't']);
    },
  ),

  operation('milestones.list', 'lists milestones by state, the next due date first', async ({ api }) => {
    const due = (await api.milestones.list({ ...website, state: 'all', sort: 'due_on', direction: 'asc' })).items.map(
      ({ due_on = '' }) => due_on,
    );
    assert.deepEqual(due, due.toSorted());
    assert.ok(due.length >= 4);
    const closed = await collect(api.milestones.list.all({ ...website, state: 'closed', direction: 'desc' }));
    assert.ok(closed.some(({ title }) => title === 'Version 1.1'));
  }),

  operation('milestones.get', 'returns a milestone with its counts', async ({ api }) => {
    const { items } = await api.milestones.list({ ...website, state: 'all' });
    const seen = await Promise.all(items.map(({ number }) => api.milestones.get({ ...website, number })));
    assert.ok(seen.some(({ open_issues = 0, closed_issues = 0 }) => open_issues + closed_issues > 0));
    await rejection(api.milestones.get({ ...website, number: 1 }), 'missing');
  }),

  operation('milestones.create', 'creates a milestone', async ({ api, fresh }) => {
    const repo = await fresh();
    const made = await api.milestones.create({ ...repo, title: '第一 #1', description: 'd', due_on: '2028-02-29' });
    assert.deepEqual([made?.title, made?.due_on, made?.open_issues], ['第一 #1', '2028-02-29', 0]);
    const number = made?.number ?? '';
    await api.issues.create({ ...repo, title: 't', milestone: Number(number) });
    assert.equal((await api.milestones.get({ ...repo, number })).open_issues, 1);
  }),

  operation('milestones.edit', 'closes and changes a milestone', async ({ api, fresh }) => {
    const repo = await fresh();
    const made = await api.milestones.create({ ...repo, title: 'a', description: 'd', due_on: '2028-02-29' });
    const number = made?.number ?? '';
    const edit = { ...repo, number, title: 'b', due_on: '2028-03-01' };
    await api.milestones.edit({ ...edit, state: 'closed', description: 'e' });
    const seen = await api.milestones.get({ ...repo, number });
    assert.deepEqual([seen.title, seen.state, seen.due_on, seen.description], ['b', 'closed', '2028-03-01', 'e']);
    await api.milestones.edit({ ...edit, state: 'open' });
    assert.equal((await api.milestones.list(repo)).items.length, 1);
  }),

  operation('milestones.remove', 'removes a milestone', async ({ api, fresh }) => {
    const repo = await fresh();
    const made = await api.milestones.create({ ...repo, title: 'a', due_on: '2028-02-29' });
    await api.milestones.remove({ ...repo, number: made?.number ?? '' });
    assert.deepEqual((await api.milestones.list({ ...repo, state: 'all' })).items, []);
  }),

  operation('search.users', 'finds users', async ({ api }) => {
    const found = await api.search.users({ q: '小明', sort: 'joined_at', order: 'asc' });
    assert.deepEqual(
      found.items.map(({ login }) => login),
      ['xiaoming'],
    );
    assert.equal((await collect(api.search.users.all({ q: 'a', per_page: 2 }))).length > 2, true);
  }),

  operation('search.issues', 'finds issues', async ({ api }) => {
    const found = await api.search.issues({
      q: 'menu',
      repo: 'alice/website',
      state: 'open',
      sort: 'created_at',
      order: 'desc',
    });
    assert.ok(found.items.length > 0);
    assert.ok(
      found.items.every(({ repository, title }) => repository?.full_name === 'alice/website' && title !== undefined),
    );
    const all = await collect(api.search.issues.all({ q: 'a', per_page: 20 }));
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  }),

  operation('search.repositories', 'finds repositories, with forks on request', async ({ api }) => {
    const names = async (params: Parameters<typeof api.search.repositories>[0]) =>
      (await api.search.repositories(params)).items.map(({ full_name }) => full_name);
    assert.ok(!(await names({ q: 'dotfiles' })).includes('alice/dotfiles'));
    assert.ok((await names({ q: 'dotfiles', fork: true })).includes('alice/dotfiles'));
    assert.deepEqual(await names({ q: 'cli', owner: 'tools', language: 'Go', sort: 'stars_count', order: 'desc' }), [
      'tools/cli',
    ]);
    assert.equal((await collect(api.search.repositories.all({ q: 'module' }))).length, 120);
  }),

  operation('webhooks.list', 'lists webhooks without their passwords', async ({ api }) => {
    const { items } = await api.webhooks.list(website);
    assert.equal(items.length, 3);
    assert.ok(items.every(({ url, result_code }) => url !== '' && result_code !== undefined));
    assert.ok(!JSON.stringify(items).includes('a demo password'));
  }),

  operation('webhooks.create', 'creates a webhook that delivers', async ({ api, fresh, service }) => {
    const repo = await fresh();
    const { got, url, close } = await listener();
    await api.webhooks.create({
      ...repo,
      url: `${url}/hook?a=1&b=2`,
      encryption_type: 0,
      password: 'p w',
      issues_events: true,
      push_events: false,
    });
    await api.issues.create({ ...repo, title: 'delivered' });
    await service.delivered();
    await close();
    assert.equal(got.length, 1);
    assert.match(got[0]?.body ?? '', /delivered/);
    await rejection(api.webhooks.create({ ...repo, url: 'nowhere' }), 'invalid');
  }),

  operation('webhooks.get', 'returns a webhook', async ({ api }) => {
    const [hook] = (await api.webhooks.list(website)).items;
    assert.deepEqual(await api.webhooks.get({ ...website, id: hook?.id ?? '' }), hook);
  }),

  operation('webhooks.edit', 'changes a webhook; the answer has no id', async ({ api, fresh }) => {
    const repo = await fresh();
    const made = await api.webhooks.create({ ...repo, url: 'http://127.0.0.1:9/a', push_events: true });
    const id = made?.id ?? '';
    const flags = {
      push_events: false,
      tag_push_events: true,
      issues_events: true,
      note_events: true,
      merge_requests_events: true,
    };
    const edited = await api.webhooks.edit({
      ...repo,
      id,
      url: 'http://127.0.0.1:9/b',
      encryption_type: 1,
      password: 'key',
      ...flags,
    });
    assert.deepEqual([edited?.url, edited?.id], ['http://127.0.0.1:9/b', undefined]);
    const { url, push_events, note_events } = await api.webhooks.get({ ...repo, id });
    assert.deepEqual([url, push_events, note_events], ['http://127.0.0.1:9/b', false, true]);
  }),

  operation('webhooks.remove', 'removes a webhook', async ({ api, fresh }) => {
    const repo = await fresh();
    const made = await api.webhooks.create({ ...repo, url: 'http://127.0.0.1:9/' });
    await api.webhooks.remove({ ...repo, id: made?.id ?? '' });
    assert.deepEqual((await api.webhooks.list(repo)).items, []);
  }),

  operation('webhooks.test', 'delivers a test and returns the result', async ({ api, fresh }) => {
    const repo = await fresh();
    const { got, url, close } = await listener();
    for (const [path, code] of [
      ['/up', 200],
      ['/down', 503],
    ] as const) {
      const made = await api.webhooks.create({ ...repo, url: `${url}${path}`, push_events: true });
      await api.webhooks.test({ ...repo, id: made?.id ?? '' });
      assert.equal((await api.webhooks.get({ ...repo, id: made?.id ?? '' })).result_code, code);
    }
    await close();
    assert.equal(got.length, 2);
  }),
];
