import { forbidden } from './answer.ts';
import type { Habits } from './habits.ts';
import { rightsOf } from './rights.ts';
import type { BranchRule, Repository, State } from './state.ts';

export interface Asking {
  readonly state: State;
  readonly habits: Habits;
}

/** Whether a name fits a wildcard, where `*` stands for any text. */
export function fits(wildcard: string, name: string, habit: Habits['wildcard'] = 'any text'): boolean {
  const parts = wildcard.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join(habit === 'any text' ? '.*' : '[^/]*')}$`, 'u').test(name);
}

/** The rule of a branch: the rule with its exact name, otherwise the first that matches. */
export function ruleOf({ rules }: Repository, branch: string): BranchRule | undefined {
  return rules.get(branch) ?? [...rules.values()].find(({ wildcard }) => fits(wildcard, branch));
}

/** Whether `who` (develop, admin, empty, logins joined by semicolons) includes an account. */
export function allows(who: string, login: string, admin: boolean): boolean {
  return who.split(';').some((one) => one === 'develop' || (one === 'admin' && admin) || one === login);
}

/** Whether the rules allow a push by an account with push permission. */
function rulesAllow(
  { rules }: Repository,
  branch: string,
  habits: Habits,
  may: (rule: BranchRule) => boolean,
): boolean {
  const fitting = [...rules.values()].filter(({ wildcard }) => fits(wildcard, branch, habits.wildcard));
  const [first] = fitting;
  if (first === undefined) return true;
  if (habits.overlappingRules === 'any') return fitting.some(may);
  return habits.overlappingRules === 'strictest' ? fitting.every(may) : may(rules.get(branch) ?? first);
}

export function mayPush(call: Asking, repository: Repository, branch: string, login: string | undefined): boolean {
  const rights = rightsOf(call.state, repository, login);
  if (login === undefined || !rights.push || repository.archived) return false;
  return rulesAllow(repository, branch, call.habits, ({ pusher }) => allows(pusher, login, rights.admin));
}

export function demandPush(call: Asking, repository: Repository, branch: string, login: string): void {
  if (!mayPush(call, repository, branch, login))
    throw forbidden(`You are not allowed to push into the protected branch ${branch}`);
}

/** Whether an account may create a tag of this name. */
export function mayTag({ state, habits }: Asking, repository: Repository, tag: string, login: string): boolean {
  const rights = rightsOf(state, repository, login);
  const holds = (name: string): boolean => (habits.tagWildcards ? fits(name, tag) : name === tag);
  const levels = [...repository.protectedTags].filter(([name]) => holds(name)).map(([, level]) => level);
  return rights.push && levels.every((level) => level === 30 || (level === 40 && rights.admin));
}
