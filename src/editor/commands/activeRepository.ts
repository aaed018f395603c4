import { sameRepository, type RepositoryAt } from '../../domain/activeRepository.ts';
import type { ActiveRepository } from '../explorer/activeRepository.ts';
import type { RepositoryList } from '../explorer/repositoryList.ts';
import { command, type AnyCommand, type Places } from '../kit/command.ts';
import { repositoryFields } from './target.ts';

type ActiveRepositoryCommand =
  | 'sourcehost.repository.choose'
  | 'sourcehost.repository.follow'
  | 'sourcehost.repository.pin'
  | 'sourcehost.repository.unpin';

/** The repository at hand: chosen, pinned, or as the editor says. */
export function activeRepositoryCommands(
  active: ActiveRepository,
  pinned: RepositoryList,
  pick: (signal: AbortSignal) => Promise<RepositoryAt>,
): Record<ActiveRepositoryCommand, AnyCommand> {
  return {
    'sourcehost.repository.choose': command({
      fields: repositoryFields,
      run: async (given, { origin, places, signal }) => {
        const asks = origin !== 'code' && given.repository === undefined;
        const repository = asks ? await pick(signal) : await at(places, given);
        await active.choose(repository);
        // Chosen on purpose, it wins over what is open.
        if (!sameRepository(active.current, repository)) await active.pin(repository);
      },
    }),
    'sourcehost.repository.follow': command({ fields: {}, run: () => active.pin(undefined) }),
    'sourcehost.repository.pin': command({
      fields: repositoryFields,
      run: async (given, { places }) => {
        const repository = await at(places, given);
        await pinned.add(repository);
        await active.pin(repository);
      },
    }),
    'sourcehost.repository.unpin': command({
      fields: repositoryFields,
      run: async (given, { places }) => {
        const repository = await at(places, given);
        await pinned.remove(repository);
        if (sameRepository(active.pinned, repository)) await active.pin(undefined);
      },
    }),
  };
}

async function at(places: Places, given: Parameters<Places['repository']>[0]): Promise<RepositoryAt> {
  const { name } = await places.repository(given);
  return { name, account: given.account };
}
