/** What a redirect tells: the repository `from` has the name `to` now. Both are `owner/repo`, as an address has them. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
}

const prefix = /\/api\/v\d+\//;
/** The parts of a path that a renamed or transferred repository changes. */
const names = ['{owner}', '{org}', '{repo}'];

/**
 * Undefined unless `to` is the same operation (`POST /api/v5/repos/{owner}/{repo}/milestones`) with the same inputs in
 * another repository: only there a change is sent again.
 */
export function renamingOf(operation: string, from: URL, to: URL): Renaming | undefined {
  const root = from.pathname.slice(0, Math.max(0, from.pathname.search(prefix)));
  if (from.origin !== to.origin || from.search !== to.search || to.pathname.search(prefix) !== root.length)
    return undefined;
  const template = operation.slice(operation.indexOf('/')).split('/');
  const isName = (_: string, at: number): boolean => names.includes(template[at] ?? '');
  const [old, now] = [segmentsOf(from, root), segmentsOf(to, root)];
  const isSame = old.every((segment, at) => segment === now[at] || (isName(segment, at) && now[at] !== ''));
  const renaming = { from: old.filter(isName).join('/'), to: now.filter(isName).join('/') };
  return isSame && old.length === now.length && renaming.from !== renaming.to ? renaming : undefined;
}

const segmentsOf = ({ pathname }: URL, root: string): readonly string[] => pathname.slice(root.length).split('/');
