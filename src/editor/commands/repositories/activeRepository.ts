import { isFailure } from '../../../core/errors.ts';
import { sameRepository, type RepositoryAt } from '../../../domain/hosting/activeRepository.ts';
import type { Connections } from '../../../domain/hosting/connections.ts';
import type { ExplorerParts } from '../../explorer/sidebar/parts.ts';
import { command, type AnyCommand, type Places } from '../../kit/command.ts';
import { repositoryFields } from '../framework/target.ts';

type ActiveRepositoryCommand =
  | 'sourcehost.repository.choose'
  | 'sourcehost.repository.follow'
  | 'sourcehost.repository.pin'
  | 'sourcehost.repository.unpin';

/** Commands on the active repository: chosen, pinned, or determined by the active editor. */
export function activeRepositoryCommands(
  { active, pinned, known, pickRepository }: ExplorerParts,
  connections: Connections,
): Record<ActiveRepositoryCommand, AnyCommand> {
  /**
   * Checks that the repository exists, because a name may be mistyped. Other failures are shown by the views. A known
   * repository needs no request.
   */
  const checked = async (repository: RepositoryAt, signal: AbortSignal): Promise<RepositoryAt> => {
    const { name, account } = repository;
    if (known.get(name).defaultBranch !== undefined) return repository;
    try {
      const { api } = await connections.connect(name.host, account);
      await api.repositories.get({ owner: name.owner, repo: name.repo }, { signal });
    } catch (error) {
      if (isFailure(error, 'missing', 'cancelled')) throw error;
    }
    return repository;
  };
  return {
    'sourcehost.repository.choose': command({
      fields: repositoryFields,
      run: async (given, { origin, places, signal }) => {
        const asks = origin !== 'code' && given.repository === undefined;
        const repository = await checked(asks ? await pickRepository(signal) : await at(places, given, signal), signal);
        await active.choose(repository);
        // An explicit choice is pinned, so that it overrides the open folder.
        if (!sameRepository(active.current, repository)) await active.pin(repository);
      },
    }),
    'sourcehost.repository.follow': command({ fields: {}, run: () => active.pin(undefined) }),
    'sourcehost.repository.pin': command({
      fields: repositoryFields,
      run: async (given, { places, signal }) => {
        const repository = await checked(await at(places, given, signal), signal);
        await pinned.add(repository);
        await active.pin(repository);
      },
    }),
    'sourcehost.repository.unpin': command({
      fields: repositoryFields,
      run: async (given, { places, signal }) => {
        const repository = await at(places, given, signal);
        await pinned.remove(repository);
        if (sameRepository(active.pinned, repository)) await active.pin(undefined);
      },
    }),
  };
}

async function at(
  places: Places,
  given: Parameters<Places['repository']>[0],
  signal: AbortSignal,
): Promise<RepositoryAt> {
  const { name } = await places.repository(given, signal);
  return { name, account: given.account };
}
