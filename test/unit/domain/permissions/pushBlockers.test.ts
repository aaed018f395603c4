import assert from 'node:assert/strict';
import * as v from 'valibot';
import { BranchRule } from '../../../../src/api/record/branch.ts';
import { patternsOf } from '../../../../src/domain/permissions/pushBlockers.ts';

const rule = (name: string, told: object): BranchRule => v.parse(BranchRule, { name, ...told });

describe('patternsOf', () => {
  const rules = [
    rule('nobody/*', { no_one_can_push: true }),
    rule('admins', { developers_can_push: false, master_can_push: true }),
    rule('bobs', { developers_can_push: false, push_users: ['bob'] }),
    rule('all', { developers_can_push: true }),
    rule('unclear', {}),
  ];

  it('returns the rules that forbid and that allow a push to the account', () => {
    assert.deepEqual(patternsOf(rules, { login: 'alice', canAdmin: false }), {
      include: ['nobody/*', 'admins', 'bobs'],
      exclude: ['all', 'unclear'],
    });
    assert.deepEqual(patternsOf(rules, { login: 'bob', canAdmin: true }), {
      include: ['nobody/*'],
      exclude: ['admins', 'bobs', 'all', 'unclear'],
    });
  });
});
