import {
  Disposable,
  EventEmitter,
  FileChangeType,
  FilePermission,
  FileSystemError,
  FileType,
  l10n,
  workspace,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
  type Uri,
} from 'vscode';
import { Failure, isFailure } from '../../../../core/errors.ts';
import { fileScheme, parseFileAddress, type FileAddress } from '../../../../domain/hosts/address.ts';
import type { Connections } from '../../../../domain/hosts/connections.ts';
import type { CheckoutRegistry } from '../../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import { isSha } from '../../../../domain/objects/gitSha.ts';
import type { FormerTexts } from '../../../kit/formerTexts.ts';
import { fileSystemError } from '../../../kit/messages/failures.ts';
import { notOpened } from '../../../kit/messages/tasks.ts';
import { fileSubject, versionCommit, versionScheme, versionText } from '../../../kit/uri.ts';

export interface VersionsParts {
  readonly repositories: RemoteRepositories;
  readonly checkouts: CheckoutRegistry;
  readonly connections: Connections;
  readonly formerTexts: FormerTexts;
}

/** A read-only file system of file contents by sha or by commit, and of the texts of `versionText`. It serves bytes, so that encodings and pictures work. */
export class Versions implements FileSystemProvider {
  readonly #repositories: RemoteRepositories;
  readonly #checkouts: CheckoutRegistry;
  readonly #connections: Connections;
  readonly #former: FormerTexts;
  readonly #listening: Disposable;
  readonly #changed = new EventEmitter<FileChangeEvent[]>();

  constructor({ repositories, checkouts, connections, formerTexts }: VersionsParts) {
    this.#repositories = repositories;
    this.#checkouts = checkouts;
    this.#connections = connections;
    this.#former = formerTexts;
    this.#listening = formerTexts.onDidChange((uris) => {
      const changed = uris.filter(({ scheme }) => scheme === versionScheme);
      this.#changed.fire(changed.map((uri) => ({ type: FileChangeType.Changed, uri })));
    });
  }

  readonly onDidChangeFile = this.#changed.event;

  watch(): Disposable {
    return new Disposable(() => {});
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { length } = await this.readFile(uri);
    return { type: FileType.File, size: length, mtime: 0, ctime: 0, permissions: FilePermission.Readonly };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return await this.#former.read(
      uri,
      () => this.#read(uri),
      (notice) => notice,
    );
  }

  async #read(uri: Uri): Promise<Uint8Array> {
    try {
      const { authority, path, query: sha } = uri;
      // If such an address were a workspace folder, the editor would read its configuration, and nothing here restricts
      // that.
      const isFolder = (workspace.workspaceFolders ?? []).some(({ uri: folder }) => folder.scheme === versionScheme);
      const text = versionText(sha);
      if (!isFolder && text !== undefined) return new TextEncoder().encode(text);
      const commit = versionCommit(sha);
      if (!isFolder && commit !== undefined)
        return await this.#atCommit(parseFileAddress({ scheme: fileScheme, authority, path }), commit);
      if (isFolder || !isSha(sha))
        throw new Failure('missing', 'this is no version of a file', { field: 'uri', reason: 'noFileVersion' });
      const address = parseFileAddress({ scheme: fileScheme, authority, path });
      await this.#repositories.checkReadable(address);
      return (await this.#drafted(address, sha)) ?? (await this.#stored(address, sha));
    } catch (error) {
      throw fileSystemError(error, uri, notOpened(fileSubject(uri)));
    }
  }

  readDirectory(): never {
    throw readOnly();
  }

  createDirectory(): never {
    throw readOnly();
  }

  writeFile(): never {
    throw readOnly();
  }

  delete(): never {
    throw readOnly();
  }

  rename(): never {
    throw readOnly();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  /** Staged content is stored only in the drafts. */
  async #drafted(address: FileAddress, sha: string): Promise<Uint8Array | undefined> {
    const checkout = await this.#checkouts.at(address, address.path);
    for (const layer of ['staged', 'working'] as const) {
      if (checkout?.drafts.get(layer, address.path)?.sha !== sha) continue;
      const content = await checkout.drafts.content(layer, address.path);
      if (content?.change.sha === sha) return content.bytes;
    }
    return undefined;
  }

  async #atCommit({ host, owner, repo, path }: FileAddress, commit: string): Promise<Uint8Array> {
    const name = { host, owner, repo };
    this.#repositories.setResolved(name, commit, { kind: 'commit', name: commit, commit });
    try {
      return await this.#repositories.at({ ...name, ref: commit }).read(path);
    } catch (error) {
      if (isFailure(error, 'missing')) return new Uint8Array();
      throw error;
    }
  }

  async #stored(address: FileAddress, sha: string): Promise<Uint8Array> {
    const { host, owner, repo, path, ref } = address;
    const source = { host, owner, repo, connect: () => this.#connections.connect(host) };
    return await this.#repositories.blobs(host).load(source, sha, { path, ref });
  }
}

function readOnly(): FileSystemError {
  return FileSystemError.NoPermissions(l10n.t('An earlier version of a file is read-only.'));
}
