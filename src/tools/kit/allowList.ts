import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { foldCase } from '../../core/text.ts';
import { parseFullName, repositoryKey, type RepositoryName } from '../../domain/hosts/address.ts';
import type { Host } from '../../domain/hosts/hosts.ts';

/** Why tools may use a repository. `setting`: it is in `sourcehost.tools.repositories`. `--repos`: of the MCP server. */
type AllowReason = 'opened' | 'pinned' | 'setting' | '--repos';

export interface AllowedRepository extends RepositoryName {
  readonly by: AllowReason;
}

interface AllowListParts {
  readonly opened: readonly RepositoryName[];
  readonly pinned: readonly RepositoryName[];
  /** The values of the setting: `host/owner/repo`, or `owner/repo` at the first host. Other values count for nothing. */
  readonly setting: readonly string[];
  readonly hosts: readonly Pick<Host, 'id'>[];
}

/** The repositories that tools may use, each once: opened ones first. */
export function allowList({ opened, pinned, setting, hosts }: AllowListParts): readonly AllowedRepository[] {
  const byKey = new Map<string, AllowedRepository>();
  const add = (by: AllowReason, names: readonly RepositoryName[]): void => {
    for (const { host, owner, repo } of names) {
      const key = repositoryKey({ host, owner, repo });
      if (!byKey.has(key)) byKey.set(key, { host, owner, repo, by });
    }
  };
  add('opened', opened);
  add('pinned', pinned);
  add(
    'setting',
    setting.flatMap((text) => namedRepository(text, hosts) ?? []),
  );
  return [...byKey.values()];
}

function namedRepository(text: string, hosts: readonly Pick<Host, 'id'>[]): RepositoryName | undefined {
  const [first = '', ...rest] = text.trim().split('/');
  const hasHost = rest.length === 2;
  const host = hasHost ? hosts.find(({ id }) => id === foldCase(first)) : hosts[0];
  const name = parseFullName(hasHost ? rest.join('/') : text.trim());
  return host === undefined || name === undefined ? undefined : { host: host.id, ...name };
}

/** The repository as the list has it. @throws Failure `invalid` if it is missing, or at several hosts without `host` */
export function allowedRepository(
  list: readonly RepositoryName[],
  { repository, host }: { readonly repository: string; readonly host?: string | undefined },
): RepositoryName {
  const [, before, fullName = ''] = /^(?:([^/]+)\/(?=[^/]+\/))?(.*)$/s.exec(repository) ?? [];
  const name = parseFullName(fullName);
  if (name === undefined) throw wrongValue('repository', requires('repository'));
  const same = list.filter(
    (one) =>
      [host, before].every((id) => id === undefined || one.host === foldCase(id)) &&
      repositoryKey(one) === repositoryKey({ host: one.host, ...name }),
  );
  const [first, second] = same;
  if (first === undefined) throw wrongValue('repository', requires('allowedRepository'));
  if (second !== undefined) throw wrongValue('host', requires('given'));
  return { host: first.host, owner: first.owner, repo: first.repo };
}
