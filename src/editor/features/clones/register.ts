import { commands, extensions, l10n, type Uri } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { GitBaseExtension, GitCredentials } from '../../kit/gitApi.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { Register, Services } from '../../services/services.ts';
import type { Cloning } from './cloneCommands.ts';
import type { LocalGit } from './cloner.ts';
import type { LocalClone } from './localClone.ts';
import { registerLocalClones, type ReferenceSource } from './open/register.ts';
import { remoteSources } from './remoteSources.ts';
import { gitOriginOf, hostsOfGit } from '../../../domain/hosts/gitAddress.ts';
import type { Account } from '../../../domain/hosts/hosts.ts';

export interface ClonesFeature {
  /** The clones of a repository that are open in this window, that of the active file first; none without git. */
  readonly openClones: (name: RepositoryName) => Promise<readonly LocalClone[]>;
}

export const registerClones: Register<ReferenceSource & { readonly tokenOf: TokenOf }, ClonesFeature> = (
  services,
  lifetime,
) => {
  const { builtInGit: git, connections, load, log, tokenOf } = services;
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
  const loadLocalClones = registerLocalClones(services, lifetime);
  services.commands.add(async () => {
    const { cloneTable, writeWorkingCopy: write } = await load();
    return cloneTable({ ...services, cloning: cloningWith(services), loadLocalClones, write });
  });
  git.start().catch((error: unknown) => log.warn(`git cannot be asked: ${messageOf(error)}`));
  return {
    openClones: async (name) =>
      git.available === undefined ? [] : (await load()).findClones(git, services.git, name, connections.hosts()),
  };
};

function cloningWith({ builtInGit, git, settings, load }: Services): Cloning {
  const localGit = (mayAsk: boolean): LocalGit => ({
    api: builtInGit.demand(),
    mayAsk,
    opensAll: () => settings.gitOpensAll(),
    certificateProblem: (url) => git.certificateProblem(url),
  });
  return {
    clone: async (url, target, head, { mayAsk }) => await (await load()).clone(localGit(mayAsk), url, target, head),
    publish: async (folder, { mayAsk, agree }, create) => {
      await (await load()).publish(localGit(mayAsk), folder, l10n.t('First commit'), agree, create);
    },
    holdsSomething: async (target) => await (await load()).holdsSomething(target),
  };
}

async function offerSources(connections: Connections, lifetime: Lifetime): Promise<void> {
  const extension = extensions.getExtension<GitBaseExtension>('vscode.git-base');
  if (extension === undefined) return;
  const base = extension.isActive ? extension.exports : await extension.activate();
  lifetime.add(base.getAPI(1).registerRemoteSourceProvider(remoteSources(connections)));
}

/** Undefined if the account is signed out, or signed in for other origins. */
type TokenOf = (account: Account, origin: string) => Promise<string | undefined>;

/** The token is never written to disk. The user name in the address (`https://bob@host`) selects the account. */
async function credentialsFor(
  uri: Uri,
  connections: Connections,
  tokenOf: TokenOf,
): Promise<GitCredentials | undefined> {
  const at = uri.authority.lastIndexOf('@');
  const login = at < 0 ? undefined : decodeURIComponent(uri.authority.slice(0, at));
  const address = `${uri.scheme}://${uri.authority.slice(at + 1)}`;
  const origin = gitOriginOf(address);
  if (origin === undefined) return undefined;
  for (const { id } of hostsOfGit(address, connections.hosts())) {
    const namedAccount = (await connections.accounts(id)).find((account) => account.login === login);
    const { account } = await connections.connect(id, namedAccount?.login);
    const token = account && (await tokenOf(account, origin));
    if (account !== undefined && token !== undefined) return { username: account.login, password: token };
  }
  return undefined;
}
