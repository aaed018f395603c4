import { l10n, type Uri } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import type { PickRepository } from '../../kit/command.ts';
import type { Register, Services } from '../../services/services.ts';
import type { RepositoryCommandParts } from './commandTable.ts';

interface Parts extends RepositoryCommandParts {
  /** The addresses that the system gives to the editor. */
  readonly uris: { readonly onDidOpen: (listener: (uri: Uri) => unknown) => Disposable };
}

export interface RepositoriesFeature {
  readonly pickRepository: PickRepository;
}

export const registerRepositories: Register<Parts, RepositoriesFeature> = (services, lifetime) => {
  const { commands, connections, failures, knownRepositories, load, trust, uris } = services;
  const pickRepository = repositoryPick(services);
  lifetime.add(uris.onDidOpen(async (uri) => await (await load()).openDeepLink(uri, connections, trust, failures)));
  lifetime.add(knownRepositories.onDidMove((move) => void load().then((code) => code.offerNewName(move, services))));
  commands.add(async () => (await load()).repositoryTable({ ...services, pickRepository }));
  return { pickRepository };
};

const repositoryPick =
  ({ connections, knownRepositories, load, pinned, recent }: Services): PickRepository =>
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
