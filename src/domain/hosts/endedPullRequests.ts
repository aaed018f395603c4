import { listOf, type Pages } from '../../api/client/pages.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { foldCase } from '../../core/text.ts';
import { parseFullName, type RepositoryName } from './address.ts';
import type { Connection } from './connections.ts';

/** Pull requests of a repository that are merged or closed, as a reply tells it. */
export interface EndedPullRequests {
  readonly name: RepositoryName;
  readonly isEnded: (number: string) => boolean;
}

export type OnEnded = (ended: EndedPullRequests) => void;

/** Parameters that leave no open pull request out of the list of a repository. */
const plain = ['owner', 'repo', 'state', 'sort', 'direction', 'per_page'];

/**
 * The connection, which tells what its replies say about pull requests that are not open. Of a list of all open ones, those that it lacks; of the
 * list of the user's, those that were in it before.
 */
export function tellingEnded(connection: Connection, onEnded: OnEnded): Connection {
  const { host, api } = connection;
  const { get, list } = api.pullRequests;
  const { pulls: ownList } = api.inbox;
  type At = Parameters<typeof get>[0];
  const tell = ({ owner, repo }: Pick<At, 'owner' | 'repo'>, isEnded: EndedPullRequests['isEnded']): void =>
    onEnded({ name: { host: host.id, owner: String(owner), repo: String(repo) }, isEnded });
  const tellStates = (at: Pick<At, 'owner' | 'repo'>, pulls: readonly PullRequest[]): void => {
    const ended = pulls.filter(({ state }) => state === 'closed' || state === 'merged').map(({ number }) => number);
    if (ended.length > 0) tell(at, (number) => ended.includes(number));
  };
  const all: typeof list.all = (params, options) => {
    const hasAllOpen =
      params.state === 'open' &&
      Object.entries(params).every(([name, value]) => value === undefined || plain.includes(name));
    return followed(list.all(params, options), (pulls, isWhole) => {
      if (!hasAllOpen) tellStates(params, pulls);
      else if (isWhole) tell(params, (number) => !pulls.some((one) => one.number === number));
    });
  };
  let open = new Set<string>();
  const allOwn: typeof ownList.all = (params, options) => {
    const pages = ownList.all(params, options);
    if (params.scope !== undefined || params.state !== 'open') return pages;
    return followed(pages, (pulls, isWhole) => {
      const now = new Set(pulls.map(({ base, number }) => foldCase(`${base.repo?.full_name ?? ''}!${number}`)));
      for (const one of isWhole ? open : []) {
        const [path = '', gone] = one.split('!');
        const at = parseFullName(path);
        if (at !== undefined && !now.has(one)) tell(at, (number) => number === gone);
      }
      open = isWhole ? now : new Set([...open, ...now]);
    });
  };
  const pullRequests: typeof api.pullRequests = {
    ...api.pullRequests,
    get: async (params, options) => {
      const pull = await get(params, options);
      tellStates(params, [pull]);
      return pull;
    },
    list: Object.assign(list.bind(undefined), { all }),
  };
  const inbox: typeof api.inbox = { ...api.inbox, pulls: Object.assign(ownList.bind(undefined), { all: allOwn }) };
  return { ...connection, api: { ...api, pullRequests, inbox } };
}

/** `note`: what was read so far, after each page. A list with records that cannot be read is never whole. */
function followed<T>(list: Pages<T>, note: (read: readonly T[], isWhole: boolean) => void): Pages<T> {
  return listOf<T>(() => {
    const pages = list.pages();
    const read: T[] = [];
    let [isReadable, isWhole] = [true, false];
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: async () => {
        const page = await pages.next();
        read.push(...(page.value?.items ?? []));
        isReadable &&= (page.value?.unreadable ?? []).length === 0;
        if (isWhole) return page;
        isWhole = isReadable && page.value?.more !== true;
        note(read, isWhole);
        return page;
      },
    };
  });
}
