import type { CurrentRules } from '../../rules/repositoryRules.ts';
import type { Change } from './draft.ts';
import type { Drafts } from './drafts.ts';

/** The paths of the new files that `.gitignore` ignores. Git tracks the files of the branch, and those that are staged. */
export async function ignoredDrafts(drafts: Drafts, rules: CurrentRules): Promise<ReadonlySet<string>> {
  const ignored = new Set<string>();
  for (const change of drafts.changes('working'))
    if (await isIgnoredDraft(drafts, rules, change)) ignored.add(change.path);
  return ignored;
}

export async function isIgnoredDraft(drafts: Drafts, rules: CurrentRules, change: Change): Promise<boolean> {
  const { path, kind, base } = change;
  const isTracked = base !== undefined || drafts.get('staged', path) !== undefined;
  return kind === 'file' && !isTracked && (await rules.isIgnored(path));
}
