import assert from 'node:assert/strict';
import * as v from 'valibot';
import { PullRequest, PullRequestUpdate } from '../../../../src/api/record/pullRequest.ts';

const read = (value: object): PullRequest => v.parse(PullRequest, value);
import { allowedMethods } from '../../../../src/domain/pullRequests/pullRequests.ts';

describe('PullRequest', () => {
  it('reads the form of a creation', () => {
    const pull = read({
      iid: 41,
      description: 'b',
      state: 'opened',
      work_in_progress: true,
      author: { username: 'li', web_url: 'https://x.test/li' },
      source_branch: 'topic',
      target_branch: 'main',
      diff_refs: { base_sha: 'a', head_sha: 'b', start_sha: 'c' },
      web_url: 'https://x.test/o/r/merge_requests/41',
      approval_merge_request_reviewers: [{ username: 'bob', state: 'approved' }],
    });
    assert.deepEqual([pull.number, pull.body, pull.state, pull.draft], ['41', 'b', 'open', true]);
    assert.deepEqual([pull.user?.login, pull.user?.html_url], ['li', 'https://x.test/li']);
    assert.deepEqual([pull.base.ref, pull.base.sha, pull.head.ref, pull.head.sha], ['main', 'c', 'topic', 'b']);
    assert.deepEqual(
      pull.assignees.map(({ login, accept }) => [login, accept]),
      [['bob', true]],
    );
    assert.match(pull.html_url ?? '', /merge_requests/);
  });

  it('is merged if it has the time of a merge, whatever its state says', () => {
    for (const state of ['closed', 'open', 'locked', undefined])
      assert.equal(read({ number: 1, state, merged_at: '2026-06-01T00:00:00+08:00' }).state, 'merged');
    for (const merged_at of ['', null]) assert.equal(read({ number: 1, state: 'closed', merged_at }).state, 'closed');
  });

  it('has a head without a repository if the fork was deleted, or only the name of a branch', () => {
    assert.deepEqual(read({ number: 1, head: { ref: 'topic', sha: 'b', repo: null } }).head.repo, undefined);
    assert.equal(read({ number: 1, head: 'topic' }).head.ref, 'topic');
    assert.equal(read({ number: 1 }).head.ref, undefined);
  });

  it('reads whether the repository allows to squash', () => {
    const squash = (disable_squash_merge: unknown) =>
      read({ number: 1, mergeable_state: { merge_request_switch: { disable_squash_merge } } });
    assert.deepEqual(allowedMethods(squash(true)), ['merge', 'rebase']);
    assert.deepEqual(allowedMethods(squash('false')), ['merge', 'squash', 'rebase']);
    for (const mergeable_state of [undefined, 'x', {}, { merge_request_switch: true }])
      assert.deepEqual(allowedMethods(read({ number: 1, mergeable_state })), ['merge', 'squash', 'rebase']);
  });

  it('reads closed__at, and flags of the merge that end with _passed', () => {
    const mergeable_state = {
      conflict_passed: 0,
      ci_state_passed: 'true',
      state: false,
      merge_request_id: 5,
      x_passed: null,
    };
    const pull = read({ number: 1, closed__at: '2026-01-31T09:30:00Z', mergeable_state });
    assert.equal(pull.closed_at, '2026-01-31T09:30:00Z');
    assert.deepEqual(pull.mergeable_state, { conflict_passed: false, ci_state_passed: true });
    assert.deepEqual(read({ number: 1, mergeable_state: 'clean' }).mergeable_state, {});
  });

  it('needs a number, unlike the answer to a change', () => {
    assert.ok(!v.is(PullRequest, { title: 't' }));
    assert.equal(v.parse(PullRequestUpdate, { title: 't', state: 'reopened' }).state, 'open');
  });
});
