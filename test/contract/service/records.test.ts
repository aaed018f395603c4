import assert from 'node:assert/strict';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { api, items, record, violationsOf, visitor } from './visitor.ts';

describe('local service: issues, milestones, members, rules', () => {
  let service: Service;
  before(async () => (service = await startService()));
  after(() => service.close());
  afterEach(() => {
    assert.deepEqual(violationsOf(service), []);
    return service.reset();
  });

  it('numbers, closes and reopens issues, visible to later calls', async () => {
    const alice = visitor(service, 'alice');
    const path = api('/repos/alice/issues');
    const before = await alice(api('/repos/alice/website/issues?state=open'));
    const json = {
      repo: 'website',
      title: 'New one',
      body: 'Text',
      labels: 'bug,brand new',
      assignee: 'bob',
      security_hole: 'true',
    };
    const made = record((await alice(path, { method: 'POST', json })).json);
    assert.deepEqual([made.number, made.state, made.stage, made.severity], [61, 'opened', 'New', 'Major']);
    assert.deepEqual(
      items(made.labels).map(({ name }) => name),
      ['bug', 'brand new'],
    );
    const closed = record(
      (await alice(`${path}/61`, { method: 'PATCH', json: { repo: 'website', title: 'New one', state: 'close' } }))
        .json,
    );
    assert.equal(closed.state, 'closed');
    assert.equal(typeof closed.finished_at, 'string');
    const listed = await alice(api('/repos/alice/website/issues?state=closed&sort=updated&per_page=1'));
    assert.deepEqual([items(listed.json)[0]?.number, items(listed.json)[0]?.title], ['61', 'New one']);
    const after = await alice(api('/repos/alice/website/issues?state=open'));
    for (const name of ['total_count', 'open_issues', 'close_issues', 'all_issues'])
      assert.match(after.headers.get(name) ?? '', /^\d+$/);
    assert.equal(after.headers.get('open_issues'), before.headers.get('open_issues'));
    assert.equal(Number(after.headers.get('close_issues')), Number(before.headers.get('close_issues')) + 1);
    const opened = record(
      (await alice(`${path}/61`, { method: 'PATCH', json: { repo: 'website', title: 'New one', state: 'reopen' } }))
        .json,
    );
    assert.deepEqual([opened.state, opened.finished_at], ['opened', null]);
    const carol = visitor(service, 'carol');
    assert.equal((await carol(api('/repos/alice/website/issues/61'))).status, 404);
  });

  it('filters issues by milestone, label, assignee and time', async () => {
    const alice = visitor(service, 'alice');
    const list = async (query: string): Promise<Record<string, unknown>[]> =>
      items((await alice(api(`/repos/alice/website/issues?per_page=100&${query}`))).json);
    const held = service.state.repositories.get('alice/website')?.issues ?? new Map();
    const count = (
      fits: (issue: { labels: string[]; assignee?: string; milestone?: number; created: number }) => boolean,
    ): number => [...held.values()].filter(fits).length;
    assert.equal(
      (await list('labels=bug,enhancement')).length,
      count(({ labels }) => labels.includes('bug') && labels.includes('enhancement')),
    );
    assert.equal(
      (await list('milestone=none')).length,
      count(({ milestone }) => milestone === undefined),
    );
    assert.ok((await list(`milestone=${encodeURIComponent('第三季度')}`)).length > 0);
    assert.equal(
      (await list('assignee=bob')).length,
      count(({ assignee }) => assignee === 'bob'),
    );
    const middle = Date.now() - 151.3 * 86_400_000;
    const time = encodeURIComponent(new Date(middle + 8 * 3_600_000).toISOString().replace(/\.\d+Z/, '+08:00'));
    assert.equal(
      (await list(`created_after=${time}`)).length,
      count(({ created }) => created >= middle),
    );
  });

  it('counts the issues of milestones, and removes a deleted milestone from its issues', async () => {
    const alice = visitor(service, 'alice');
    const path = api('/repos/alice/website/milestones');
    assert.equal(items((await alice(path)).json).length, 3);
    const made = record((await alice(path, { method: 'POST', json: { title: 'Next', due_on: '2027-05-01' } })).json);
    assert.deepEqual([made.state, made.open_issues, made.due_on], ['active', 0, '2027-05-01']);
    const json = { repo: 'website', title: 'In it', milestone: made.number };
    await alice(api('/repos/alice/issues'), { method: 'POST', json });
    const one = `${path}/${String(made.number)}`;
    assert.equal(record((await alice(one)).json).open_issues, 1);
    const closed = await alice(one, {
      method: 'PATCH',
      json: { title: 'Next', due_on: '2027-05-01', state: 'closed' },
    });
    assert.equal(record(closed.json).state, 'closed');
    assert.equal((await alice(one, { method: 'DELETE' })).status, 204);
    assert.equal((await alice(one)).status, 404);
    assert.equal(record((await alice(api('/repos/alice/website/issues/61'))).json).milestone, undefined);
  });

  it('returns comments in either order', async () => {
    const alice = visitor(service, 'alice');
    await service.act({ do: 'comment', repository: 'alice/website', number: 1, body: 'The last word', as: 'bob' });
    const path = api('/repos/alice/website/issues/1/comments');
    const asc = items((await alice(`${path}?order=asc`)).json).map(({ id }) => id);
    const [first] = items((await alice(`${path}?order=desc`)).json);
    assert.deepEqual([first?.id, first?.body], [asc.at(-1), 'The last word']);
    assert.equal(record(record(record(first).target).issue).number, 1);
  });

  it('adds, changes, checks and removes members', async () => {
    const alice = visitor(service, 'alice');
    const path = api('/repos/alice/website/collaborators');
    assert.equal((await alice(`${path}/newcomer`)).status, 404);
    const added = record((await alice(`${path}/newcomer`, { method: 'PUT', json: {} })).json);
    assert.deepEqual(
      [typeof added.id, added.login, added.permissions],
      ['number', 'newcomer', { pull: true, push: true, admin: false }],
    );
    assert.deepEqual((await alice(`${path}/newcomer`)).json, {});
    const listed = items((await alice(path)).json).find(({ username }) => username === 'newcomer');
    assert.equal(typeof listed?.id, 'string');
    await alice(`${path}/newcomer`, { method: 'PUT', json: { permission: 'admin' } });
    const view = record((await alice(`${path}/newcomer/permission`)).json);
    assert.equal(view.permission, 'admin');
    assert.equal((await alice(`${path}/newcomer`, { method: 'DELETE' })).status, 204);
    assert.equal((await alice(`${path}/newcomer/permission`)).status, 404);
  });

  it('stores branch rules and protected tags, and enforces them for pushes', async () => {
    const [alice, bob] = [visitor(service, 'alice'), visitor(service, 'bob')];
    const rules = api('/repos/alice/website/branches');
    const rule = { wildcard: 'release/*', pusher: 'admin', merger: 'develop' };
    assert.equal((await alice(`${rules}/setting/new`, { method: 'PUT', json: rule })).status, 200);
    const [listed] = items((await alice(api('/repos/alice/website/protect_branches'))).json);
    assert.deepEqual(
      [listed?.name, listed?.developers_can_push, listed?.developers_can_merge],
      ['release/*', false, true],
    );
    const branch = record((await alice(`${rules}/release%2F1.0`)).json);
    assert.equal(branch.protected, true);
    const commit = { content: '', message: 'x', branch: 'release/1.0' };
    const path = api('/repos/alice/website/contents/by-bob');
    assert.equal((await bob(path, { method: 'POST', json: commit })).status, 403);
    const everyone = { pusher: 'admin;bob', merger: 'develop' };
    assert.equal((await alice(`${rules}/release%2F*/setting`, { method: 'PUT', json: everyone })).status, 200);
    assert.equal((await bob(path, { method: 'POST', json: commit })).status, 201);
    assert.equal((await alice(`${rules}/release%2F*/setting`, { method: 'DELETE' })).status, 200);
    assert.deepEqual((await alice(api('/repos/alice/website/protect_branches'))).json, []);
    const protectedTags = api('/repos/alice/website/protected_tags');
    await alice(protectedTags, { method: 'POST', json: { name: 'v*', create_access_level: 0 } });
    const tag = { refs: 'main', tag_name: 'v9', tag_message: 'Nine' };
    assert.equal((await alice(api('/repos/alice/website/tags'), { method: 'POST', json: tag })).status, 403);
    assert.equal((await alice(`${protectedTags}/v*`, { method: 'DELETE' })).status, 204);
    const made = record((await alice(api('/repos/alice/website/tags'), { method: 'POST', json: tag })).json);
    assert.equal(made.message, 'Nine');
    assert.equal(await (await service.repository('alice/website')).git(['cat-file', '-t', 'v9']), 'tag');
  });

  it('archives and transfers only with the password', async () => {
    const alice = visitor(service, 'alice');
    const status = api('/org/acme/repo/docs/status');
    const refused = await alice(status, { method: 'PUT', json: { status: 2, password: 'wrong' } });
    assert.notEqual(record(refused.json).code, 1);
    assert.deepEqual((await alice(status, { method: 'PUT', json: { status: 2, password: 'demo' } })).json, {
      code: 1,
      msg: 'success',
    });
    assert.equal(record((await alice(api('/repos/acme/docs'))).json).status, '关闭');
    const moved = await alice(api('/org/acme/projects/docs/transfer'), {
      method: 'POST',
      json: { transfer_to: 'fresh-org', password: 'demo' },
    });
    assert.equal(record(moved.json).msg, 'success');
    assert.equal((await alice(api('/repos/acme/docs'))).status, 404);
    assert.equal((await alice(api('/repos/fresh-org/docs'))).status, 200);
  });

  it('creates repositories for a person and an organization', async () => {
    const alice = visitor(service, 'alice');
    const made = record(
      (
        await alice(api('/user/repos'), {
          method: 'POST',
          json: { name: 'Fresh One', path: 'fresh', auto_init: true, private: true, default_branch: 'trunk' },
        })
      ).json,
    );
    assert.deepEqual([made.full_name, made.default_branch, made.web_url], ['alice/fresh', undefined, undefined]);
    assert.equal(record((await alice(api('/repos/alice/fresh'))).json).default_branch, 'trunk');
    assert.equal(await (await service.repository('alice/fresh')).git(['ls-tree', '--name-only', 'trunk']), 'README.md');
    const taken = await alice(api('/user/repos'), { method: 'POST', json: { name: 'fresh' } });
    assert.equal(taken.status, 400);
    service.set({ habits: { createdRepository: 'success' } });
    assert.equal((await alice(api('/user/repos'), { method: 'POST', json: { name: 'second' } })).text, 'success');
    const internal = await alice(api('/orgs/acme/repos'), { method: 'POST', json: { name: 'third', public: 2 } });
    assert.equal(record(internal.json).visibility, 'private');
    assert.equal(record((await alice(api('/repos/acme/third'))).json).internal, true);
  });

  it('searches by words, and accepts only SSH keys', async () => {
    const alice = visitor(service, 'alice');
    const users = items((await alice(api(`/search/users?q=${encodeURIComponent('小明')}`))).json);
    assert.deepEqual(
      users.map(({ login }) => login),
      ['xiaoming'],
    );
    const found = items((await alice(api('/search/issues?q=menu&repo=website&state=open&per_page=50'))).json);
    assert.ok(found.length > 0 && found.every(({ state }) => state === 'open'));
    const repositories = items((await alice(api('/search/repositories?q=dotfiles'))).json);
    assert.deepEqual(
      repositories.map(({ full_name: name }) => name),
      ['bob/dotfiles'],
    );
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl alice@laptop';
    assert.equal(
      (await alice(api('/user/keys'), { method: 'POST', json: { key: 'ssh-ed25519 nonsense', title: 'x' } })).status,
      400,
    );
    const made = record((await alice(api('/user/keys'), { method: 'POST', json: { key, title: 'Laptop' } })).json);
    const address = api(`/user/keys/${String(made.id)}`);
    assert.equal(items((await alice(address)).json)[0]?.title, 'Laptop');
    assert.equal((await alice(address, { method: 'DELETE' })).status, 204);
    assert.equal((await alice(address)).status, 404);
    assert.deepEqual(violationsOf(service), ['key is invalid']);
    await service.reset();
  });

  it('pages the activity of a year until its end', async () => {
    const alice = visitor(service, 'alice');
    const days: string[] = [];
    let next = '';
    do {
      const query = next === '' ? '' : `?next=${encodeURIComponent(next)}`;
      const answer = record((await alice(api(`/users/alice/events${query}`))).json);
      days.push(...Object.keys(record(answer.events)));
      next = String(answer.next);
    } while (next !== '');
    assert.ok(days.length > 100);
    assert.equal(new Set(days).size, days.length);
  });
});
