const named = /^(?:issues?[-_/]?|#)?(\d{1,6})(?:[-_]|$)/i;
/** `2026-05`: a date, not an issue. */
const dated = /^(?:19|20)\d\d[-_]\d/;

/** The numbers below these are of releases and of pull requests. */
const otherNumbers = /^(?:release|releases|hotfix|version|versions|v|pr|pull|mr)$/i;

/** The number of the issue that a branch is named after, as in `12-fix-menu` or `fix/issue-12`; undefined if none is. */
export function issueOfBranch(branch: string): number | undefined {
  const [first = '', ...rest] = branch.split('/');
  if (rest.length > 0 && otherNumbers.test(first)) return undefined;
  const last =
    rest.length > 1 && /^issues?$/i.test(rest.at(-2) ?? '') ? `issue-${rest.at(-1)}` : (rest.at(-1) ?? first);
  if (dated.test(last)) return undefined;
  const number = Number(named.exec(last)?.[1]);
  return number > 0 ? number : undefined;
}
