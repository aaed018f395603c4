import assert from 'node:assert/strict';
import * as v from 'valibot';
import { PullRequest } from '../../../../src/api/record/pullRequest.ts';
import { isReadyButNotByMe, unmetConditions } from '../../../../src/domain/pullRequests/mergeConditions.ts';
import { forms } from '../../../forms/forms.ts';

const read = (mergeable_state: unknown, state = 'open'): PullRequest =>
  v.parse(PullRequest, { number: 1, state, mergeable_state });

describe('what a merge needs', () => {
  it('is told in the words of the host, and by whom it can be done', () => {
    const pull = v.parse(PullRequest, forms.pull![0]!.body);
    assert.deepEqual(unmetConditions(pull), [
      { name: 'merged_by_user', reason: 'You have no permission to push here.' },
    ]);
    assert.equal(isReadyButNotByMe(pull), true);
  });

  it('has no reason if the host says no sentence', () => {
    const reasonOf = (conflict_passed: unknown): string | undefined =>
      unmetConditions(read({ conflict_passed: 0, reason: { conflict_passed } }))?.[0]?.reason;
    for (const reason of [false, true, '', '  ', 'false', 'conflict', 3, null, {}])
      assert.equal(reasonOf(reason), undefined);
    assert.equal(reasonOf('存在冲突'), '存在冲突');
    assert.equal(reasonOf('It has conflicts.'), 'It has conflicts.');
    for (const reason of [undefined, [], 'no']) assert.equal(unmetConditions(read({ x_passed: 0, reason }))?.length, 1);
  });

  it('is unknown if the host does not tell, and nothing if it is not open', () => {
    for (const told of [undefined, 'clean', {}, [], { state: false }])
      assert.equal(unmetConditions(read(told)), undefined);
    assert.deepEqual(unmetConditions(read({ state: true })), []);
    assert.deepEqual(unmetConditions(read({ conflict_passed: null, ci_state_passed: 'true' })), []);
    assert.deepEqual(unmetConditions(read({ conflict_passed: false }, 'closed')), []);
    assert.equal(isReadyButNotByMe(read({ state: false })), false);
    assert.equal(isReadyButNotByMe(read({ state: false, status_without_user_auth: 1 }, 'merged')), false);
  });
});
