import { forbidden, missing, Refusal } from './answer.ts';
import { fullName, type Account, type Repository, type Role, type State } from './state.ts';

export type Right = 'pull' | 'push' | 'admin';
export type Rights = Readonly<Record<Right, boolean>>;

const none: Rights = { pull: false, push: false, admin: false };
const all: Rights = { pull: true, push: true, admin: true };

/** The right that a permission stands for; a custom role may push. */
export function rightsOfPermission(permission: string): Rights {
  return { pull: true, push: permission !== 'pull', admin: permission === 'admin' };
}

export function roleIn(state: State, organization: string, login: string | undefined): Role | undefined {
  return login === undefined ? undefined : state.organizations.get(organization)?.members.get(login);
}

/** The permission of an account for a repository, as owner, as member of its organization or as its member. */
export function rightsOf(state: State, repository: Repository, login: string | undefined): Rights {
  if (login !== undefined) {
    const role = roleIn(state, repository.owner, login);
    if (repository.owner === login || role === 'admin') return repository.restricted ? none : all;
    const member = repository.members.get(login);
    if (member !== undefined) return rightsOfPermission(member.permission);
    if (repository.restricted) return none;
    if (role === 'member') return { pull: true, push: true, admin: false };
  }
  return repository.visibility === 'private' || repository.restricted ? none : { ...none, pull: true };
}

/** Whether an account sees a repository in lists. */
export function isListed(state: State, repository: Repository, login: string | undefined): boolean {
  return rightsOf(state, repository, login).pull || roleIn(state, repository.owner, login) !== undefined;
}

/** Refuses if `login` does not have `right`. */
export function demand(state: State, repository: Repository, account: Account | undefined, right: Right): void {
  const rights = rightsOf(state, repository, account?.login);
  if (rights[right]) return;
  if (repository.restricted && isListed(state, repository, account?.login)) throw forbidden();
  if (!rights.pull) throw missing('404 Project Not Found');
  if (account === undefined) throw new Refusal(401, '401 Unauthorized');
  throw forbidden();
}

export function findRepository(state: State, owner: string, path: string): Repository {
  const repository = state.repositories.get(fullName({ owner, path }));
  if (repository === undefined) throw missing('404 Project Not Found');
  return repository;
}
