import { unlessFailed } from '../../core/errors.ts';
import type { RequestOptions } from '../../domain/hosts/source.ts';
import { quotedName } from '../kit/fence.ts';
import type { ToolRepository } from '../kit/place.ts';

interface ListFilters {
  /** A text has them separated by commas. */
  readonly labels?: readonly string[] | string | undefined;
  readonly milestone?: string | undefined;
  readonly assignee?: string | undefined;
  readonly creator?: string | undefined;
}

/** A sentence for each of the filters of an empty list that the host does not know. One request for each. */
export async function unknownNames(
  { api, at }: ToolRepository,
  { labels = [], milestone, assignee, creator }: ListFilters,
  options: RequestOptions,
): Promise<readonly string[]> {
  const isUsed = async (label: string): Promise<boolean> =>
    (await api.issues.list({ ...at, state: 'all', labels: [label], per_page: 1 }, options)).items.length > 0;
  const hasMilestone = async (title: string): Promise<boolean> => {
    const { items } = await api.milestones.list({ ...at, state: 'all' }, options);
    return items.length >= 100 || items.some((one) => one.title === title);
  };
  const isUser = async (username: string): Promise<boolean> =>
    (await unlessFailed(api.users.get({ username }, options), 'missing')) !== undefined;
  const checks = [
    ...(typeof labels === 'string' ? labels.split(',') : labels).map(async (name) =>
      (await isUsed(name)) ? [] : [`No issue has the label ${quotedName(name)}`],
    ),
    ...[milestone ?? []]
      .flat()
      .map(async (title) => ((await hasMilestone(title)) ? [] : [`There is no milestone ${quotedName(title)}`])),
    ...[...new Set([assignee ?? [], creator ?? []].flat())].map(async (login) =>
      (await isUser(login)) ? [] : [`There is no user ${quotedName(login)}`],
    ),
  ];
  // The list is known: what cannot be checked is not named.
  return (await Promise.all(checks.map((check) => check.catch(() => [])))).flat();
}
