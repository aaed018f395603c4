import type { BranchRule } from '../../api/record/branch.ts';
import type { Repository } from '../../api/record/repository.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import { matchesRule, matchesRuleWithin } from './wildcard.ts';
import { isArchived } from '../hosting/knownRepositories.ts';
import { inApi, type RequestOptions, type Source } from '../hosting/source.ts';

/** Why a commit to a branch will be refused. */
export type PushBlocker =
  | { readonly kind: 'archived' }
  /** The account may not push to the repository at all. */
  | { readonly kind: 'readOnly' }
  /** A rule protects the branch. */
  | { readonly kind: 'rule'; readonly rule: string; readonly allowed: Allowed };

/** Whom a rule lets push, as far as it tells: logins, else a group. */
export type Allowed = readonly string[] | 'nobody' | 'administrators' | 'others';

export interface Asker {
  /** Undefined: signed out. */
  readonly login: string | undefined;
  readonly canAdmin: boolean | undefined;
}

/**
 * The rule that keeps `asker` from pushing to `branch`, however rules are read: whether `*` stands for a slash, and
 * which of several holds, is not described. Undefined where one lets push by any reading: then the service decides.
 */
export function rulePreventing(
  branch: string,
  rules: readonly BranchRule[],
  asker: Asker,
): Extract<PushBlocker, { kind: 'rule' }> | undefined {
  const holding = rules.filter(({ name }) => matchesRule(branch, name));
  const first =
    holding.find(({ name }) => name === branch) ?? holding.find(({ name }) => matchesRuleWithin(branch, name));
  if (first === undefined || holding.some((rule) => lets(rule, asker))) return undefined;
  return { kind: 'rule', rule: first.name, allowed: allowedBy(first) };
}

/** Whether a rule lets somebody push; where it does not say so clearly, it does. */
function lets(rule: BranchRule, { login, canAdmin }: Asker): boolean {
  if (rule.push_users.some((user) => user.login === login)) return true;
  if (rule.no_one_can_push === true) return false;
  if (rule.developers_can_push !== false || rule.committer_can_push === true) return true;
  return canAdmin !== false && byAdministrators(rule);
}

const byAdministrators = (rule: BranchRule): boolean =>
  [rule.owner_can_push, rule.master_can_push, rule.maintainer_can_push].includes(true);

function allowedBy(rule: BranchRule): Allowed {
  if (rule.push_users.length > 0) return rule.push_users.map(({ login }) => login);
  if (rule.no_one_can_push === true) return 'nobody';
  return byAdministrators(rule) ? 'administrators' : 'others';
}

/** Why the service will refuse a commit to `branch`. Two requests. Undefined: it is not known to. */
export async function findObstacle(
  source: Source,
  branch: string,
  asking: RequestOptions,
): Promise<PushBlocker | undefined> {
  const { api, account } = await source.connect();
  const [repository, rules] = await Promise.all([
    api.repositories.get(inApi(source), asking),
    // Who may not push may not see the rules either.
    unlessHidden(api.branchRules.list(inApi(source), asking)),
  ]);
  return obstacleTo(branch, repository, rules?.items ?? [], account?.login);
}

export function obstacleTo(
  branch: string,
  repository: Pick<Repository, 'status' | 'permission'>,
  rules: readonly BranchRule[],
  login: string | undefined,
): PushBlocker | undefined {
  if (isArchived(repository)) return { kind: 'archived' };
  const { push, admin } = repository.permission ?? {};
  if (push === false && admin !== true) return { kind: 'readOnly' };
  return rulePreventing(branch, rules, { login, canAdmin: admin });
}

/** What a program gets in place of a commit that would be refused. */
export function refusalOf(branch: string, obstacle: PushBlocker): Failure {
  switch (obstacle.kind) {
    case 'archived':
      return new Failure('forbidden', 'the repository is archived', { field: 'repository', reason: 'isArchived' });
    case 'readOnly':
      return new Failure('forbidden', 'this account may not push', { field: 'repository', reason: 'notAllowed' });
    case 'rule':
      return new Failure('forbidden', `${branch} is protected by the rule ${obstacle.rule}`, {
        field: 'ref',
        reason: 'isProtected',
      });
  }
}

async function unlessHidden<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (isFailure(error, 'forbidden', 'missing', 'refused', 'invalid', 'broken', 'unreadable')) return undefined;
    throw error;
  }
}
