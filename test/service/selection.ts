import { fullName, type Repository, type State } from './state.ts';

export function listRepositories(state: State, wanted: (repository: Repository) => boolean): Repository[] {
  return [...state.repositories.values()].filter(wanted);
}

const times: Readonly<Record<string, (repository: Repository) => number>> = {
  created: ({ created }) => created,
  updated: ({ updated }) => updated,
  pushed: ({ pushed }) => pushed,
};

/** Sorts by name ascending or by time descending, unless the request sets the direction. */
export function sorted(repositories: Repository[], sort = 'full_name', direction?: string): Repository[] {
  const time = times[sort];
  const sign = (direction ?? (time === undefined ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  const compare = (one: Repository, other: Repository): number => byText(fullName(one), fullName(other));
  return repositories.sort((one, other) =>
    time === undefined ? sign * compare(one, other) : sign * (time(one) - time(other)) || compare(one, other),
  );
}

/** Compares by code units, independent of the locale. */
export const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
