import type { gates as table } from '../../../src/api/endpoints/optional/more.ts';
import { ok, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import { numbered } from '../forms/user.ts';
import { settingFields, type ownEndpoints } from '../ownEndpoints.ts';
import { mayPush } from '../protection.ts';
import { rightsOf, type Right } from '../rights.ts';
import type { Repository } from '../state.ts';
import { changed, type Handlers } from './handler.ts';

/** The settings of pull requests, and what the account may do. */
export const gates: Handlers<typeof table & typeof ownEndpoints.gates> = {
  selfPermission: (call) => ok(selfPermission(call, existing(call))),

  pullRequestSettings: (call) => {
    const repository = call.repository('admin');
    return ok(call.habits.settingsForm === 'flat' ? repository.settings : nestedSettings(call, repository));
  },

  setPullRequestSettings: (call) => {
    const repository = call.writable('admin');
    const names = Object.keys(settingFields).filter((name) => call.has(name));
    const given = Object.fromEntries(names.map((name) => [name, call.params[name]])) as Repository['settings'];
    repository.settings = { ...repository.settings, ...given };
    return changed(call, {});
  },
};

/** The live service answers 500 for a missing repository here. */
function existing(call: Call): Repository {
  try {
    return call.repository();
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) throw new Refusal(500, '系统错误');
    throw error;
  }
}

/** With flags as 0 and 1. */
function nestedSettings(call: Call, { id, settings }: Repository): unknown {
  const ids = String(settings.approval_approver_ids).split(',');
  const approvers = [...call.state.accounts.keys()]
    .map((login) => numbered(call.host, login, 'username name state web_url'))
    .filter((one) => ids.includes(String(one?.id)));
  const flag = (name: string): number => Number(settings[name]);
  return {
    merge_method: settings.merge_method,
    only_allow_merge_if_all_discussions_are_resolved: settings.only_allow_merge_if_all_discussions_are_resolved,
    only_allow_merge_if_pipeline_succeeds: settings.only_allow_merge_if_pipeline_succeeds,
    merge_request_setting: {
      ...{ id: 1, project_id: id, approval_required_reviewers: settings.approval_required_reviewers },
      approval_required_approvers: settings.approval_required_approvers,
      approval_required_testers: settings.approval_required_testers,
      ...{ approval_approvers: approvers, approval_testers: [], disable_merge_by_self: flag('disable_merge_by_self') },
      ...{ can_force_merge: flag('can_force_merge'), can_reopen: settings.can_reopen },
    },
  };
}

/** The right that each action of a scope needs. */
const scopes: Readonly<Record<string, Readonly<Record<string, Right>>>> = {
  repo: { fork: 'pull', update: 'admin', delete: 'admin', setting: 'admin', archive: 'admin', transfer: 'admin' },
  code: { push: 'push', download: 'pull' },
  wiki: { push: 'push', download: 'pull' },
  issue: { create: 'pull', update: 'push', reopen: 'push', pin: 'push', lock: 'push', delete: 'admin' },
  label: { create: 'push', update: 'push', delete: 'push' },
  branch: { create: 'push', delete: 'push' },
  tag: { create: 'push', delete: 'push' },
  pr: {
    ...{ create: 'pull', update: 'push', review: 'push', approve: 'push', merge: 'push' },
    ...{ close: 'push', reopen: 'push', test: 'push' },
  },
  note: { create: 'pull', resolve: 'push' },
  pipeline: { create: 'push', update: 'push', delete: 'admin', run: 'push', rerun: 'push' },
};

const roles = {
  owner: { access_level: 50, name: 'Owner', cn_name: '所有者' },
  admin: { access_level: 40, name: 'Maintainer', cn_name: '维护者' },
  push: { access_level: 30, name: 'Developer', cn_name: '开发者' },
  pull: { access_level: 20, name: 'Reporter', cn_name: '报告者' },
};

function selfPermission(call: Call, repository: Repository): unknown {
  const login = call.user.login;
  const rights = rightsOf(call.state, repository, login);
  const role = repository.owner === login ? 'owner' : rights.admin ? 'admin' : rights.push ? 'push' : 'pull';
  const merges = mayPush(call, repository, repository.defaultBranch, login);
  return {
    role_info: { role_uuid: `${role}-of-the-local-service`, roles_type: 1, ...roles[role] },
    resource_trees: Object.entries(scopes).map(([scope, actions], at) => ({
      ...{ resource_id: at + 2, name: scope, cn_name: scope, scope },
      actions: Object.entries(actions).map(([action, right], index) => ({
        ...{ permission_id: at * 10 + index, action, name: action, cn_name: action },
        selected: rights[right] && (action !== 'merge' || merges),
      })),
    })),
  };
}
