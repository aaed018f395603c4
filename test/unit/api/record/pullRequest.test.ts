import assert from 'node:assert/strict';
import * as v from 'valibot';
import { PullRequest, unmarkedTitle } from '../../../../src/api/record/pullRequest.ts';
import { allowedMethods } from '../../../../src/domain/pullRequests/pullRequests.ts';
import { forms } from '../../../forms/forms.ts';

const read = (value: object): PullRequest => v.parse(PullRequest, value);
const bodiesOf = (name: string): readonly PullRequest[] =>
  forms[name]!.flatMap(({ body }) => [body ?? []].flat())
    .filter((one): one is object => typeof one === 'object' && 'number' in one)
    .map(read);

describe('PullRequest', () => {
  it('reads the single form whole', () => {
    const [pull, roles] = bodiesOf('pull');
    assert.deepEqual([pull?.number, pull?.state, pull?.draft, pull?.user?.login], ['42', 'open', false, 'erik']);
    assert.deepEqual([pull?.head.repo?.full_name, pull?.from_forked_project], ['erik/website', true]);
    assert.deepEqual([pull?.assignees, pull?.approval_reviewers, pull?.testers], [[], [], []]);
    const told = pull!.mergeable_state!;
    assert.deepEqual([told.state, told.status_without_user_auth, told.can_force_merge], [false, true, false]);
    assert.deepEqual([told.conflict_passed, told.merged_by_user_passed], [true, false]);
    assert.deepEqual(told.reason, { merged_by_user_passed: 'You have no permission to push here.' });
    assert.deepEqual(
      [told.merge_request_switch?.merge_method, told.merge_request_switch?.disable_merge_by_self],
      ['merge', true],
    );
    const decided = [roles?.assignees, roles?.approval_reviewers, roles?.testers].map((people) =>
      people?.map(({ login, accept }) => [login, accept]),
    );
    assert.deepEqual(decided, [[['bob', true]], [['xiaoming', false]], [['alice', false]]]);
    assert.deepEqual([roles?.milestone, roles?.mergeable_state], [{ number: '9001', title: '1.2' }, undefined]);
  });

  it('reads the forms of lists, where what is missing stays unknown', () => {
    const [listed] = bodiesOf('pulls');
    assert.deepEqual([listed?.number, listed?.head.sha?.length, listed?.approval_reviewers], ['42', 40, undefined]);
    assert.deepEqual([listed?.assignees, listed?.mergeable_state], [[], undefined]);
    const [own] = bodiesOf('user-pulls');
    // Without a sha of its own, a branch has that of the difference.
    assert.deepEqual(
      [own?.head.sha, own?.base.sha].map((sha) => sha?.length),
      [40, 40],
    );
    assert.notEqual(own?.head.sha, own?.base.sha);
    const ofIssue = read((forms['issue-pulls']![0]!.body as object[])[0]!);
    assert.equal(ofIssue.user?.login, 'erik', 'the author is the one of the head');
  });

  it('reads the form of a creation', () => {
    const [made] = bodiesOf('pull-writes');
    assert.deepEqual([made?.number, made?.body, made?.state, made?.draft], ['45', 'A try', 'open', true]);
    assert.deepEqual([made?.user?.login, made?.base.ref, made?.head.ref], ['alice', 'main', 'topic']);
    assert.deepEqual([made?.from_forked_project, made?.head.sha?.length], [false, 40]);
    assert.deepEqual([made?.assignees, made?.approval_reviewers, made?.testers], [[], [], []]);
    assert.match(made?.html_url ?? '', /merge_requests/);
    const approved = read({ iid: 41, approval_merge_request_approvers: [{ username: 'bob', state: 'approved' }] });
    assert.deepEqual(
      approved.assignees?.map(({ login, accept }) => [login, accept]),
      [['bob', true]],
    );
  });

  it('is merged if it has the time of a merge, whatever its state says', () => {
    for (const state of ['closed', 'open', 'locked', undefined])
      assert.equal(read({ number: 1, state, merged_at: '2026-06-01T00:00:00+08:00' }).state, 'merged');
    for (const merged_at of ['', null]) assert.equal(read({ number: 1, state: 'closed', merged_at }).state, 'closed');
    for (const state of ['opened', 'reopened']) assert.equal(read({ number: 1, state }).state, 'open');
  });

  it('is a draft if its flag or its title says so', () => {
    for (const title of ['[WIP]Begin', 'WIP: begin', ' [wip] x', '[Draft] x']) {
      assert.equal(read({ number: 1, title }).draft, true, title);
      assert.equal(read({ number: 1, title, draft: false }).draft, true, title);
      assert.doesNotMatch(unmarkedTitle(title), /wip|draft/i);
    }
    assert.equal(read({ number: 1, title: 'WIPE' }).draft, undefined);
    assert.equal(read({ number: 1, title: 'x', draft: 0 }).draft, false);
  });

  it('has a head without a repository if the fork was deleted, or only the name of a branch', () => {
    for (const repo of [null, {}, { name: 'Website' }, ''])
      assert.equal(read({ number: 1, head: { ref: 'topic', sha: 'b', repo } }).head.repo, undefined);
    assert.equal(read({ number: 1, head: 'topic' }).head.ref, 'topic');
    assert.equal(read({ number: 1 }).head.ref, undefined);
    assert.equal(read({ number: 1, source_project_id: 2, project_id: '1' }).from_forked_project, true);
  });

  it('names a repository by its path if its full name is missing', () => {
    for (const owner of [{ namespace: { path: 'erik' } }, { name_space: { path: 'erik' } }]) {
      const repo = { ...owner, path: 'website', name: 'Website' };
      assert.equal(read({ number: 1, head: { ref: 't', repo } }).head.repo?.full_name, 'erik/website');
    }
  });

  it('reads whether the repository allows to squash', () => {
    const squash = (disable_squash_merge: unknown) =>
      read({ number: 1, mergeable_state: { merge_request_switch: { disable_squash_merge } } });
    assert.deepEqual(allowedMethods(squash(true)), ['merge', 'rebase']);
    assert.deepEqual(allowedMethods(squash('false')), ['merge', 'squash', 'rebase']);
    for (const mergeable_state of [undefined, 'x', {}, { merge_request_switch: true }])
      assert.deepEqual(allowedMethods(read({ number: 1, mergeable_state })), ['merge', 'squash', 'rebase']);
  });

  it('needs a number, and drops a milestone without a title', () => {
    assert.ok(!v.is(PullRequest, { title: 't' }));
    assert.equal(read({ number: 1, closed__at: '2026-01-31T09:30:00Z' }).closed_at, '2026-01-31T09:30:00Z');
    for (const milestone of [{}, null, '', { number: 1, title: '' }])
      assert.equal(read({ number: 1, milestone }).milestone, undefined);
  });
});
