import { EventEmitter, type Event, type Uri } from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { fileScheme, fullName, parseFileAddress, parseFullName } from '../../domain/hosting/address.ts';
import type { RepositoryAt } from '../../domain/hosting/activeRepository.ts';
import type { Connections } from '../../domain/hosting/connections.ts';
import type { Account } from '../../domain/hosting/hosts.ts';
import type { Lifetime } from '../kit/lifetime.ts';
import { fileUri } from '../kit/uri.ts';

/** A repository, in the terms of command arguments. */
interface Repository {
  readonly host: string;
  /** `owner/repo` */
  readonly repository: string;
}

/** A place in a remote repository, in the terms of command arguments. */
interface Place extends Repository {
  /** Branch, tag or commit; left out: the default branch. */
  readonly ref?: string | undefined;
  /** Relative to the repository; left out: its root. */
  readonly path?: string | undefined;
}

interface ApiHost {
  readonly id: string;
  readonly name: string;
  readonly apiUrl: string;
  readonly webUrl: string;
}

interface CommandDescription {
  readonly id: string;
  readonly title: string;
  readonly arguments: readonly { readonly name: string; readonly required: boolean; readonly value: string }[];
}

/** What other extensions get. Everything that is done is a command; this is what commands do not tell. */
export interface SourcehostApi {
  readonly version: 1;
  readonly hosts: () => readonly ApiHost[];
  /** Who is signed in, at one host or at all. Never asks anything. */
  readonly accounts: (host?: string) => Promise<readonly Account[]>;
  /** The repository that commands mean where none is named. */
  readonly activeRepository: Repository | undefined;
  readonly onDidChangeActiveRepository: Event<Repository | undefined>;
  /** The address of a remote file or folder in the editor. Throws for what is no `owner/repo`. */
  readonly toUri: (place: Place) => Uri;
  /** The place that an address in the editor stands for; undefined where it is none of a remote repository. */
  readonly fromUri: (uri: Uri) => Place | undefined;
  /** Every command with its arguments. */
  readonly commands: () => Promise<readonly CommandDescription[]>;
}

/** What `extensions.getExtension('sourcehost.sourcehost').exports` is. */
export interface Exports {
  /** Throws for a version that there is not. */
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
    fromUri: (uri) => (uri.scheme === fileScheme ? placeOf(uri) : undefined),
    commands,
  };
  return {
    getApi: (version) => {
      if (version !== 1) throw wrongValue('version', requires('oneOf', '1'));
      return api;
    },
  };
}

function placeOf(uri: Uri): Place | undefined {
  try {
    const { host, ref, path, ...name } = parseFileAddress(uri);
    return { host, repository: fullName(name), ref, path };
  } catch {
    return undefined;
  }
}
