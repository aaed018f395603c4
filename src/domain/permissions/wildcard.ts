/** Whether a rule (`main`, `release/*`) matches a name. No regular expression: many stars could take very long. */
export function matchesRule(name: string, rule: string): boolean {
  const [start = '', ...parts] = rule.split('*');
  const end = parts.pop();
  if (end === undefined) return name === rule;
  if (!name.startsWith(start)) return false;
  let at = start.length;
  for (const part of parts) {
    const index = name.indexOf(part, at);
    if (index === -1) return false;
    at = index + part.length;
  }
  return name.length - at >= end.length && name.endsWith(end);
}

/** As `matchesRule`, but `*` matches only text without a slash. */
export function matchesRuleWithin(name: string, rule: string): boolean {
  const [names, rules] = [name.split('/'), rule.split('/')];
  return names.length === rules.length && names.every((part, at) => matchesRule(part, rules[at] ?? ''));
}
