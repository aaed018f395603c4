/**
 * Whether a protection rule (`main`, `release/*`) holds for a branch or tag of this name. `*` stands for anything.
 * No regular expression: one made of many stars would take for ever.
 */
export function matchesRule(name: string, rule: string): boolean {
  const [start = '', ...parts] = rule.split('*');
  const end = parts.pop();
  if (end === undefined) return name === rule;
  if (!name.startsWith(start)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - at >= end.length && name.endsWith(end);
}

/** The same where `*` stands for text without a slash. */
export function matchesRuleWithin(name: string, rule: string): boolean {
  const [names, rules] = [name.split('/'), rule.split('/')];
  return names.length === rules.length && names.every((part, at) => matchesRule(part, rules[at] ?? ''));
}
