import assert from 'node:assert/strict';
import * as v from 'valibot';
import { PullRequest } from '../../../../src/api/record/pullRequest.ts';
import { hindrances, knownPeopleIn, peopleIn, personIn, roles } from '../../../../src/domain/pullRequests/roles.ts';
import { forms } from '../../../forms/forms.ts';

const read = (record: object): PullRequest => v.parse(PullRequest, { number: 1, state: 'open', ...record });

describe('the people of a pull request', () => {
  it('are in three roles, with what each decided', () => {
    const pull = v.parse(PullRequest, forms.pull![1]!.body);
    const people = roles.map((role) => peopleIn(pull, role).map(({ login, accept }) => [login, accept]));
    assert.deepEqual(people, [[['bob', true]], [['xiaoming', false]], [['alice', false]]]);
  });

  it('are known by login, ignoring case, whatever their ids', () => {
    const pull = read({
      assignees: [
        { id: 'a1', login: 'Bob', accept: 1 },
        { id: 7, login: 'bob', accept: 1 },
      ],
    });
    assert.equal(peopleIn(pull, 'approvers').length, 1);
    assert.equal(personIn(pull, 'approvers', 'BOB')?.accept, true);
    assert.equal(personIn(pull, 'approvers', undefined), undefined);
  });

  it('are unknown, not absent, in a form without them', () => {
    const listed = v.parse(PullRequest, (forms.pulls![0]!.body as object[])[0]);
    assert.deepEqual([knownPeopleIn(listed, 'reviewers'), peopleIn(listed, 'reviewers')], [undefined, []]);
    assert.deepEqual(knownPeopleIn(listed, 'approvers'), []);
  });

  it('are hindered to decide only as far as the host says so', () => {
    const merge_request_switch = { disable_merge_by_self: 1 };
    const pull = read({
      user: { login: 'alice' },
      assignees: [{ login: 'bob', accept: true }],
      mergeable_state: { merge_request_switch },
    });
    const of = (login: string, may?: boolean, role: 'approvers' | 'testers' = 'approvers') =>
      hindrances(pull, role, { login, may });
    assert.deepEqual([of('Alice'), of('Alice', undefined, 'testers')], [['author'], []]);
    assert.deepEqual([of('bob'), of('carol'), of('carol', true)], [['decided'], [], []]);
    assert.deepEqual(of('carol', false), ['rights']);
    assert.deepEqual(hindrances(read({ user: 'alice' }), 'approvers', { login: 'alice', may: undefined }), []);
  });
});
