import { extensions, l10n, commands, type Uri } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { ResolvedRef } from '../../../domain/refs/refs.ts';
import type { GitConsent, PublishConsent } from '../../kit/git.ts';
import type { GitBaseExtension } from '../../kit/gitApi.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { Services } from '../../services/services.ts';
import { credentialsFor, type TokenOf } from './credentials.ts';
import type * as cloner from './cloner.ts';
import type { findClones, LocalClone } from './localClone.ts';
import { remoteSources } from './remoteSources.ts';

interface Code extends Pick<typeof cloner, 'clone' | 'holdsSomething' | 'publish'> {
  readonly findClones: typeof findClones;
}

export interface CloneParts {
  readonly clone: (url: string, target: Uri, head: ResolvedRef, consent: GitConsent) => Promise<void>;
  readonly publish: (folder: Uri, consent: PublishConsent, create: () => Promise<string>) => Promise<void>;
  readonly holdsSomething: (target: Uri) => Promise<boolean>;
  /** The clones of a repository that are open in this window, that of the active file first; none without git. */
  readonly open: (name: RepositoryName) => Promise<readonly LocalClone[]>;
}

export function registerClones(
  { builtInGit: git, connections, settings, log, load }: Services<Code>,
  tokenOf: TokenOf,
  lifetime: Lifetime,
): CloneParts {
  git.onDidAttach((api) =>
    api.registerCredentialsProvider({ getCredentials: (uri) => credentialsFor(uri, connections, tokenOf) }),
  );
  git.onDidAttach((api) =>
    api.registerRemoteSourcePublisher({
      name: l10n.t('Sourcehost'),
      icon: 'repo',
      publishRepository: async ({ rootUri }) => {
        await commands.executeCommand('sourcehost.repository.publish', rootUri);
      },
    }),
  );
  offerSources(connections, lifetime).catch((error: unknown) =>
    log.warn(`Git: Clone does not list repositories: ${messageOf(error)}`),
  );
  return {
    clone: async (url, target, head, { mayAsk }) => {
      const local = { api: git.demand(), mayAsk, opensAll: () => settings.gitOpensAll() };
      await (await load()).clone(local, url, target, head);
    },
    publish: async (folder, { mayAsk, agree }, create) => {
      const local = { api: git.demand(), mayAsk, opensAll: () => settings.gitOpensAll() };
      await (await load()).publish(local, folder, l10n.t('First commit'), agree, create);
    },
    holdsSomething: async (target) => await (await load()).holdsSomething(target),
    open: async (name) => {
      const api = git.available;
      return api === undefined ? [] : (await load()).findClones(api, name, connections.hosts());
    },
  };
}

async function offerSources(connections: Connections, lifetime: Lifetime): Promise<void> {
  const extension = extensions.getExtension<GitBaseExtension>('vscode.git-base');
  if (extension === undefined) return;
  const base = extension.isActive ? extension.exports : await extension.activate();
  lifetime.add(base.getAPI(1).registerRemoteSourceProvider(remoteSources(connections)));
}
