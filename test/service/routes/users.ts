import type { keys as keyTable, own as ownTable, users as userTable } from '../../../src/api/endpoints/users.ts';
import { invalid, missing, ok, Refusal } from '../answer.ts';
import { activityOf } from '../activity.ts';
import { keyRecord, readKey } from '../keys.ts';
import { ownMembership } from '../forms/organization.ts';
import { createdForm, summary } from '../forms/repository.ts';
import { fullUser, keyForm } from '../forms/user.ts';
import { createRepository } from '../repositories.ts';
import { isListed, roleIn } from '../rights.ts';
import { listRepositories, sorted } from '../selection.ts';
import { made, nothing, type Handlers } from './handler.ts';

export const users: Handlers<typeof userTable> = {
  get: (call) => ok(fullUser(call.host, call.accountNamed(call.text('username')))),

  self: (call) => ok(fullUser(call.host, call.user)),

  emails: (call) => ok(call.user.emails),

  events: (call) => {
    const { login } = call.accountNamed(call.text('username'));
    return ok(activityOf(call.host, login, call.optionalText('year'), call.optionalText('next'), call.habits));
  },

  repositories: (call) => {
    const { login } = call.accountNamed(call.text('username'));
    const type = call.optionalText('type') ?? 'all';
    const found = listRepositories(call.state, (repository) => {
      if (!isListed(call.state, repository, call.account?.login)) return false;
      const owned = repository.owner === login;
      const member = repository.members.has(login) || roleIn(call.state, repository.owner, login) !== undefined;
      return type === 'member' ? !owned && member : type === 'all' ? owned || member : owned;
    });
    const page = call.page(sorted(found, call.optionalText('sort'), call.optionalText('direction')));
    return ok(page.map((repository) => summary(call, repository)));
  },

  membership: (call) => {
    const organization = call.organization();
    const role = organization.members.get(call.user.login);
    if (role === undefined) throw missing();
    return ok(ownMembership(call.host, organization, call.user.login, role));
  },
};

const affiliations = ['owner', 'collaborator', 'organization_member', 'enterprise_member', 'admin'];

export const own: Handlers<typeof ownTable> = {
  repositories: (call) => {
    const { login } = call.user;
    const { state } = call;
    const type = call.optionalText('type');
    const affiliation = call.names('affiliation');
    const visibility = call.optionalText('visibility') ?? 'all';
    if (type !== undefined && affiliation !== undefined)
      throw new Refusal(422, 'type and affiliation cannot be used together');
    const unknown = affiliation?.find((one) => !affiliations.includes(one));
    if (unknown !== undefined) throw invalid('affiliation is invalid');
    const words = call.text('q').toLowerCase();
    const found = listRepositories(state, (repository) => {
      const role = roleIn(state, repository.owner, login);
      const is: Record<string, boolean> = {
        owner: repository.owner === login,
        collaborator: repository.members.has(login) && repository.owner !== login,
        organization_member: role !== undefined,
        enterprise_member: enterpriseRole(repository.owner) !== undefined,
        admin: role === 'admin' || repository.members.get(login)?.permission === 'admin',
      };
      const mine = is.owner === true || is.collaborator === true || is.organization_member === true;
      if (!mine || !isListed(state, repository, login)) return false;
      if (affiliation !== undefined && !affiliation.some((one) => is[one] === true)) return false;
      const isPrivate = repository.visibility === 'private';
      if (visibility !== 'all' && (visibility === 'private') !== isPrivate) return false;
      if (visibility === 'all' && (type === 'private' || type === 'public') && (type === 'private') !== isPrivate)
        return false;
      if ((type === 'owner' || type === 'personal') && is.owner !== true) return false;
      if (type === 'member' && is.owner === true) return false;
      return `${repository.owner}/${repository.path} ${repository.name}`.toLowerCase().includes(words);
    });
    const page = call.page(sorted(found, call.optionalText('sort'), call.optionalText('direction')));
    return ok(page.map((repository) => summary(call, repository)));

    function enterpriseRole(owner: string): unknown {
      const enterprise = state.organizations.get(owner)?.enterprise;
      return enterprise === undefined ? undefined : state.enterprises.get(enterprise)?.members.get(login);
    }
  },

  createRepository: async (call) => {
    const visibility = call.flag('private') === true ? 'private' : 'public';
    const repository = await createRepository(call, call.user.login, visibility);
    if (call.habits.createdRepository === 'success')
      return { status: call.habits.created, headers: { 'content-type': 'text/plain' }, bytes: 'success' };
    return made(call, createdForm(call.host, repository));
  },
};

export const keys: Handlers<typeof keyTable> = {
  create: (call) => {
    const { state, user } = call;
    const key = readKey(call.text('key'));
    if (key === undefined) throw invalid('key is not a valid SSH public key');
    if ([...state.keys.values()].some((known) => readKey(known.key) === key))
      throw new Refusal(400, 'Fingerprint has already been taken');
    const entry = {
      id: state.nextId(),
      owner: user.login,
      title: call.text('title'),
      key: call.text('key').trim(),
      created: Date.now(),
    };
    state.keys.set(entry.id, entry);
    return made(call, keyForm(call.host, entry));
  },

  remove: (call) => {
    call.state.keys.delete(keyRecord(call).id);
    return nothing(call, '204');
  },

  get: (call) => ok([keyForm(call.host, keyRecord(call))]),
};
