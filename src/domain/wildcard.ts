/** Whether a protection rule (`main`, `release/*`) holds for a branch or tag of this name. `*` stands for anything. */
export function matchesRule(name: string, rule: string): boolean {
  const parts = rule.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'u').test(name);
}
