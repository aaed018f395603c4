import type { HostPlace } from '../../../../src/domain/hosts/connections.ts';
import assert from 'node:assert/strict';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { PullRequestDecisions } from '../../../../src/domain/pullRequests/pullRequestDecisions.ts';
import { PullRequests } from '../../../../src/domain/pullRequests/pullRequests.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import type { Fault } from '../../../service/faults.ts';
import { Clients } from '../../kit/clients.ts';

const website = { owner: 'alice', repo: 'website' };
const lost: Fault = { kind: 'reset', at: 'headers', done: true };

describe('PullRequests', () => {
  const clients = Clients.ofSuite();
  let pullRequests: PullRequests;
  let decisions: PullRequestDecisions;
  let count = 0;
  beforeEach(() => {
    const features = new HostFeatures(memoryStorage());
    [pullRequests, decisions] = [new PullRequests(features), new PullRequestDecisions(features)];
    clients.service.clear();
  });

  const place = async (login = 'alice', repo = 'website'): Promise<HostPlace> => ({
    connection: await session(clients.service, { login, fetch: clients.fetch }).connect(),
    name: { host: 'local', owner: 'alice', repo },
  });
  const sent = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;
  const branch = async (name: string): Promise<string> => {
    const alice = clients.as('alice');
    const branch_name = `${name}-${(count += 1)}`;
    await alice.branches.create({ ...website, refs: 'main', branch_name });
    const content = Buffer.from(branch_name).toString('base64');
    await alice.files.create({ ...website, path: `${branch_name}.md`, branch: branch_name, message: 'Add', content });
    return branch_name;
  };
  const create = async (title: string): Promise<string> => {
    const made = await pullRequests.create(await place(), { title, head: await branch(title) }, {});
    return made!.number;
  };

  it('creates one from a branch, into the default branch', async () => {
    const head = await branch('from-branch');
    const made = await pullRequests.create(
      await place(),
      { title: 'From a branch', head, body: 'Why', draft: true },
      {},
    );
    const now = await pullRequests.get(await place(), made!.number, {});
    assert.deepEqual(
      [now.title, now.body, now.draft, now.head.ref, now.base.ref, now.state],
      ['[WIP]From a branch', 'Why', true, head, 'main', 'open'],
    );
    assert.equal(sent('pullRequests.create'), 1);
  });

  it('creates one without words although the answer was lost, and one whose record cannot be read', async () => {
    clients.service.fail({ operation: 'pullRequests.create', fault: lost, times: 1 });
    const number = await create('lost-creation');
    assert.equal(sent('pullRequests.create'), 1);
    assert.equal((await pullRequests.get(await place(), number, {})).title, 'lost-creation');
    clients.service.fail({ operation: 'pullRequests.get', fault: { kind: 'error', status: 403 } });
    assert.ok(Number(await create('unreadable')) > Number(number));
  });

  it('asks for the base if the host does not name its default branch', async () => {
    const [fork, head] = [await place(), await branch('without-base')];
    const json = { id: 1, full_name: 'alice/website' };
    clients.service.fail({ operation: 'repositories.get', fault: { kind: 'answer', status: 200, json } });
    const refused = await rejection(pullRequests.create(fork, { title: 'x', head }, {}), 'invalid');
    assert.deepEqual([refused.field, sent('pullRequests.create')], ['base', 0]);
  });

  it('lists the newest first, page by page', async () => {
    const numbers = [await create('listed'), await create('listed-next')];
    const found: string[] = [];
    for await (const page of pullRequests.pages(await place(), { state: 'all' }, {}))
      found.push(...page.map(({ number }) => number));
    assert.deepEqual(found.slice(0, 2), numbers.toReversed());
    assert.ok(found.includes('41') && new Set(found).size === found.length);
  });

  it('links the issue that is named', async () => {
    const head = await branch('for-issue');
    const made = await pullRequests.create(await place(), { title: 'For an issue', head, issue: '3' }, {});
    const issues = await clients.as('alice').pullRequests.issues({ ...website, number: made!.number });
    assert.deepEqual(
      issues.items.map(({ number }) => number),
      ['3'],
    );
  });

  for (const forkHead of ['owner/repo', 'owner', 'fork_path'] as const)
    it(`creates one from a fork, if the host takes ${forkHead}`, async () => {
      const erik = clients.as('erik');
      const branch = `of-${forkHead.replace('/', '-')}`;
      await erik.branches.create({ owner: 'erik', repo: 'website', refs: 'patch-1', branch_name: branch });
      clients.habit({ forkHead });
      const given = { title: 'From a fork', head: `erik:${branch}`, base: 'develop' };
      const made = await pullRequests.create(await place('erik'), given, {});
      const { head, base } = await pullRequests.get(await place(), made!.number, {});
      assert.deepEqual([head.ref, head.repo?.full_name, base.ref], [branch, 'erik/website', 'develop']);
    });

  it('reports a pull request that was created from a branch of the repository in place of the fork', async () => {
    clients.habit({ forkHead: 'target' });
    const given = { title: 'From elsewhere', head: 'erik/website:feature/login', base: 'develop' };
    const { reason, about } = await rejection(pullRequests.create(await place('erik'), given, {}), 'conflict');
    assert.deepEqual([reason, about?.slice(1)], ['otherHead', ['alice/website:feature/login', given.head]]);
  });

  it('refuses a head that names no branch before any request', async () => {
    for (const head of [':x', 'alice:', 'a:b:c']) {
      const refused = await rejection(pullRequests.create(await place(), { title: 'x', head }, {}), 'invalid');
      assert.equal(refused.field, 'head');
    }
    assert.equal(clients.service.requests.length, 0);
  });

  it('takes a 404 about a branch for no missing operation, and creates the next one', async () => {
    for (const head of ['no-such-branch', 'bob/website:no-such-branch'])
      await rejection(pullRequests.create(await place(), { title: 'x', head, base: 'main' }, {}), 'missing');
    assert.ok(await create('after-a-wrong-name'));
  });

  it('reads and says once for each change that it is not there, if the host serves half of the operations', async () => {
    clients.habit({ optionalOperations: 'reads' });
    const website = await place();
    const writes = [
      async () => await pullRequests.create(website, { title: 'x', head: 'develop' }, {}),
      async () => await pullRequests.edit(website, '41', { title: 'x' }, {}),
      async () => await pullRequests.merge(website, '41', {}, {}),
      async () => await decisions.agree(website, '41', 'approvers', {}),
      async () => await decisions.setPeople(website, '41', { role: 'testers', logins: ['bob'] }, {}),
    ];
    for (const write of writes) {
      const { reason, about } = await rejection(write(), 'unsupported');
      assert.equal(reason, 'noOperation');
      assert.match(about?.join(' ') ?? '', /http\S+\/alice\/website\/(merge_requests|pulls)/);
      clients.service.clear();
      await rejection(write(), 'unsupported');
      const changes = clients.service.requests.filter(({ method }) => method !== 'GET');
      assert.deepEqual(changes, [], 'what is known is not asked again');
      assert.equal((await pullRequests.get(website, '41', {})).state, 'open');
    }
  });

  it('says which operation is missing if the host answers 404 although all of the names are there', async () => {
    for (const operation of ['pullRequests.create', 'pullRequests.merge'])
      clients.service.fail({ operation, fault: { kind: 'error', status: 404 } });
    const [at, head] = [await place(), await branch('not-served')];
    await rejection(pullRequests.create(at, { title: 'x', head, base: 'no-such-branch' }, {}), 'missing');
    await rejection(pullRequests.create(at, { title: 'x', head, base: 'main' }, {}), 'unsupported');
    await rejection(pullRequests.merge(at, '41', {}, {}), 'unsupported');
  });

  it('changes the fields, and returns all of the record', async () => {
    const number = await create('to-edit');
    const change = { title: 'Edited', body: 'New', draft: true, labels: ['enhancement'] };
    const edited = await pullRequests.edit(await place(), number, change, {});
    assert.deepEqual(
      [edited.number, edited.title, edited.body, edited.draft, edited.labels.map(({ name }) => name), edited.base.ref],
      [number, '[WIP]Edited', 'New', true, ['enhancement'], 'main'],
    );
    assert.equal((await pullRequests.edit(await place(), number, { state: 'closed' }, {})).state, 'closed');
    assert.equal((await pullRequests.edit(await place(), number, { state: 'open' }, {})).state, 'open');
  });

  it('finds its change after a lost answer, and does not send it again', async () => {
    const number = await create('lost-edit');
    clients.service.fail({ operation: 'pullRequests.edit', fault: lost });
    assert.equal((await pullRequests.edit(await place(), number, { title: 'Kept' }, {})).title, 'Kept');
    assert.equal(sent('pullRequests.edit'), 1);
  });

  const edits = () =>
    clients.service.requests
      .filter(({ operation }) => operation === 'pullRequests.edit')
      .map(({ params: { title, state, labels } }) => ({ title, state, labels }));

  it('removes all labels one by one: an empty text is refused', async () => {
    const number = await create('unlabelled');
    await pullRequests.edit(await place(), number, { labels: 'bug,enhancement' }, {});
    clients.service.clear();
    const edited = await pullRequests.edit(await place(), number, { labels: [] }, {});
    assert.deepEqual([edited.labels, sent('pullRequests.removeLabel'), edits()], [[], 2, []]);
  });

  it('takes the 404 about a label that another removed for no missing operation', async () => {
    const number = await create('unlabelled-twice');
    await pullRequests.edit(await place(), number, { labels: 'bug,enhancement' }, {});
    const gone = { kind: 'error', status: 404, done: true } as const;
    clients.service.fail({ operation: 'pullRequests.removeLabel', fault: gone, times: 1 });
    assert.deepEqual((await pullRequests.edit(await place(), number, { labels: [] }, {})).labels, []);
  });

  it('sends the title too if the host asks for it', async () => {
    const number = await create('titled');
    const fault = { kind: 'error', status: 400, words: 'title can not be empty' } as const;
    clients.service.fail({ operation: 'pullRequests.edit', fault, times: 1 });
    clients.service.clear();
    assert.equal((await pullRequests.edit(await place(), number, { state: 'closed' }, {})).state, 'closed');
    assert.equal(edits().length, 2);
    assert.deepEqual(edits().at(-1), { title: 'titled', state: 'closed', labels: undefined });
  });

  it('sends a change that is refused without a word only once', async () => {
    const number = await create('refused');
    const fault = { kind: 'answer', status: 400, text: '' } as const;
    clients.service.fail({ operation: 'pullRequests.edit', fault });
    clients.service.clear();
    await rejection(pullRequests.edit(await place(), number, { state: 'closed' }, {}), 'invalid');
    assert.equal(sent('pullRequests.edit'), 1);
  });

  it('does not report what was answered and not done as done', async () => {
    const number = await create('still-open');
    const fault = { kind: 'answer', status: 200, json: { state: 'closed', title: 'still-open' } } as const;
    const ignored = async (change: Parameters<PullRequests['edit']>[2]): Promise<unknown> => {
      clients.service.fail({ operation: 'pullRequests.edit', fault, times: 1 });
      const { reason, about } = await rejection(pullRequests.edit(await place(), number, change, {}), 'refused');
      return [reason, about];
    };
    assert.deepEqual(await ignored({ state: 'closed' }), ['notChanged', ['state']]);
    const more = { title: 'Another', body: 'Other words', labels: 'bug', draft: true };
    assert.deepEqual(await ignored(more), ['notChanged', ['title, draft, labels, body']]);
  });

  it('reads whether a change was made that the host could not answer', async () => {
    const number = await create('unread');
    const said = { error_code: 200, error_code_name: 'OK', error_message: 'Error for type [class com.x.Answer]' };
    for (const done of [true, false]) {
      clients.service.fail({
        operation: 'pullRequests.edit',
        fault: { kind: 'answer', status: 200, json: said, done },
        times: 1,
      });
      const state = done ? 'closed' : 'open';
      const change = pullRequests.edit(await place(), number, { state }, {});
      if (done) assert.equal((await change).state, 'closed');
      else await rejection(change, 'broken');
    }
  });

  it('opens and closes by the words that the host names, and remembers them', async () => {
    const number = await create('reopened');
    const change = async (state: 'open' | 'closed'): Promise<number> => {
      clients.service.clear();
      assert.equal((await pullRequests.edit(await place(), number, { state }, {})).state, state);
      return sent('pullRequests.edit');
    };
    for (const stateWords of ['reopen, close', 'open, closed'] as const) {
      clients.habit({ stateWords });
      await change('closed');
      await change('open');
      assert.deepEqual([await change('closed'), await change('open')], [1, 1], stateWords);
    }
  });

  for (const method of ['merge', 'squash', 'rebase'] as const)
    it(`merges by ${method}`, async () => {
      const number = await create(`by-${method}`);
      const how = { merge_method: method, title: `Title by ${method}`, message: 'Because.' };
      const { merged, sha } = await pullRequests.merge(await place(), number, how, {});
      const now = await pullRequests.get(await place(), number, {});
      assert.deepEqual([merged, now.state], [true, 'merged']);
      const main = await clients.as('alice').branches.get({ ...website, branch: 'main' });
      assert.equal(sha, main.commit?.sha ?? main.commit?.id);
    });

  it('reports a merge whose answer was lost as done', async () => {
    const number = await create('lost-merge');
    clients.service.fail({ operation: 'pullRequests.merge', fault: lost });
    const { merged, sha } = await pullRequests.merge(await place(), number, {}, {});
    assert.deepEqual([merged, sha, sent('pullRequests.merge')], [true, undefined, 1]);
  });

  it('does not report a merge that the host never saw as done, nor sends it again', async () => {
    const number = await create('cut-merge');
    clients.service.fail({ operation: 'pullRequests.merge', fault: { kind: 'reset', at: 'headers' } });
    clients.service.clear();
    await rejection(pullRequests.merge(await place(), number, {}, {}), 'unreachable');
    assert.deepEqual(
      [(await pullRequests.get(await place(), number, {})).state, sent('pullRequests.merge')],
      ['open', 1],
    );
  });

  it('reads whether it merged if the answer does not tell it', async () => {
    const answered = { kind: 'answer', status: 200, json: { message: 'Accepted' } } as const;
    clients.service.fail({ operation: 'pullRequests.merge', fault: answered });
    const failure = await rejection(pullRequests.merge(await place(), '41', {}, {}), 'refused');
    assert.equal(failure.serverMessage, 'Accepted');
  });

  it('reports with the words of the host what hinders a merge', async () => {
    const refused = await rejection(pullRequests.merge(await place(), '43', {}, {}), 'refused');
    assert.equal(refused.serverMessage, 'The pull request is a draft.');
  });

  it('approves', async () => {
    await decisions.agree(await place(), '42', 'approvers', {});
    const { assignees } = await pullRequests.get(await place(), '42', {});
    assert.equal(assignees?.find(({ login }) => login === 'alice')?.accept, true);
  });

  describe('on a host without pull requests', () => {
    beforeEach(() => clients.habit({ optionalOperations: '404' }));

    it('names the web page, and asks the host once', async () => {
      const refused = await rejection(pullRequests.get(await place(), '41', {}), 'unsupported');
      assert.match(refused.message, /merge_requests\/41/);
      const asked = clients.service.requests.length;
      await rejection(decisions.agree(await place(), '41', 'approvers', {}), 'unsupported');
      const first = pullRequests.pages(await place(), { state: 'open' }, {}).next();
      await rejection(first, 'unsupported');
      assert.ok(clients.service.requests.length >= asked);
    });
  });
});
