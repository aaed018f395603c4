import { isFailure } from '../../../../core/errors.ts';
import { readRepository } from '../../../../domain/hosts/repositoryRecord.ts';
import { sameRepository, type RepositoryAt } from '../../../../domain/hosts/activeRepository.ts';
import type { Connections } from '../../../../domain/hosts/connections.ts';
import { command, type PickRepository, type Places } from '../../../kit/command.ts';
import { repositoryFields } from '../../../kit/commands/target.ts';
import { askActive } from '../../../kit/commands/askActive.ts';
import type { Services } from '../../../services/services.ts';

interface ActiveRepositoryParts extends Pick<Services, 'active' | 'pinned' | 'knownRepositories'> {
  readonly pickRepository: PickRepository;
}

export function activeRepositoryCommands(
  { active, pinned, knownRepositories, pickRepository }: ActiveRepositoryParts,
  connections: Connections,
) {
  const checked = (repository: RepositoryAt, signal: AbortSignal): Promise<RepositoryAt> =>
    checkExists(knownRepositories, connections, repository, signal);
  return {
    'sourcehost.repository.choose': command({
      does: 'Chooses the active repository.',
      fields: repositoryFields,
      runAsks: ['repository'],
      run: async (args, { origin, places, signal }) => {
        const asks = origin !== 'code' && args.repository === undefined;
        const chosen = asks ? await askActive(active, pickRepository, signal) : await at(places, args, signal);
        if (chosen === undefined) return;
        const repository = await checked(chosen, signal);
        await active.choose(repository);
        // An explicit choice is locked, so that it overrides the open folder.
        if (!sameRepository(active.current, repository)) await active.lock(repository);
      },
    }),
    'sourcehost.repository.follow': command({
      does: 'Lets the active repository follow the editor again.',
      fields: {},
      run: () => active.lock(undefined),
    }),
    'sourcehost.repository.lock': command({
      does: 'Keeps a repository active in this window, whatever is opened.',
      fields: repositoryFields,
      run: async (args, { places, signal }) => {
        await active.lock(await checked(await at(places, args, signal), signal));
      },
    }),
    'sourcehost.repository.pin': command({
      does: 'Lists a repository above the accounts.',
      fields: repositoryFields,
      run: async (args, { places, signal }) => {
        await pinned.add(await checked(await at(places, args, signal), signal));
      },
    }),
    'sourcehost.repository.unpin': command({
      does: 'Removes a repository from those above the accounts.',
      fields: repositoryFields,
      run: async (args, { places, signal }) => {
        await pinned.remove(await at(places, args, signal));
      },
    }),
  };
}

/** A name may be mistyped; other failures are shown by the views. A known repository needs no request. */
async function checkExists(
  knownRepositories: ActiveRepositoryParts['knownRepositories'],
  connections: Connections,
  repository: RepositoryAt,
  signal: AbortSignal,
): Promise<RepositoryAt> {
  const { name, account } = repository;
  if (knownRepositories.get(name).defaultBranch !== undefined) return repository;
  try {
    const { api } = await connections.connect(name.host, account);
    await readRepository(api, name, { signal });
  } catch (error) {
    if (isFailure(error, 'missing', 'cancelled')) throw error;
  }
  return repository;
}

async function at(
  places: Places,
  args: Parameters<Places['repository']>[0],
  signal: AbortSignal,
): Promise<RepositoryAt> {
  const { name } = await places.repository(args, signal);
  return { name, account: args.account };
}
