import type {
  enterprises as enterpriseTable,
  organizations as organizationTable,
} from '../../../src/api/endpoints/organizations.ts';
import { forbidden, missing, ok, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import * as form from '../forms/organization.ts';
import { createdForm, summary } from '../forms/repository.ts';
import { createRepository } from '../repositories.ts';
import { isListed, roleIn } from '../rights.ts';
import { listRepositories, sorted } from '../selection.ts';
import type { Enterprise, Organization, Visibility } from '../state.ts';
import { made, nothing, type Handlers } from './handler.ts';

/** Organizations of an account, sorted by name. */
function organizationsOf(call: Call, login: string, admin: boolean): Organization[] {
  return [...call.state.organizations.values()].filter(({ members }) => {
    const role = members.get(login);
    return admin ? role === 'admin' : role !== undefined;
  });
}

function demandAdmin(call: Call): Organization {
  const organization = call.organization();
  if (organization.members.get(call.user.login) !== 'admin') throw forbidden();
  return organization;
}

export const organizations: Handlers<typeof organizationTable> = {
  ofUser: (call) => {
    const { login } = call.accountNamed(call.text('username'));
    const page = call.page(organizationsOf(call, login, false));
    return ok(page.map((organization) => form.listedOrganization(call, organization)));
  },

  own: (call) => {
    const page = call.page(organizationsOf(call, call.user.login, call.flag('admin') ?? false));
    return ok(
      page.map((organization) => ({ ...form.listedOrganization(call, organization), path: organization.login })),
    );
  },

  get: (call) => ok(form.singleOrganization(call, call.organization())),

  member: (call) => {
    const organization = call.organization();
    const login = call.text('username');
    if (!organization.members.has(login)) throw missing('404 Member Not Found');
    return ok(form.memberDetail(call.host, organization, login));
  },

  members: (call) => {
    const wanted = call.optionalText('role') ?? 'all';
    const members = [...call.organization().members].filter(([, role]) => wanted === 'all' || role === wanted);
    return ok(call.page(members).map(([login, role]) => form.memberEntry(call.host, login, role)));
  },

  removeMember: (call) => {
    const { members } = demandAdmin(call);
    const login = call.text('username');
    if (!members.has(login)) throw missing('404 Member Not Found');
    const admins = [...members.values()].filter((role) => role === 'admin').length;
    if (members.get(login) === 'admin' && admins === 1) throw new Refusal(400, 'The last admin cannot be removed');
    members.delete(login);
    return nothing(call, '{}');
  },

  inviteMember: (call) => {
    const organization = demandAdmin(call);
    const { login } = call.accountNamed(call.text('username'));
    if (organization.members.has(login)) throw new Refusal(400, `${login} already exists in the organization`);
    organization.invited.add(login);
    return made(call, { login, role: 'member', state: 'pending', organization: organization.login });
  },

  repositories: (call) => {
    const { login: owner } = call.organization();
    const type = call.optionalText('type') ?? 'all';
    const found = listRepositories(
      call.state,
      (repository) =>
        repository.owner === owner &&
        isListed(call.state, repository, call.account?.login) &&
        (type === 'all' || (repository.visibility === 'private') === (type === 'private')),
    );
    return ok(call.page(sorted(found)).map((repository) => summary(call, repository)));
  },

  createRepository: async (call) => {
    const { login: owner } = call.organization();
    if (roleIn(call.state, owner, call.user.login) === undefined) throw forbidden();
    const levels: readonly Visibility[] = ['private', 'public', 'internal'];
    const level = levels[call.number('public') ?? -1];
    const repository = await createRepository(
      call,
      owner,
      level ?? (call.flag('private') === true ? 'private' : 'public'),
    );
    return made(call, createdForm(call.host, repository));
  },

  followers: (call) => {
    const page = call.page(call.organization('owner').followers);
    return ok(page.map((follower) => form.followerEntry(call.host, follower)));
  },

  issueSettings: (call) => {
    call.organization();
    return ok(form.issueTypes);
  },
};

/** The enterprise of the path, for its members. */
function enterpriseOf(call: Call): Enterprise {
  const enterprise = call.state.enterprises.get(call.text('enterprise'));
  if (enterprise === undefined) throw missing('404 Enterprise Not Found');
  if (!enterprise.members.has(call.user.login)) throw forbidden();
  return enterprise;
}

export const enterprises: Handlers<typeof enterpriseTable> = {
  member: (call) => {
    const enterprise = enterpriseOf(call);
    const login = call.text('username');
    if (!enterprise.members.has(login)) throw missing('404 Member Not Found');
    return ok(form.singleEnterpriseMember(call.host, enterprise, login));
  },

  members: (call) => {
    const enterprise = enterpriseOf(call);
    const wanted = call.optionalText('role') ?? 'all';
    const members = [...enterprise.members].filter(([, { role }]) => wanted === 'all' || role === wanted);
    return ok(call.page(members).map(([login]) => form.enterpriseMember(call.host, enterprise, login)));
  },
};
