import { search50 } from '../contract/endpoint.ts';
import { filledText, flag, line, oneOf, optional } from '../contract/field.ts';
import { Issue } from '../record/issue.ts';
import { Repository } from '../record/repository.ts';
import { UserBrief } from '../record/user.ts';

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
      /** `owner/path`; the results of a renamed repository have its new name. */
      repo: optional(line),
      state: optional(oneOf('open', 'closed')),
    },
    of: Issue,
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
