import { isFailure } from '../../core/errors.ts';
import { isObject, foldCase } from '../../core/text.ts';
import { baseName } from '../../core/path.ts';
import type { AlternateEncoding } from '../contract/alternateEncoding.ts';
import { search50, type Exclude } from '../contract/endpoint.ts';
import { filledText, flag, line, oneOf, optional } from '../contract/field.ts';
import { Issue } from '../record/issue.ts';
import { Repository } from '../record/repository.ts';
import { UserBrief } from '../record/user.ts';

/** `repo` of a search is `owner/path`, or only the path. With only the path, repositories of other owners match too. */
const searchRepo: AlternateEncoding = {
  other: (params) => {
    const [, path] = /^[^/]+\/([^/]+)$/.exec(typeof params.repo === 'string' ? params.repo : '') ?? [];
    return path === undefined ? undefined : { ...params, repo: path };
  },
  doubtful: (result) =>
    isFailure(result, 'missing', 'invalid') ||
    (isObject(result) && Array.isArray(result.items) && result.items.length === 0),
};

const placeOf = (issue: unknown): string | undefined => {
  const name = isObject(issue) && isObject(issue.repository) ? issue.repository.full_name : undefined;
  return typeof name === 'string' ? foldCase(name) : undefined;
};

/**
 * The issues of the requested `owner/repo`. The results of a renamed or transferred repository have its new name, and
 * only this one. With `repo` as path only, results with the same path and another owner are of other repositories.
 */
const inRepository: Exclude = (issues, { repo }, encoding) => {
  if (typeof repo !== 'string' || !repo.includes('/')) return issues;
  const wanted = foldCase(repo);
  const places = new Set(issues.map(placeOf).filter((place) => place !== undefined));
  const [only] = places;
  const samePath = only !== undefined && baseName(only) === baseName(wanted);
  if (places.size === 1 && !(encoding === 'other' && samePath)) return issues;
  return issues.filter((issue) => (placeOf(issue) ?? wanted) === wanted);
};

const order = optional(oneOf('asc', 'desc'));

export const search = {
  users: search50('/search/users', {
    query: { q: filledText, sort: optional(oneOf('joined_at')), order },
    of: UserBrief,
    key: 'login',
  }),
  issues: search50('/search/issues', {
    query: {
      q: filledText,
      sort: optional(oneOf('created_at', 'last_push_at')),
      order,
      repo: optional(line),
      state: optional(oneOf('open', 'closed')),
    },
    of: Issue,
    alternateEncoding: searchRepo,
    exclude: inRepository,
    key: ({ id, number, repository }) => id ?? `${repository?.full_name ?? ''}#${number}`,
  }),
  repositories: search50('/search/repositories', {
    query: {
      q: filledText,
      sort: optional(oneOf('last_push_at', 'stars_count', 'forks_count')),
      order,
      owner: optional(line),
      fork: optional(flag),
      language: optional(line),
    },
    of: Repository,
    key: 'full_name',
  }),
};
