import { commands, l10n } from 'vscode';
import { collect } from '../../core/async.ts';
import type { Repository } from '../../api/record/repository.ts';
import { parseFullName, type RepositoryName } from '../../domain/hosting/address.ts';
import { repositoryOfAddress } from '../../domain/hosting/activeRepository.ts';
import type { Connection, Connections } from '../../domain/hosting/connections.ts';
import { cloneAddresses } from '../../domain/hosting/gitAddress.ts';
import { toFailure } from '../../core/errors.ts';
import { explain } from '../kit/messages/explain.ts';
import { fileUri } from '../kit/uri.ts';
import type { RemoteSource, RemoteSourceProvider } from '../kit/gitApi.ts';
import { plainLabel } from '../kit/messages/labels.ts';

/** Rows that the list of Git: Clone gets of one account; more are found by typing. */
const most = 100;

/** The repositories of every account in Git: Clone, with their branches. */
export function remoteSources(connections: Connections): RemoteSourceProvider {
  return {
    name: l10n.t('Sourcehost'),
    icon: 'repo',
    placeholder: l10n.t('A part of a repository’s name, or owner/repo'),
    supportsQuery: true,
    getRemoteSources: async (query = '') => {
      if ((await connections.accounts()).length === 0) await commands.executeCommand('sourcehost.account.signIn');
      const accounts = await connections.accounts();
      const found = await Promise.all(
        accounts.map(async ({ host, login }) => await find(await connections.connect(host, login), query.trim())),
      ).catch((error: unknown) => {
        // The list shows the words of what is thrown.
        throw new Error(explain(toFailure(error)), { cause: error });
      });
      const seen = new Set<string>();
      return found.flat().filter(({ name, url }) => {
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
        // A repository may be listed and not readable: without branches git goes on, and says what is wrong.
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

/** As a person does it from a row, so that they are asked where, and told what fails. */
async function openRemote(name: RepositoryName, branch: string): Promise<void> {
  const folder = fileUri({ ...name, ref: branch === '' ? undefined : branch, path: '' });
  await commands.executeCommand('sourcehost.repository.open', folder);
}

/** One's own repositories, one request; what is written `owner/repo` is found whoever owns it. */
async function find({ api, host }: Connection, query: string): Promise<RemoteSource[]> {
  const named = parseFullName(query);
  const [own, other] = await Promise.all([
    api.own.repositories({ q: query === '' ? undefined : (named?.repo ?? query), sort: 'pushed', per_page: most }),
    named === undefined ? undefined : api.repositories.get(named).catch(() => undefined),
  ]);
  const all = other === undefined ? own.items : [other, ...own.items];
  return all.flatMap((repository) => sourceOf(repository, host) ?? []);
}

/** Undefined for a repository without an address that git may be given. */
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
