import type { search as table } from '../../../src/api/endpoints/search.ts';
import { ok } from '../answer.ts';
import type { Call } from '../call.ts';
import { searchedIssue, seesIssue } from '../forms/issue.ts';
import { summary } from '../forms/repository.ts';
import { searchedUser } from '../forms/user.ts';
import { rightsOf } from '../rights.ts';
import { fullName, type Issue, type Repository } from '../state.ts';
import type { Handlers } from './handler.ts';

const mostPages = 100;
const mostPerPage = 50;

/** The score of a text: 0 if one of the words is missing, higher if they occur early. */
function rank(text: string, words: readonly string[]): number {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word));
  return places.some((place) => place < 0)
    ? 0
    : 1 + words.filter((word) => lower === word).length + (places[0] === 0 ? 1 : 0);
}

/** One page of the results, best first unless `value` sorts. */
function results<T>(call: Call, items: readonly T[], text: (item: T) => string, value?: (item: T) => number): T[] {
  const words = call.text('q').toLowerCase().split(/\s+/).filter(Boolean);
  const sign = call.optionalText('order') === 'asc' ? 1 : -1;
  const ranked = items.map((item) => ({ item, rank: rank(text(item), words) })).filter((one) => one.rank > 0);
  ranked.sort((one, other) =>
    value === undefined ? other.rank - one.rank : sign * (value(one.item) - value(other.item)),
  );
  if ((call.number('page') ?? 1) > mostPages) return [];
  return call.page(
    ranked.map(({ item }) => item),
    mostPerPage,
  );
}

function isNamed({ habits, state }: Call, repository: Repository, name: string): boolean {
  const { repoName, movedRepository } = habits;
  const current = movedRepository !== 404 ? (state.moved.get(name) ?? name) : name;
  return (
    (repoName !== 'owner/path' && name === repository.path) || (repoName !== 'path' && current === fullName(repository))
  );
}

function readable(call: Call): Repository[] {
  return [...call.state.repositories.values()].filter((one) => rightsOf(call.state, one, call.account?.login).pull);
}

export const search: Handlers<typeof table> = {
  users: (call) => {
    const found = results(
      call,
      [...call.state.accounts.values()],
      ({ login, name }) => `${login} ${name}`,
      call.has('sort') ? ({ created }) => created : undefined,
    );
    return ok(found.map((account) => searchedUser(call.host, account)));
  },

  issues: (call) => {
    const wanted = call.optionalText('repo');
    const state = call.optionalText('state');
    const sort = call.optionalText('sort');
    const all = readable(call)
      .filter((repository) => wanted === undefined || isNamed(call, repository, wanted))
      .flatMap((repository) => [...repository.issues.values()].map((issue): [Repository, Issue] => [repository, issue]))
      .filter(([repository, issue]) => seesIssue(call, repository, issue))
      .filter(([, issue]) => state === undefined || (issue.state === 'closed') === (state === 'closed'));
    const time = sort === 'last_push_at' ? 'updated' : 'created';
    const found = results(
      call,
      all,
      ([, { title, body }]) => `${title} ${body}`,
      sort === undefined ? undefined : ([, issue]) => issue[time],
    );
    return ok(found.map(([repository, issue]) => searchedIssue(call, repository, issue)));
  },

  repositories: (call) => {
    const [owner, language] = [call.optionalText('owner'), call.optionalText('language')?.toLowerCase()];
    const forks = call.flag('fork') === true;
    const values: Readonly<Record<string, (repository: Repository) => number>> = {
      last_push_at: ({ pushed }) => pushed,
      stars_count: ({ stars }) => stars,
      forks_count: ({ forks: count }) => count,
    };
    const all = readable(call).filter(
      (one) =>
        (owner === undefined || one.owner === owner) &&
        (forks || !one.fork) &&
        (language === undefined || one.language?.toLowerCase() === language),
    );
    const found = results(
      call,
      all,
      ({ path, name, description }) => `${path} ${name} ${description}`,
      values[call.text('sort')],
    );
    return ok(found.map((repository) => summary(call, repository)));
  },
};
