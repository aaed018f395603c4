import type { members as table } from '../../../src/api/endpoints/members.ts';
import { missing, ok, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import { addedMember, memberEntry, permissionView } from '../forms/member.ts';
import { rightsOf } from '../rights.ts';
import type { Repository } from '../state.ts';
import { changed, nothing, type Handlers } from './handler.ts';

export const members: Handlers<typeof table> = {
  set: (call) => {
    const repository = call.writable('admin');
    const account = call.accountNamed(call.text('username'));
    if (account.login === repository.owner) throw new Refusal(400, 'The owner is a member already');
    const permission = call.optionalText('permission') ?? 'push';
    const since = repository.members.get(account.login)?.since ?? Date.now();
    repository.members.set(account.login, { permission, since });
    return changed(call, addedMember(call.host, account, permission));
  },

  remove: (call) => {
    const repository = call.writable('admin');
    if (!repository.members.delete(call.text('username'))) throw missing('404 Member Not Found');
    return nothing(call, '204');
  },

  list: (call) => {
    const repository = call.repository();
    return ok(
      call
        .page(everyMember(call, repository))
        .map(([login, permission]) => memberEntry(call, repository, login, permission)),
    );
  },

  check: (call) => {
    const login = call.text('username');
    const isMember = everyMember(call, call.repository()).some(([one]) => one === login);
    return isMember ? ok({}) : { status: call.habits.notMember, json: { message: '404 Not Found' } };
  },

  permission: (call) => {
    const repository = call.repository();
    const account = call.accountNamed(call.text('username'));
    const own = repository.members.get(account.login)?.permission;
    const rights = rightsOf(call.state, repository, account.login);
    const implied = rights.admin ? 'admin' : rights.push ? 'push' : undefined;
    const permission = own ?? implied;
    if (permission === undefined) throw missing('404 Member Not Found');
    return ok(permissionView(account, permission));
  },
};

/** The owner and the members; depending on a habit also those of the organization. */
export function everyMember({ state, habits }: Call, repository: Repository): [string, string][] {
  const inherited = habits.inheritedMembers ? (state.organizations.get(repository.owner)?.members ?? []) : [];
  const all = new Map<string, string>();
  for (const [login, role] of inherited) all.set(login, role === 'admin' ? 'admin' : 'push');
  if (state.accounts.has(repository.owner)) all.set(repository.owner, 'admin');
  for (const [login, { permission }] of repository.members) all.set(login, permission);
  return [...all];
}
