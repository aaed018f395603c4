import assert from 'node:assert/strict';
import type { PullRequest } from '../../../../src/api/record/pullRequest.ts';
import { peopleIn, type Role } from '../../../../src/domain/pullRequests/roles.ts';
import { rejection } from '../../../kit/rejection.ts';
import { optionalOperation, website } from '../operations/operation.ts';

const at = { ...website, number: 42 };

const decided = (pull: PullRequest, role: Role): readonly unknown[] =>
  peopleIn(pull, role).map(({ login, accept }) => [login, accept]);

/** The people of a pull request, and what the account and the repository allow. */
export const roles = [
  optionalOperation('pullRequests.addReviewers', 'adds to those who are there', async ({ api }) => {
    for (const reviewers of ['bob', 'carol']) await api.pullRequests.addReviewers({ ...at, reviewers, add: true });
    const logins = peopleIn(await api.pullRequests.get(at), 'reviewers').map(({ login }) => login);
    assert.ok(logins.includes('bob') && logins.includes('carol'));
  }),

  optionalOperation('pullRequests.removeReviewers', 'removes them', async ({ api }) => {
    await api.pullRequests.addReviewers({ ...at, reviewers: 'bob', add: true });
    await api.pullRequests.removeReviewers({ ...at, reviewers: 'bob' });
    assert.ok(!peopleIn(await api.pullRequests.get(at), 'reviewers').some(({ login }) => login === 'bob'));
  }),

  optionalOperation('pullRequests.removeTesters', 'removes them', async ({ api }) => {
    await api.pullRequests.addTesters({ ...at, testers: ['bob', 'carol'], add: false });
    await api.pullRequests.removeTesters({ ...at, testers: 'bob' });
    assert.deepEqual(decided(await api.pullRequests.get(at), 'testers'), [['carol', false]]);
  }),

  optionalOperation('pullRequests.resetAssignees', 'withdraws all approvals', async ({ api, as }) => {
    await api.pullRequests.addAssignees({ ...at, assignees: ['bob'] });
    await as('bob').pullRequests.approve(at);
    await api.pullRequests.resetAssignees({ ...at, reset_all: true });
    const all = decided(await api.pullRequests.get(at), 'approvers');
    assert.deepEqual(
      all.filter((one) => (one as readonly unknown[])[1] === true),
      [],
    );
  }),

  optionalOperation('pullRequests.resetTesters', 'withdraws all tests', async ({ api, as }) => {
    await api.pullRequests.addTesters({ ...at, testers: ['bob'], add: false });
    await as('bob').pullRequests.markTested(at);
    await api.pullRequests.resetTesters({ ...at, reset_all: true });
    assert.deepEqual(decided(await api.pullRequests.get(at), 'testers'), [['bob', false]]);
  }),

  optionalOperation('pullRequests.optionReviewers', 'lists candidates', async ({ api }) => {
    const { items } = await api.pullRequests.optionReviewers(at);
    assert.ok(items.length > 0);
    // The author is none.
    const { user } = await api.pullRequests.get(at);
    assert.ok(!items.some(({ login }) => login === user?.login));
  }),

  optionalOperation('pullRequests.optionTesters', 'lists candidates of the repository', async ({ api, arrived }) => {
    assert.ok((await api.pullRequests.optionTesters(website)).items.some(({ login }) => login === 'bob'));
    assert.match(arrived().path, /\/pulls\/option_testers$/);
  }),

  optionalOperation('gates.selfPermission', 'tells the role and what it may do', async ({ api, as, fresh }) => {
    const repo = await fresh();
    const told = async (given: typeof api): Promise<readonly unknown[]> => {
      const { role_info, resource_trees } = await given.gates.selfPermission(repo);
      const actions = resource_trees.find(({ scope }) => scope === 'pr')?.actions ?? [];
      return [role_info?.access_level, actions.find(({ action }) => action === 'merge')?.selected];
    };
    assert.deepEqual(await told(api), [50, true]);
    assert.deepEqual(await told(as('bob')), [20, false]);
  }),

  optionalOperation('gates.pullRequestSettings', 'tells the rules', async ({ api, as }) => {
    assert.equal((await api.gates.pullRequestSettings(website)).delete_source_branch_when_merged, false);
    await rejection(as('carol').gates.pullRequestSettings(website), 'forbidden');
  }),
];
