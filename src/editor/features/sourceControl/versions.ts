import { FilePermission, FileType, l10n, workspace, type FileStat, type Uri } from 'vscode';
import { Failure, unlessFailed } from '../../../core/errors.ts';
import { fileScheme, parseFileAddress, type FileAddress } from '../../../domain/hosts/address.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import { readableTree } from '../../../domain/sourceControl/workingTree/readableTree.ts';
import type { Bytes } from '../../../domain/objects/blobs.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import { fileSystemError } from '../../kit/messages/failures.ts';
import { notOpened } from '../../kit/messages/explain.ts';
import type { Services } from '../../services/services.ts';
import { ReadOnlyFiles } from '../../kit/readOnlyFiles.ts';
import {
  draftVersionOf,
  fileSubject,
  versionCommit,
  versionScheme,
  versionText,
  type DraftVersion,
} from '../../kit/uri.ts';
import { shownBytes } from '../../kit/withheldFiles.ts';
import { draftVersionSha, uriAt } from './place.ts';

type VersionsParts = Pick<Services, 'repositories' | 'checkouts' | 'connections' | 'trust' | 'formerTexts'>;

/** A read-only file system of file contents by sha or by commit, and of the texts of `versionText`. It serves bytes, so that encodings and pictures work. */
export class Versions extends ReadOnlyFiles {
  readonly #parts: VersionsParts;
  /** The addresses that were read whose content follows a draft, with the time of their last change. */
  readonly #following = new Map<string, { readonly uri: Uri; changed: number }>();

  constructor(parts: VersionsParts) {
    super(() => l10n.t('An earlier version of a file is read-only.'));
    this.#parts = parts;
    const { checkouts, formerTexts, repositories } = parts;
    this.add(formerTexts.onDidChange((uris) => this.changed(...uris.filter(({ scheme }) => scheme === versionScheme))));
    this.add(checkouts.onDidChange(({ checkout, paths }) => this.#follow(checkout, paths)));
    this.add(
      repositories.onDidChangeFiles(({ remote, changes }) =>
        this.#follow(
          { remote },
          changes.map(({ path }) => path),
        ),
      ),
    );
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { length } = await this.readFile(uri);
    // The editor reads a file again only if it has a later time.
    const mtime = this.#following.get(uri.toString())?.changed ?? 0;
    return { type: FileType.File, size: length, mtime, ctime: 0, permissions: FilePermission.Readonly };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return await this.#parts.formerTexts.read(
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
      if (!isFolder && commit !== undefined) {
        const at = { ...parseFileAddress({ scheme: fileScheme, authority, path }), ref: commit };
        return shownBytes(this.#parts.trust, at, await this.#atCommit(at, commit));
      }
      const version = draftVersionOf(uri);
      if (!isFolder && version !== undefined) return await this.#compared(uri, version);
      if (isFolder || !isSha(sha))
        throw new Failure('missing', 'this is no version of a file', { field: 'uri', reason: 'noFileVersion' });
      const address = parseFileAddress({ scheme: fileScheme, authority, path });
      await this.#parts.repositories.checkReadable(address);
      return await this.#shown(address, sha);
    } catch (error) {
      throw fileSystemError(error, uri, notOpened(fileSubject(uri)));
    }
  }

  #follow({ remote }: Pick<Checkout, 'remote'>, paths: readonly string[]): void {
    const changed = new Set(paths.map((path) => uriAt({ remote }, path).path));
    const uris: Uri[] = [];
    for (const one of this.#following.values()) {
      if (one.uri.authority !== remote.name.host || !changed.has(one.uri.path)) continue;
      one.changed = Date.now();
      uris.push(one.uri);
    }
    if (uris.length > 0) this.changed(...uris);
  }

  async #compared(uri: Uri, version: DraftVersion): Promise<Uint8Array> {
    const key = uri.toString();
    if (!this.#following.has(key)) this.#following.set(key, { uri, changed: 0 });
    const address = parseFileAddress({ scheme: fileScheme, authority: uri.authority, path: uri.path });
    const checkout = await this.#parts.checkouts.at(address, address.path);
    const sha = checkout && (await draftVersionSha(checkout, address.path, version));
    if (sha === undefined) return new Uint8Array();
    return await this.#shown(address, sha);
  }

  async #shown(address: FileAddress, sha: string): Promise<Uint8Array> {
    const { path, ...repository } = address;
    const bytes = (await this.#drafted(address, sha)) ?? (await this.#stored(address, sha));
    const tree = readableTree(
      this.#parts.repositories.at(repository),
      await this.#parts.checkouts.at(repository, path),
    );
    return shownBytes(this.#parts.trust, address, await tree.shown({ path, sha, bytes }));
  }

  /** Staged content is stored only in the drafts. */
  async #drafted(address: FileAddress, sha: string): Promise<Bytes | undefined> {
    const checkout = await this.#parts.checkouts.at(address, address.path);
    for (const layer of ['staged', 'working'] as const) {
      if (checkout?.drafts.get(layer, address.path)?.sha !== sha) continue;
      const content = await checkout.drafts.content(layer, address.path);
      if (content?.change.sha === sha) return content.bytes;
    }
    return undefined;
  }

  async #atCommit({ host, owner, repo, path }: FileAddress, commit: string): Promise<Uint8Array> {
    const { repositories } = this.#parts;
    const name = { host, owner, repo };
    repositories.setResolved(name, commit, { kind: 'commit', name: commit, commit });
    return (await unlessFailed(repositories.at({ ...name, ref: commit }).read(path), 'missing')) ?? new Uint8Array();
  }

  async #stored(address: FileAddress, sha: string): Promise<Bytes> {
    const { host, owner, repo, path, ref } = address;
    const source = { host, owner, repo, connect: () => this.#parts.connections.connect(host) };
    return await this.#parts.repositories.blobs(host).load(source, sha, { path, ref });
  }
}
