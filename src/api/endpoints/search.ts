import { search50 } from '../endpoint.ts';
import { flag, name, oneOf, optional, text } from '../field.ts';
import { Issue } from '../record/issue.ts';
import { Repository } from '../record/repository.ts';
import { UserBrief } from '../record/user.ts';

const order = optional(oneOf('asc', 'desc'));

export const search = {
  users: search50('/search/users', {
    query: { q: name, sort: optional(oneOf('joined_at')), order },
    of: UserBrief,
    key: 'login',
  }),
  issues: search50('/search/issues', {
    query: {
      q: name,
      sort: optional(oneOf('created_at', 'last_push_at')),
      order,
      repo: optional(text),
      state: optional(oneOf('open', 'closed')),
    },
    of: Issue,
    key: ({ id, number, repository }) => id ?? `${repository?.full_name ?? ''}#${number}`,
  }),
  repositories: search50('/search/repositories', {
    query: {
      q: name,
      sort: optional(oneOf('last_push_at', 'stars_count', 'forks_count')),
      order,
      owner: optional(text),
      fork: optional(flag),
      language: optional(text),
    },
    of: Repository,
    key: 'full_name',
  }),
};
