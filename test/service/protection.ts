import { forbidden } from './answer.ts';
import { rightsOf } from './rights.ts';
import type { BranchRule, Repository, State } from './state.ts';

/** Whether a name fits a wildcard, where `*` stands for any text. */
export function fits(wildcard: string, name: string): boolean {
  const parts = wildcard.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'u').test(name);
}

/** The rule of a branch: one of just this name, else the first that fits. */
export function ruleOf({ rules }: Repository, branch: string): BranchRule | undefined {
  return rules.get(branch) ?? [...rules.values()].find(({ wildcard }) => fits(wildcard, branch));
}

/** Whether `who` (develop, admin, empty, logins joined by semicolons) holds somebody. */
export function allows(who: string, login: string, admin: boolean): boolean {
  return who.split(';').some((one) => one === 'develop' || (one === 'admin' && admin) || one === login);
}

export function mayPush(state: State, repository: Repository, branch: string, login: string | undefined): boolean {
  const rights = rightsOf(state, repository, login);
  if (login === undefined || !rights.push || repository.archived) return false;
  const rule = ruleOf(repository, branch);
  return rule === undefined || allows(rule.pusher, login, rights.admin);
}

export function demandPush(state: State, repository: Repository, branch: string, login: string): void {
  if (!mayPush(state, repository, branch, login))
    throw forbidden(`You are not allowed to push into the protected branch ${branch}`);
}

/** Whether somebody may create a tag of this name. */
export function mayTag(state: State, repository: Repository, tag: string, login: string): boolean {
  const rights = rightsOf(state, repository, login);
  const levels = [...repository.protectedTags].filter(([wildcard]) => fits(wildcard, tag)).map(([, level]) => level);
  return rights.push && levels.every((level) => level === 30 || (level === 40 && rights.admin));
}
