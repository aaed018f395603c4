import type { HostPlace } from '../../../../src/domain/hosts/connections.ts';
import assert from 'node:assert/strict';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { collect } from '../../../../src/core/async.ts';
import { hasAgreed, PullRequestDecisions } from '../../../../src/domain/pullRequests/pullRequestDecisions.ts';
import { peopleIn, personIn, roles, type Role } from '../../../../src/domain/pullRequests/roles.ts';
import type { PullRequest } from '../../../../src/api/record/pullRequest.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import type { Fault } from '../../../service/faults.ts';
import { Clients } from '../../kit/clients.ts';

const number = '41';
const lost: Fault = { kind: 'reset', at: 'headers', done: true };

describe('PullRequestDecisions', () => {
  let clients: Clients;
  const decisions = new PullRequestDecisions(new HostFeatures(memoryStorage()));
  beforeEach(async () => (clients = await Clients.start()));
  afterEach(async () => {
    assert.deepEqual(clients.service.violations, []);
    await clients.close();
  });

  const place = async (login = 'alice'): Promise<HostPlace> => ({
    connection: await session(clients.service, { login, fetch: clients.fetch }).connect(),
    name: { host: 'local', owner: 'alice', repo: 'website' },
  });
  const read = async (): Promise<PullRequest> =>
    await clients.as('alice').pullRequests.get({ owner: 'alice', repo: 'website', number });
  const logins = (people: PullRequest['assignees']): string[] => (people ?? []).map(({ login }) => login).sort();
  const sent = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;

  const set = async (role: Role, given: readonly string[], login?: string): Promise<PullRequest> =>
    await decisions.setPeople(await place(login), number, { role, logins: given }, {});
  const acceptOf = async (role: Role, login: string): Promise<boolean | undefined> =>
    peopleIn(await read(), role).find((one) => one.login === login)?.accept;

  it('marks a pull request as tested, and finds it after a lost answer', async () => {
    clients.service.fail({ operation: 'pullRequests.markTested', fault: lost });
    await decisions.agree(await place('carol'), number, 'testers', {});
    assert.equal(await acceptOf('testers', 'carol'), true);
    assert.equal(sent('pullRequests.markTested'), 1);
  });

  it('approves, returns what the host lists afterwards, and finds it after a lost answer', async () => {
    const now = await decisions.agree(await place('xiaoming'), number, 'approvers', {});
    assert.ok(hasAgreed(now, 'approvers', 'XiaoMing') && !hasAgreed(now, 'testers', 'xiaoming'));
    await decisions.reset(await place(), number, 'approvers', {});
    clients.service.fail({ operation: 'pullRequests.approve', fault: lost });
    clients.service.clear();
    await decisions.agree(await place('xiaoming'), number, 'approvers', {});
    assert.equal(await acceptOf('approvers', 'xiaoming'), true);
    assert.equal(sent('pullRequests.approve'), 1);
  });

  it('reports an approval that did not arrive', async () => {
    clients.service.fail({ operation: 'pullRequests.approve', fault: { kind: 'reset', at: 'headers', done: false } });
    await rejection(decisions.agree(await place('xiaoming'), number, 'approvers', {}), 'unreachable');
    assert.equal(await acceptOf('approvers', 'xiaoming'), false);
    assert.equal(sent('pullRequests.approve'), 1);
  });

  it('refuses to approve for the author, in the words of the host', async () => {
    const { serverMessage } = await rejection(decisions.agree(await place(), number, 'approvers', {}), 'invalid');
    assert.equal(serverMessage, 'Merge request author cannot operate their own merge request');
  });

  it('withdraws what the people of a role decided, and keeps the people', async () => {
    assert.equal(await acceptOf('approvers', 'bob'), true);
    const now = await decisions.reset(await place(), number, 'approvers', {});
    assert.deepEqual(
      peopleIn(now, 'approvers').map(({ login, accept }) => [login, accept]),
      [
        ['bob', false],
        ['xiaoming', false],
      ],
    );
  });

  const operations = {
    approvers: ['pullRequests.addAssignees', 'pullRequests.removeAssignees'],
    reviewers: ['pullRequests.addReviewers', 'pullRequests.removeReviewers'],
    testers: ['pullRequests.addTesters', 'pullRequests.removeTesters'],
  } as const;

  for (const role of roles)
    it(`sends only the difference of the ${role}, so that who stays keeps the decision`, async () => {
      const [add, remove] = operations[role];
      await set(role, ['bob', 'xiaoming']);
      if (role !== 'testers') await decisions.agree(await place('bob'), number, 'approvers', {});
      else await decisions.agree(await place('bob'), number, 'testers', {});
      clients.service.clear();
      const now = await set(role, ['BOB', 'carol']);
      assert.deepEqual(logins(peopleIn(now, role)), ['bob', 'carol']);
      assert.equal(personIn(now, role, 'bob')?.accept, true);
      assert.deepEqual([sent(add), sent(remove)], [1, 1]);
      await set(role, ['bob', 'carol']);
      assert.deepEqual([sent(add), sent(remove)], [1, 1]);
      assert.deepEqual(peopleIn(await set(role, []), role), []);
    });

  it('finds new people after a lost answer, and does not send them again', async () => {
    clients.service.fail({ operation: 'pullRequests.addAssignees', fault: lost });
    const now = await set('approvers', ['bob', 'xiaoming', 'carol']);
    assert.deepEqual(
      [logins(peopleIn(now, 'approvers')), sent('pullRequests.addAssignees')],
      [['bob', 'carol', 'xiaoming'], 1],
    );
  });

  it('refuses a person that the host does not know', async () => {
    await rejection(set('approvers', ['bob', 'nobody-at-all']), 'missing');
    assert.deepEqual(logins((await read()).assignees), ['bob', 'xiaoming']);
  });

  it('offers whom the host names, without the author and those in the role; else the members', async () => {
    const candidates = async (role: Role): Promise<readonly string[]> =>
      (await collect(decisions.candidates(await place(), await read(), role, {}))).flat().map(({ login }) => login);
    for (const role of roles) {
      const offered = await candidates(role);
      assert.ok(offered.length > 0, role);
      const taken = ['alice', ...peopleIn(await read(), role).map(({ login }) => login)];
      assert.deepEqual(
        offered.filter((login) => taken.includes(login)),
        [],
      );
    }
    assert.deepEqual([sent('pullRequests.optionReviewers'), sent('pullRequests.optionTesters')], [1, 1]);
    clients.service.fail({ operation: 'pullRequests.optionTesters', fault: { kind: 'answer', status: 200, json: [] } });
    clients.service.clear();
    assert.ok((await candidates('testers')).length > 0);
    assert.equal(sent('members.list'), 1);
  });
});
