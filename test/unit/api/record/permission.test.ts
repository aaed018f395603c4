import assert from 'node:assert/strict';
import * as v from 'valibot';
import { PullRequestSettings, SelfPermission } from '../../../../src/api/record/permission.ts';
import { forms } from '../../../forms/forms.ts';

describe('what a host allows', () => {
  it('is read where it tells it; the rest is unknown', () => {
    const { role_info, resource_trees: trees } = v.parse(SelfPermission, forms['self-permission']![0]!.body);
    assert.deepEqual([role_info?.name, role_info?.cn_name, role_info?.access_level], ['Developer', '开发者', 30]);
    assert.deepEqual(trees.find(({ scope }) => scope === 'pr')?.actions, [
      { action: 'create', selected: true },
      { action: 'merge', selected: false },
      { action: 'review', selected: true },
    ]);
    assert.deepEqual(v.parse(SelfPermission, {}).resource_trees, []);
  });

  it('says in both forms whether source branches are removed', () => {
    const told = (settings: object): boolean | undefined =>
      v.parse(PullRequestSettings, settings).delete_source_branch_when_merged;
    assert.equal(told(forms['pull-request-settings']![0]!.body as object), false);
    assert.equal(told(forms['pull-request-settings']![1]!.body as object), undefined);
    assert.equal(told({ merge_request_setting: { delete_source_branch_when_merged: 1 } }), true);
  });
});
