import assert from 'node:assert/strict';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { api, items, record, violationsOf, visitor } from './visitor.ts';

describe('local service: records', () => {
  let service: Service;
  before(async () => (service = await startService()));
  after(() => service.close());
  afterEach(() => {
    assert.deepEqual(violationsOf(service), []);
    return service.reset();
  });

  it('have the described form, which differs between a single record, a list and a change', async () => {
    const alice = visitor(service, 'alice');
    const json = { repo: 'website', title: 'New one', security_hole: 'true' };
    const issue = record((await alice(api('/repos/alice/issues'), { method: 'POST', json })).json);
    assert.deepEqual([issue.number, issue.state, issue.stage, issue.severity], ['61', 'opened', 'New', 'Major']);
    service.set({ habits: { issueNumber: 'described' } });
    assert.equal(record((await alice(api('/repos/alice/website/issues/61'))).json).number, 61);
    const [listed] = items((await alice(api('/repos/alice/website/issues?per_page=1'))).json);
    assert.equal(listed?.number, '61');
    const milestone = { method: 'POST', json: { title: 'Next', due_on: '2027-05-01' } };
    const made = record((await alice(api('/repos/alice/website/milestones'), milestone)).json);
    assert.deepEqual([made.state, made.open_issues, made.due_on], ['active', 0, '2027-05-01']);
    const members = api('/repos/alice/website/collaborators');
    const added = record((await alice(`${members}/newcomer`, { method: 'PUT', json: {} })).json);
    assert.deepEqual([typeof added.id, added.login], ['number', 'newcomer']);
    const member = items((await alice(members)).json).find(({ username }) => username === 'newcomer');
    assert.equal(typeof member?.id, 'string');
    const repository = { method: 'POST', json: { name: 'Fresh One', path: 'fresh' } };
    const fresh = record((await alice(api('/user/repos'), repository)).json);
    assert.deepEqual([fresh.full_name, fresh.default_branch, fresh.web_url], ['alice/fresh', undefined, undefined]);
  });

  it('are not visible to an account without access', async () => {
    const issue = api('/repos/alice/website/issues/61');
    const json = { repo: 'website', title: 'Private', security_hole: 'true' };
    await visitor(service, 'alice')(api('/repos/alice/issues'), { method: 'POST', json });
    assert.equal((await visitor(service, 'carol')(issue)).status, 404);
  });
});
