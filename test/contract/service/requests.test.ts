import assert from 'node:assert/strict';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { api, items, record, visitor } from './visitor.ts';

describe('local service: requests', () => {
  let service: Service;
  before(async () => (service = await startService()));
  after(() => service.close());
  afterEach(() => service.reset());

  const wrong = (): string[] => service.violations.map(({ words }) => words);

  it('records violations of the description, and answers like the live service', async () => {
    const alice = visitor(service, 'alice');
    const nobody = visitor(service, undefined);
    const token = service.token('alice');
    assert.equal((await alice(api('/repos/alice/website/branches?perpage=5'))).status, 200);
    const many = await alice(api('/repos/alice/website/issues?per_page=1000'));
    assert.equal(items(many.json).length, 60);
    assert.equal((await nobody(api(`/user?access_token=${token}`))).status, 200);
    assert.equal((await alice(api('/repos/alice/website'), { method: 'HEAD' })).status, 401);
    assert.match((await alice(api('/repos/alice/website/stargazers'))).text, /openresty/);
    const odd = await nobody(api('/user'), { headers: { authorization: `token ${token}` } });
    assert.deepEqual([odd.status, record(odd.json).error_message], [404, 'token not found']);
    assert.deepEqual(wrong(), [
      'unknown query field perpage',
      'per_page is not sent',
      'per_page is 1000, not 1 to 100',
      'the token is in the address',
      'HEAD is sent',
      'there is no operation GET /api/v5/repos/alice/website/stargazers',
      'the token is not sent as Bearer',
    ]);
  });

  it('rejects missing and wrong fields by name', async () => {
    const alice = visitor(service, 'alice');
    const none = await alice(api('/repos/alice/website/branches'), { method: 'POST', json: { refs: 'main' } });
    assert.deepEqual([none.status, record(none.json).error_code], [400, 1000]);
    const labels = { repo: 'website', title: 'x', labels: ['bug'] };
    assert.equal((await alice(api('/repos/alice/issues'), { method: 'POST', json: labels })).status, 400);
    const sort = await alice(api('/user/repos?sort=size'));
    assert.equal(sort.status, 400);
    const time = await alice(api('/repos/alice/website/issues?since=2026-01-01T00:00:00+08:00'));
    assert.equal(time.status, 400);
    assert.deepEqual(
      wrong().filter((words) => words !== 'per_page is not sent'),
      ['branch_name is missing', 'labels is invalid', 'sort is invalid', 'since is invalid'],
    );
  });

  it('accepts forms as well as JSON', async () => {
    const alice = visitor(service, 'alice');
    const form = new FormData();
    form.set('refs', 'main');
    form.set('branch_name', 'from/form');
    assert.equal((await alice(api('/repos/alice/website/branches'), { method: 'POST', body: form })).status, 201);
    const body = new URLSearchParams({ title: 'By form', due_on: '2027-01-31' });
    assert.equal((await alice(api('/repos/alice/website/milestones'), { method: 'POST', body })).status, 201);
    assert.deepEqual(wrong(), []);
  });

  it('logs every request without secrets', async () => {
    const alice = visitor(service, 'alice');
    await alice(api('/repos/alice/website/branches/feature%2Flogin'));
    const [entry] = service.requests;
    assert.deepEqual(
      [entry?.operation, entry?.params, entry?.account, entry?.status],
      ['branches.get', { owner: 'alice', repo: 'website', branch: 'feature/login' }, 'alice', 200],
    );
    assert.ok(!JSON.stringify(service.requests).includes(service.token('alice')));
  });

  it('checks permissions: private, restricted, archived, anonymous', async () => {
    const [alice, bob, nobody] = [visitor(service, 'alice'), visitor(service, 'bob'), visitor(service, undefined)];
    assert.equal((await bob(api('/repos/alice/secrets'))).status, 404);
    assert.equal((await alice(api('/repos/acme/vault'))).status, 403);
    assert.equal((await nobody(api('/repos/alice/website/contents/README.md'))).status, 200);
    assert.equal((await nobody(api('/user'))).status, 401);
    const json = { content: '', message: 'x', branch: 'main' };
    assert.equal((await alice(api('/repos/alice/old-notes/contents/x'), { method: 'POST', json })).status, 403);
    assert.equal((await bob(api('/repos/acme/platform/contents/x'), { method: 'POST', json })).status, 403);
    const orgs = items((await alice(api('/users/orgs?per_page=100'))).json).map(({ path }) => path);
    assert.deepEqual(orgs, ['acme', 'tools', 'catalog', 'fresh-org']);
  });

  it('limits requests per user if it is configured, and sends Retry-After', async () => {
    service.set({ rateLimit: 3 });
    const [alice, bob] = [visitor(service, 'alice'), visitor(service, 'bob')];
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await alice(api('/user'))).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    const refused = await alice(api('/user'));
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 50 && wait <= 60);
    assert.equal(record(refused.json).error_code, 429);
    assert.equal((await bob(api('/user'))).status, 200);
    service.set({ habits: { throttledStatus: 400, retryAfter: 'date' } });
    const wrapped = await alice(api('/user'));
    assert.deepEqual([wrapped.status, record(wrapped.json).error_code], [400, 429]);
    assert.ok(Date.parse(wrapped.headers.get('retry-after') ?? '') > Date.now());
  });
});
