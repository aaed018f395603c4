import { EventEmitter, type Event, type Uri } from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { fullName, parseFullName } from '../../domain/hosts/address.ts';
import type { RepositoryAt } from '../../domain/hosts/activeRepository.ts';
import type { Connections } from '../../domain/hosts/connections.ts';
import type { Account } from '../../domain/hosts/hosts.ts';
import type { Lifetime } from '../kit/lifetime.ts';
import type { CommandDescription } from '../kit/commands/describe.ts';
import { fileAddressOf, fileUri } from '../kit/uri.ts';

interface Repository {
  readonly host: string;
  /** `owner/repo` */
  readonly repository: string;
}

interface Place extends Repository {
  /** Branch, tag or commit; omitted: the one that the window was switched to, else the default branch. */
  readonly ref?: string | undefined;
  /** Relative to the repository; omitted: the root. */
  readonly path?: string | undefined;
}

interface ApiHost {
  readonly id: string;
  readonly name: string;
  readonly apiUrl: string;
  readonly webUrl: string;
}

/** Actions are commands; this API has the information that commands do not return. */
export interface SourcehostApi {
  readonly version: 1;
  readonly hosts: () => readonly ApiHost[];
  /** The signed-in accounts, of one host or of all hosts. Never asks the user. */
  readonly accounts: (host?: string) => Promise<readonly Account[]>;
  /** The repository that commands use if none is given; undefined if there is none. */
  readonly activeRepository: Repository | undefined;
  readonly onDidChangeActiveRepository: Event<Repository | undefined>;
  /** The address in the editor. @throws if `repository` is not a valid `owner/repo` */
  readonly toUri: (place: Place) => Uri;
  /** The location of an address of the editor; undefined if it is not in a remote repository. */
  readonly fromUri: (uri: Uri) => Place | undefined;
  /** Every command with its arguments and its documentation. */
  readonly commands: () => Promise<readonly CommandDescription[]>;
}

/** The type of `extensions.getExtension('sourcehost.sourcehost').exports`. */
export interface Exports {
  /** @throws for an unsupported version */
  getApi(version: number): SourcehostApi;
}

export interface ExportedParts {
  readonly connections: Pick<Connections, 'hosts' | 'accounts'>;
  readonly active: {
    readonly current: RepositoryAt | undefined;
    onDidChange(listener: () => void): Disposable;
  };
  readonly commands: () => Promise<readonly CommandDescription[]>;
}

export function createExports({ connections, active, commands }: ExportedParts, lifetime: Lifetime): Exports {
  const changed = lifetime.add(new EventEmitter<Repository | undefined>());
  const current = (): Repository | undefined => {
    const name = active.current?.name;
    return name && { host: name.host, repository: fullName(name) };
  };
  lifetime.add(active.onDidChange(() => changed.fire(current())));
  const api: SourcehostApi = {
    version: 1,
    hosts: () => connections.hosts().map(({ id, name, apiUrl, webUrl }) => ({ id, name, apiUrl, webUrl })),
    accounts: (host) => connections.accounts(host),
    get activeRepository() {
      return current();
    },
    onDidChangeActiveRepository: changed.event,
    toUri: ({ host, repository, ref, path = '' }) => {
      const name = parseFullName(repository);
      if (name === undefined) {
        throw wrongValue('repository', requires('repository'));
      }
      return fileUri({ host, ...name, ref, path });
    },
    fromUri: (uri) => {
      const address = fileAddressOf(uri);
      return address && { host: address.host, repository: fullName(address), ref: address.ref, path: address.path };
    },
    commands,
  };
  return {
    getApi: (version) => {
      if (version !== 1) throw wrongValue('version', requires('oneOf', '1'));
      return api;
    },
  };
}
