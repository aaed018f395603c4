import type { BranchRule } from '../../api/record/branch.ts';
import type { Repository } from '../../api/record/repository.ts';
import { Failure, unlessFailed } from '../../core/errors.ts';
import { matchesRule, matchesRuleWithin } from './wildcard.ts';
import type { BranchPatterns } from '../hosts/protectedBranches.ts';
import { isArchived, type KnownRepositories, type AccountPermissions } from '../hosts/knownRepositories.ts';
import { inApi, type RequestOptions, type Source } from '../hosts/source.ts';
import { requestOwnPermission } from './ownPermissions.ts';

export type PushBlocker =
  | { readonly kind: 'archived' }
  | { readonly kind: 'readOnly' }
  | { readonly kind: 'rule'; readonly rule: string; readonly allowed: AllowedPushers };

/** The users that a rule allows to push: logins, else a group. */
export type AllowedPushers = readonly string[] | 'nobody' | 'administrators' | 'others';

export interface Asker {
  readonly login: string | undefined;
  readonly canAdmin: boolean | undefined;
}

/**
 * The rule that forbids `asker` to push. Undefined if any matching rule allows it: the description says neither whether
 * `*` matches a slash nor which rule wins.
 */
export function rulePreventing(
  branch: string,
  rules: readonly BranchRule[],
  asker: Asker,
): Extract<PushBlocker, { kind: 'rule' }> | undefined {
  const matching = rules.filter(({ name }) => matchesRule(branch, name));
  const first =
    matching.find(({ name }) => name === branch) ?? matching.find(({ name }) => matchesRuleWithin(branch, name));
  if (first === undefined || matching.some((rule) => allows(rule, asker))) return undefined;
  return { kind: 'rule', rule: first.name, allowed: allowedBy(first) };
}

/** The rules that forbid `asker` to push (`include`), and those that allow it. */
export function patternsOf(rules: readonly BranchRule[], asker: Asker): BranchPatterns {
  const names = (isAllowed: boolean): string[] =>
    rules.filter((rule) => allows(rule, asker) === isAllowed).map(({ name }) => name);
  return { include: names(false), exclude: names(true) };
}

/** Whether a rule allows the push. True if the rule is not clear. */
function allows(rule: BranchRule, { login, canAdmin }: Asker): boolean {
  if (rule.push_users.some((user) => user.login === login)) return true;
  if (rule.no_one_can_push === true) return false;
  if (rule.developers_can_push !== false || rule.committer_can_push === true) return true;
  return canAdmin !== false && byAdministrators(rule);
}

const byAdministrators = (rule: BranchRule): boolean =>
  [rule.owner_can_push, rule.master_can_push, rule.maintainer_can_push].includes(true);

function allowedBy(rule: BranchRule): AllowedPushers {
  if (rule.push_users.length > 0) return rule.push_users.map(({ login }) => login);
  if (rule.no_one_can_push === true) return 'nobody';
  return byAdministrators(rule) ? 'administrators' : 'others';
}

/** Why the service will refuse a commit to `branch`; undefined if no reason is known. Two or three requests. */
export async function findPushBlocker(
  source: Source,
  knownRepositories: KnownRepositories,
  branch: string,
  options: RequestOptions,
): Promise<PushBlocker | undefined> {
  const connection = await source.connect();
  const { api, account } = connection;
  const [repository, rules] = await Promise.all([
    api.repositories.get(inApi(source), options),
    // An account without push permission cannot read the rules.
    unlessHidden(api.branchRules.list(inApi(source), options)),
  ]);
  knownRepositories.noteRecord(source.host, repository, account?.login);
  await requestOwnPermission(connection, knownRepositories, source, options);
  const permission = knownRepositories.permissionsOf(source, account?.login);
  if (rules !== undefined) {
    knownRepositories.protectedBranches.forgetRules(source);
    const asker = { login: account?.login, canAdmin: permission.admin };
    knownRepositories.protectedBranches.noteRules(source, patternsOf(rules.items, asker));
  }
  return pushBlockerOf(branch, { ...repository, permission }, rules?.items ?? [], account?.login);
}

export function pushBlockerOf(
  branch: string,
  repository: Pick<Repository, 'status'> & { readonly permission?: AccountPermissions | undefined },
  rules: readonly BranchRule[],
  login: string | undefined,
): PushBlocker | undefined {
  if (isArchived(repository)) return { kind: 'archived' };
  const { push, admin } = repository.permission ?? {};
  if (push === false && admin !== true) return { kind: 'readOnly' };
  return rulePreventing(branch, rules, { login, canAdmin: admin });
}

export function refusalOf(branch: string, blocker: PushBlocker): Failure {
  switch (blocker.kind) {
    case 'archived':
      return new Failure('forbidden', 'the repository is archived', { field: 'repository', reason: 'isArchived' });
    case 'readOnly':
      return new Failure('forbidden', 'this account may not push', { field: 'repository', reason: 'notAllowed' });
    case 'rule':
      return new Failure('forbidden', `${branch} is protected by the rule ${blocker.rule}`, {
        field: 'ref',
        reason: 'isProtected',
      });
  }
}

/** Undefined for an account that is not allowed to send the request. */
export async function unlessHidden<T>(promise: Promise<T>): Promise<T | undefined> {
  return await unlessFailed(promise, 'forbidden', 'missing', 'refused', 'invalid', 'broken', 'unreadable');
}
