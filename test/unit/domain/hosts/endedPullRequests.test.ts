import assert from 'node:assert/strict';
import type { Pages } from '../../../../src/api/client/pages.ts';
import { tellingEnded } from '../../../../src/domain/hosts/endedPullRequests.ts';
import { fakeApi } from '../../../kit/fakeApi.ts';
import { aHost } from '../../../kit/sessions.ts';

const at = { owner: 'alice', repo: 'website' };
const numbers = ['41', '42', '43'];

async function readAll<T>(list: Pages<T>): Promise<void> {
  const pages = list.pages();
  while ((await pages.next()).done !== true);
}

describe('Pull requests that ended', () => {
  let answer: unknown;
  let told: string[];
  const { api, budget, net } = fakeApi(() => ({ body: answer }));
  const telling = () =>
    tellingEnded({ host: aHost(), account: undefined, api, budget }, ({ name, isEnded }) => {
      told.push(`${name.owner}/${name.repo} ${numbers.filter((number) => isEnded(number)).join()}`);
    }).api;
  const pull = (number: string, state = 'open', full_name = 'alice/website'): object => ({
    number,
    state,
    title: 't',
    base: { ref: 'main', repo: { full_name } },
    head: { ref: 'topic' },
  });
  beforeEach(() => {
    told = [];
  });

  it('are told by the state of a record, and of a list that has closed ones', async () => {
    const { pullRequests } = telling();
    answer = pull('42');
    await pullRequests.get({ ...at, number: '42' });
    answer = pull('42', 'merged');
    await pullRequests.get({ ...at, number: '42' });
    answer = [pull('41', 'closed'), pull('42'), pull('43', 'merged')];
    await readAll(pullRequests.list.all({ ...at, state: 'all' }));
    assert.deepEqual(told, ['alice/website 42', 'alice/website 41,43']);
  });

  it('are those that the whole list of open ones lacks, and none of a list with a filter or with an unreadable record', async () => {
    const { pullRequests } = telling();
    answer = [pull('41')];
    await readAll(pullRequests.list.all({ ...at, state: 'open', sort: 'created', direction: 'desc' }));
    await readAll(pullRequests.list.all({ ...at, state: 'open', author: 'alice' }));
    answer = [pull('41'), { title: 'no number' }];
    await readAll(pullRequests.list.all({ ...at, state: 'open' }));
    answer = [];
    await readAll(pullRequests.list.all({ ...at, state: 'open' }));
    assert.deepEqual(told, ['alice/website 42,43', 'alice/website 41,42,43']);
  });

  it('are none of the first page while another one follows', async () => {
    const { pullRequests } = telling();
    answer = Array.from({ length: 20 }, (_, index) => pull(String(index + 100)));
    const pages = pullRequests.list.all({ ...at, state: 'open' }).pages();
    await pages.next();
    assert.deepEqual(told, []);
    await pages.next();
    assert.deepEqual(told, ['alice/website 41,42,43']);
  });

  it('are those of the user that left the list of all repositories, but not those of another scope', async () => {
    const { inbox } = telling();
    const own = { state: 'open' } as const;
    answer = [pull('41'), pull('42'), pull('43', 'open', 'bob/tools')];
    await readAll(inbox.pulls.all(own));
    answer = [];
    await readAll(inbox.pulls.all({ ...own, scope: 'need_my_review' }));
    assert.deepEqual(told, []);
    answer = [pull('41')];
    await readAll(inbox.pulls.all(own));
    assert.deepEqual(told, ['alice/website 42', 'bob/tools 43']);
  });

  it('cost no request of their own', async () => {
    const { pullRequests, inbox } = telling();
    const before = net.sent.length;
    answer = [pull('41', 'merged')];
    await readAll(pullRequests.list.all({ ...at, state: 'open' }));
    await readAll(inbox.pulls.all({ state: 'open' }));
    assert.equal(net.sent.length - before, 2);
  });
});
