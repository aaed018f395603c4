import { commands, l10n } from 'vscode';
import { collect } from '../../../core/async.ts';
import type { Repository } from '../../../api/record/repository.ts';
import { parseFullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import { repositoryOfAddress } from '../../../domain/hosts/activeRepository.ts';
import type { Connection, Connections } from '../../../domain/hosts/connections.ts';
import { cloneAddresses } from '../../../domain/hosts/gitAddress.ts';
import { toFailure } from '../../../core/errors.ts';
import { explain } from '../../kit/messages/explain.ts';
import { fileUri } from '../../kit/uri.ts';
import type { RemoteSource, RemoteSourceProvider } from '../../kit/gitApi.ts';
import { plainLabel } from '../../kit/messages/labels.ts';

/** Rows of one account in the list of Git: Clone. Typing searches for more. */
const most = 100;

export function remoteSources(connections: Connections): RemoteSourceProvider {
  return {
    name: l10n.t('Sourcehost'),
    icon: 'repo',
    placeholder: l10n.t('Part of a repository name, or owner/repo'),
    supportsQuery: true,
    getRemoteSources: async (query = '') => {
      if ((await connections.accounts()).length === 0) await commands.executeCommand('sourcehost.account.signIn');
      const accounts = await connections.accounts();
      const sources = await Promise.all(
        accounts.map(async ({ host, login }) => await find(await connections.connect(host, login), query.trim())),
      ).catch((error: unknown) => {
        // The list shows the message of the error.
        throw new Error(explain(toFailure(error), l10n.t('The repositories could not be listed')), { cause: error });
      });
      const seen = new Set<string>();
      return sources.flat().filter(({ name, url }) => {
        const key = `${name} ${String(url)}`;
        return !seen.has(key) && seen.add(key);
      });
    },
    getBranches: async (url) => {
      const name = repositoryOfAddress(url, connections.hosts());
      if (name === undefined) return undefined;
      const { api } = await connections.connect(name.host);
      try {
        const branches = await collect(api.branches.list.all({ owner: name.owner, repo: name.repo }), most);
        return branches.map((branch) => branch.name);
      } catch {
        // An account may list a repository that it cannot read. Without branches git goes on and reports the error
        // itself.
        return undefined;
      }
    },
    getRemoteSourceActions: (url) => {
      const name = repositoryOfAddress(url, connections.hosts());
      const open = (branch: string): void => {
        if (name !== undefined) void openRemote(name, branch);
      };
      const actions = [{ label: l10n.t('Open without Cloning'), icon: 'cloud', run: open }];
      return Promise.resolve(name === undefined ? [] : actions);
    },
  };
}

/** Starts the command as from a row, so that it asks questions and shows failures. */
async function openRemote(name: RepositoryName, branch: string): Promise<void> {
  const folder = fileUri({ ...name, ref: branch === '' ? undefined : branch, path: '' });
  await commands.executeCommand('sourcehost.repository.open', folder);
}

/** The user's own repositories (one request). A query `owner/repo` also finds a repository of any other owner. */
async function find({ api, host }: Connection, query: string): Promise<RemoteSource[]> {
  const named = parseFullName(query);
  const [own, other] = await Promise.all([
    api.own.repositories({ q: query === '' ? undefined : (named?.repo ?? query), sort: 'pushed', per_page: most }),
    named === undefined ? undefined : api.repositories.get(named).catch(() => undefined),
  ]);
  const all = other === undefined ? own.items : [other, ...own.items];
  return all.flatMap((repository) => sourceOf(repository, host) ?? []);
}

/** Undefined for a repository without an address that is safe for git. */
function sourceOf(repository: Repository, host: Connection['host']): RemoteSource | undefined {
  const addresses = cloneAddresses(host, repository);
  if (addresses === undefined) return undefined;
  const { https, ssh } = addresses;
  const { description, private: hidden } = repository;
  return {
    name: `${hidden === true ? '$(lock)' : '$(repo)'} ${plainLabel(repository.full_name)}`,
    description: plainLabel(host.name),
    ...(description === undefined ? {} : { detail: plainLabel(description) }),
    url: ssh === undefined ? https : [https, ssh],
  };
}
