import type { Api } from '../../../api/client/client.ts';
import { name, optional, type Fields, type Inputs } from '../../../api/contract/field.ts';
import type { Repository } from '../../../api/record/repository.ts';
import { wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { foldCase } from '../../../core/text.ts';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Connection } from '../../../domain/hosts/connections.ts';
import {
  only,
  type AnyCommand,
  type Ask,
  type Asks,
  type Command,
  type Invocation,
  type Arguments,
} from '../command.ts';
import type { ActiveTarget } from './places.ts';
import { hostFields, repositoryFields } from './target.ts';

export interface AtRepository {
  readonly connection: Connection;
  readonly api: Api;
  readonly name: RepositoryName;
  /** The repository in the parameters of the API. */
  readonly at: { readonly owner: string; readonly repo: string };
}

/** Memoised per invocation and key: all questions of one run share one lookup while `key` stays the same. */
export function remembered<T>(
  find: (invocation: Invocation, args: Arguments) => Promise<T>,
  key: (args: Arguments) => unknown = () => undefined,
): typeof find {
  const cache = new WeakMap<Invocation, Map<unknown, Promise<T>>>();
  return (invocation, args) => {
    const all = cache.get(invocation) ?? new Map<unknown, Promise<T>>();
    const lookup = all.get(key(args)) ?? find(invocation, args);
    cache.set(invocation, all.set(key(args), lookup));
    return lookup;
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The repository that `args` names. All questions and the run of one invocation get the same object. */
export const atRepository = remembered<AtRepository>(
  async ({ places, signal }, args) => {
    const { connection, name } = await places.repository(
      {
        host: textOf(args.host),
        account: textOf(args.account),
        repository: textOf(args.repository),
      },
      signal,
    );
    return { connection, api: connection.api, name, at: { owner: name.owner, repo: name.repo } };
  },
  // Going back to the question for the repository can change it.
  ({ host, account, repository }) => JSON.stringify([host, account, repository]),
);

export const atHost = remembered<Connection>(({ places }, args) =>
  places.connection({ host: textOf(args.host), account: textOf(args.account) }),
);

type RepositoryAsks = Asks<typeof repositoryFields>;

/**
 * The arguments that name a repository. If `find` returns undefined, the active repository is used. `isQuestion`: `find`
 * asks the user.
 */
function repositoryFrom(
  find: (...args: Parameters<Ask<string>>) => Promise<ActiveTarget | undefined>,
  isQuestion: boolean,
): RepositoryAsks {
  const chosen = new WeakMap<Invocation, ActiveTarget>();
  const host: Ask<string | undefined> = async (prompt, args, invocation) => {
    // After going back, the repository is the previous answer.
    const isGiven = args.repository !== undefined && !chosen.has(invocation);
    const at = isGiven ? undefined : await find(prompt, args, invocation);
    if (at !== undefined) chosen.set(invocation, at);
    return at?.name.host;
  };
  const other = (read: (at: ActiveTarget) => string | undefined): Ask<string | undefined> => {
    const ask = (...[, , invocation]: Parameters<Ask<string>>): Promise<string | undefined> => {
      const at = chosen.get(invocation);
      return Promise.resolve(at && read(at));
    };
    return Object.assign(ask, { answered: () => true, silent: true as const });
  };
  return {
    host: isQuestion ? host : Object.assign(host, { answered: () => true, silent: true as const }),
    account: other(({ account }) => account),
    repository: other(({ name }) => fullName(name)),
  };
}

/** Always asks the user for the repository, although one is active. */
export function askedRepository(): RepositoryAsks {
  return repositoryFrom(async (prompt, { account }, invocation) => {
    const { places, signal } = invocation;
    const chosen = await places.pickRepository(signal, { account: textOf(account) }, prompt);
    const { name, record } = chosen;
    if (record !== undefined) pickedRecords.set(invocation, { host: name.host, record });
    return chosen;
  }, true);
}

const pickedRecords = new WeakMap<Invocation, { readonly host: string; readonly record: Repository }>();

/** The record of the repository that the command acts on: as it was read when the user chose it, else read now. */
export async function recordOf({ api, at, name }: AtRepository, invocation: Invocation): Promise<Repository> {
  const picked = pickedRecords.get(invocation);
  const isSame = picked?.host === name.host && foldCase(picked.record.full_name) === foldCase(fullName(name));
  return isSame ? picked.record : await api.repositories.get(at, { signal: invocation.signal });
}

/** The repository that `find` returns, else the active one. */
export function repositoryAt(find: () => RepositoryName | undefined): RepositoryAsks {
  return repositoryFrom(() => {
    const name = find();
    return Promise.resolve(name && { name, account: undefined });
  }, false);
}

/** Ends the description of a command whose operation some hosts lack. */
export const needsOperation = 'It needs a host with this operation; otherwise it rejects with the kind `unsupported`.';

interface On<F extends Fields, R, At> extends Omit<Command<F>, 'write' | 'run'> {
  /** How a user is asked for the repository, before the other questions. Without it the active one is taken. */
  readonly repository?: RepositoryAsks;
  /** The title of the questions, with the name of the repository: `Archive alice/website`. */
  readonly title?: (repository: string) => string;
  /** Opens a document for the user to fill in, in place of questions. */
  readonly write?: (at: At, invocation: Invocation, args: Arguments) => Promise<unknown>;
  readonly run: (args: Inputs<F>, at: At, invocation: Invocation) => Promise<R>;
}

/**
 * Declares a command on one repository. It takes `host`, `account` and `repository` besides its own arguments. An
 * example: `tag_name` is asked for if neither the caller nor the row gives it, then `run` sends the request.
 *
 *     'sourcehost.tag.describe': onRepository({
 *       does: 'Returns the message of a tag.',
 *       result: 'the message',
 *       fields: { tag_name: name },
 *       ask: { tag_name: askTag },
 *       run: async ({ tag_name }, { api, at }, { signal }) => (await api.tags.get({ ...at, tag_name }, { signal })).message,
 *     }),
 */
export function onRepository<const F extends Fields, R>(declared: On<F, R, AtRepository>): AnyCommand {
  const { fields, ask, repository, write, run, ...same } = declared;
  return {
    ...same,
    fields: repository === undefined ? { ...fields, ...repositoryFields } : { ...repositoryFields, ...fields },
    ask: { ...repository, ...ask },
    write: write && (async (args, invocation) => await write(await atRepository(invocation, args), invocation, args)),
    run: async (args, invocation) => await run(only(fields, args), await atRepository(invocation, args), invocation),
  };
}

/** Like `onRepository`, for operations that name the repository by `org` and `repo` in the API. */
export function onOrganizationRepository<const F extends Fields, R>(declared: On<F, R, AtRepository>): AnyCommand {
  const { fields, run, ...made } = onRepository(declared);
  return {
    ...made,
    fields: { ...fields, org: optional(name), repo: optional(name) },
    run: async ({ org, repo, ...args }, invocation) => {
      if (org === undefined && repo === undefined) return await run(args, invocation);
      const lacking = typeof org === 'string' ? 'repo' : 'org';
      if (typeof org !== 'string' || typeof repo !== 'string') {
        throw wrongValue(lacking, requires('given'));
      }
      return await run({ ...args, repository: `${org}/${repo}` }, invocation);
    },
  };
}

/** Declares a command on one host. It takes `host` and `account` besides its own arguments. */
export function onHost<const F extends Fields, R>(
  declared: Omit<On<F, R, Connection>, 'repository' | 'title' | 'write'>,
): AnyCommand {
  const { fields, ask, run, ...same } = declared;
  return {
    ...same,
    fields: { ...fields, ...hostFields },
    ask: ask ?? {},
    run: async (args, invocation) => await run(only(fields, args), await atHost(invocation, args), invocation),
  };
}
