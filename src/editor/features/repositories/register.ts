import { l10n, type Uri } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import type { PickRepository } from '../../kit/command.ts';
import type * as prompts from '../../kit/prompts/prompt.ts';
import type { Register, Services } from '../../services/services.ts';
import type { RepositoryNeeds, repositoryTable } from './commandTable.ts';
import type * as deepLinks from './deepLinks.ts';
import type * as moved from './movedRepository.ts';
import type * as pick from './pickRepository.ts';

type PickCode = Pick<typeof pick, 'pickRepository'> & Pick<typeof prompts, 'Prompt'>;
type Code = PickCode &
  Pick<typeof deepLinks, 'openDeepLink'> &
  Pick<typeof moved, 'offerNewName'> & { readonly repositoryTable: typeof repositoryTable };

interface Needs extends RepositoryNeeds {
  /** The addresses that the system gives to the editor. */
  readonly uris: { readonly onDidOpen: (listener: (uri: Uri) => unknown) => Disposable };
}

export interface RepositoriesGiven {
  readonly pickRepository: PickRepository;
}

export const registerRepositories: Register<Code, Needs, RepositoriesGiven> = (services, lifetime) => {
  const { commands, connections, failures, knownRepositories, load, trust, uris } = services;
  const pickRepository = repositoryPick(services);
  lifetime.add(uris.onDidOpen(async (uri) => await (await load()).openDeepLink(uri, connections, trust, failures)));
  lifetime.add(knownRepositories.onDidMove((move) => void load().then((code) => code.offerNewName(move, services))));
  commands.add(async () => (await load()).repositoryTable({ ...services, pickRepository }));
  return { pickRepository };
};

const repositoryPick =
  ({ connections, knownRepositories, load, pinned, recent }: Services<PickCode>): PickRepository =>
  async (signal, within = {}, prompt) => {
    const { pickRepository, Prompt } = await load();
    return await pickRepository(prompt ?? new Prompt({ title: l10n.t('Repository') }), {
      connections,
      knownRepositories,
      recent: recent.all(),
      pinned: pinned.all(),
      ...within,
      signal,
    });
  };
