import assert from 'node:assert/strict';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { PullRequestDecisions } from '../../../../src/domain/pullRequests/pullRequestDecisions.ts';
import type { PullRequestPlace } from '../../../../src/domain/pullRequests/pullRequests.ts';
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

  const place = async (login = 'alice'): Promise<PullRequestPlace> => ({
    connection: await session(clients.service, { login, fetch: clients.fetch }).connect(),
    name: { host: 'local', owner: 'alice', repo: 'website' },
  });
  const read = async (): Promise<PullRequest> =>
    await clients.as('alice').pullRequests.get({ owner: 'alice', repo: 'website', number });
  const logins = (people: PullRequest['assignees']): string[] => (people ?? []).map(({ login }) => login).sort();
  const sent = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;

  it('marks a pull request as tested, and finds it after a lost answer', async () => {
    clients.service.fail({ operation: 'pullRequests.markTested', fault: lost });
    await decisions.markTested(await place('carol'), number, {});
    assert.equal((await read()).testers?.find(({ login }) => login === 'carol')?.accept, true);
    assert.equal(sent('pullRequests.markTested'), 1);
  });

  it('finds an approval after a lost answer, and does not send it again', async () => {
    clients.service.fail({ operation: 'pullRequests.approve', fault: lost });
    await decisions.approve(await place('xiaoming'), number, {});
    assert.equal((await read()).assignees?.find(({ login }) => login === 'xiaoming')?.accept, true);
    assert.equal(sent('pullRequests.approve'), 1);
  });

  it('reports an approval that did not arrive', async () => {
    clients.service.fail({ operation: 'pullRequests.approve', fault: { kind: 'reset', at: 'headers', done: false } });
    await rejection(decisions.approve(await place('xiaoming'), number, {}), 'unreachable');
    assert.equal((await read()).assignees?.find(({ login }) => login === 'xiaoming')?.accept, false);
    assert.equal(sent('pullRequests.approve'), 1);
  });

  it('adds and removes reviewers, and sends only what differs', async () => {
    const now = await decisions.setReviewers(await place(), number, ['BOB', 'carol'], {});
    assert.deepEqual(logins(now.assignees), ['bob', 'carol']);
    // Bob has approved before.
    assert.equal(now.assignees?.find(({ login }) => login === 'bob')?.accept, true);
    assert.deepEqual([sent('pullRequests.addAssignees'), sent('pullRequests.removeAssignees')], [1, 1]);
    await decisions.setReviewers(await place(), number, ['bob', 'carol'], {});
    assert.deepEqual([sent('pullRequests.addAssignees'), sent('pullRequests.removeAssignees')], [1, 1]);
  });

  it('finds new reviewers after a lost answer, and does not send them again', async () => {
    clients.service.fail({ operation: 'pullRequests.addAssignees', fault: lost });
    const now = await decisions.setReviewers(await place(), number, ['bob', 'xiaoming', 'carol'], {});
    assert.deepEqual([logins(now.assignees), sent('pullRequests.addAssignees')], [['bob', 'carol', 'xiaoming'], 1]);
  });

  it('adds testers to the others, and replaces all where one is removed', async () => {
    const added = await decisions.setTesters(await place(), number, ['carol', 'bob'], {});
    assert.deepEqual(logins(added.testers), ['bob', 'carol']);
    const replaced = await decisions.setTesters(await place(), number, ['bob'], {});
    assert.deepEqual([logins(replaced.testers), sent('pullRequests.addTesters')], [['bob'], 2]);
    assert.deepEqual((await decisions.setTesters(await place(), number, [], {})).testers, []);
  });

  it('refuses a reviewer that the host does not know', async () => {
    await rejection(decisions.setReviewers(await place(), number, ['bob', 'nobody-at-all'], {}), 'missing');
    assert.deepEqual(logins((await read()).assignees), ['bob', 'xiaoming']);
  });
});
