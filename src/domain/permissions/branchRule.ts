import type { BranchRule } from '../../api/record/branch.ts';

/** `pusher` and `merger` of a rule as the API expects them: `empty`, logins joined by `;`, `develop`, `admin`. */
export function ruleInputs(rule: BranchRule): { readonly pusher: string; readonly merger: string } {
  return {
    pusher: inputOf(rule.no_one_can_push, rule.push_users, rule.developers_can_push, rule.master_can_push),
    merger: inputOf(rule.no_one_can_merge, rule.merge_users, rule.developers_can_merge, rule.master_can_merge),
  };
}

function inputOf(
  nobody: boolean | undefined,
  users: BranchRule['push_users'],
  developers: boolean | undefined,
  administrators: boolean | undefined,
): string {
  if (nobody === true) return 'empty';
  const logins = users.map(({ login }) => login);
  // The API allows keywords and logins together.
  const keywords = developers === true ? ['develop'] : administrators === true ? ['admin'] : [];
  return [...keywords, ...logins].join(';') || 'admin';
}
