import type { Call } from '../call.ts';
import { allows } from '../protection.ts';
import { rightsOf } from '../rights.ts';
import type { BranchRule, Repository } from '../state.ts';
import { stamp } from './times.ts';
import { userOf } from './user.ts';

const logins = (who: string): string[] => who.split(';').filter((one) => !['develop', 'admin', 'empty'].includes(one));
const names = (who: string, one: string): boolean => who.split(';').includes(one);

export function ruleForm(call: Call, repository: Repository, rule: BranchRule): unknown {
  const { pusher, merger } = rule;
  const users = (who: string): unknown[] =>
    call.habits.ruleUsers === 'logins' ? logins(who) : logins(who).map((login) => userOf(call.host, login));
  const may = (who: string, group: 'develop' | 'admin'): boolean =>
    names(who, 'develop') || (group === 'admin' && names(who, 'admin'));
  const asks = call.account?.login ?? '';
  const { admin } = rightsOf(call.state, repository, asks);
  return {
    name: rule.wildcard,
    updated_at: stamp(rule.updated),
    push_users: users(pusher),
    merge_users: users(merger),
    merged: false,
    developers_can_push: may(pusher, 'develop'),
    developers_can_merge: may(merger, 'develop'),
    committer_can_push: allows(pusher, asks, admin),
    committer_can_merge: allows(merger, asks, admin),
    master_can_push: may(pusher, 'admin'),
    master_can_merge: may(merger, 'admin'),
    maintainer_can_push: may(pusher, 'admin'),
    maintainer_can_merge: may(merger, 'admin'),
    owner_can_push: may(pusher, 'admin'),
    owner_can_merge: may(merger, 'admin'),
    no_one_can_push: names(pusher, 'empty'),
    no_one_can_merge: names(merger, 'empty'),
  };
}

const levels: Readonly<Record<number, string>> = {
  0: 'No one',
  30: 'Developers, maintainers and admins',
  40: 'Maintainers and admins',
};

export const protectedTagForm = ([name, level]: readonly [string, number]): unknown => ({
  name,
  create_access_level: level,
  create_access_level_desc: levels[level] ?? '',
});
