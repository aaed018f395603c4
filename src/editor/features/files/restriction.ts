import { commands, workspace, type Uri } from 'vscode';
import { Emitter } from '../../../core/emitter.ts';
import { Failure } from '../../../core/errors.ts';
import {
  fileScheme,
  fullName,
  repositoryKey,
  type FileAddress,
  type RepositoryName,
} from '../../../domain/hosts/address.ts';
import { target } from '../../kit/prompts/target.ts';
import type { RepositoryTrust, TrustAddress } from '../../kit/repositoryTrust.ts';
import { isWithheld, shownBytes } from '../../kit/withheldFiles.ts';

/** Hides configuration and notebooks of untrusted repositories from the editor, which would use them without a question. */
export class Restriction {
  readonly #trust: RepositoryTrust;
  readonly #changed = new Emitter<void>();
  /** Repositories with files that the editor requested and did not get. */
  readonly #withheld = new Set<string>();
  /** The files of this kind that the editor requested, by repository, then by address. */
  readonly #requested = new Map<string, Map<string, FileRequest>>();
  /** Repositories for which the trust question was asked before a write. */
  readonly #askedRepositories = new Set<string>();

  constructor(trust: RepositoryTrust) {
    this.#trust = trust;
    trust.onDidChange((name) => {
      this.#askedRepositories.delete(repositoryKey(name));
      this.#changed.fire();
    });
  }

  readonly onDidChange = this.#changed.event;

  /** Whether such a file of the repository was requested and is not used at this ref. */
  isRestricted(address: TrustAddress): boolean {
    return this.#withheld.has(repositoryKey(address)) && !this.#trust.trusts(address);
  }

  /** Before `restricts`: see `RepositoryTrust.confirm`. */
  async confirm(address: FileAddress): Promise<void> {
    if (isWithheld(address.path)) await this.#trust.confirm(address);
  }

  /** Whether the editor may not use `uri`, the file at `address`. */
  restricts(uri: Uri, address: FileAddress): boolean {
    return isWithheld(address.path) && !isOnlyShown(uri) && !this.#trust.trusts(address);
  }

  /** See `shownBytes`. */
  shown(address: FileAddress, bytes: Uint8Array): Uint8Array {
    return shownBytes(this.#trust, address, bytes);
  }

  /** The files of this kind in the repository that the editor requested in this session, trusted or not. */
  requested(name: RepositoryName): readonly Uri[] {
    return this.#requestedOf(name).map(({ uri }) => uri);
  }

  /** Whether the editor may not read `uri`, the file at `address`: see `restricts`. Notes the request. */
  restrictsReading(uri: Uri, address: FileAddress): boolean {
    const restricted = this.restricts(uri, address);
    if (isWithheld(address.path)) {
      const key = repositoryKey(address);
      const requested = this.#requested.get(key) ?? new Map<string, FileRequest>();
      this.#requested.set(key, requested.set(uri.toString(), { uri, address, restricted }));
    }
    return restricted;
  }

  /** The requested files that were restricted and are not any more, or the other way round. Each is returned once. */
  outdated(name: RepositoryName): readonly Uri[] {
    const changed = this.#requestedOf(name).filter(
      ({ uri, address, restricted }) => this.restricts(uri, address) !== restricted,
    );
    for (const one of changed) this.#requested.get(repositoryKey(name))?.delete(one.uri.toString());
    return changed.map(({ uri }) => uri);
  }

  /** For an existing restricted file. @throws Failure `forbidden` always */
  refuse(address: FileAddress): never {
    const key = repositoryKey(address);
    if (!this.#withheld.has(key)) {
      this.#withheld.add(key);
      this.#changed.fire();
    }
    throw new Failure('forbidden', `${address.path} belongs to a repository that is not trusted`, {
      reason: 'isRestricted',
    });
  }

  #requestedOf(name: RepositoryName): readonly FileRequest[] {
    return [...(this.#requested.get(repositoryKey(name))?.values() ?? [])];
  }

  /** Asks whether to trust the repository: once per window, and again after the trust has changed. */
  async ask(name: RepositoryName): Promise<void> {
    const key = repositoryKey(name);
    if (this.#askedRepositories.has(key)) return;
    this.#askedRepositories.add(key);
    const args = { host: name.host, repository: fullName(name) };
    await commands.executeCommand('sourcehost.repository.trust', { [target]: args });
  }
}

interface FileRequest {
  readonly uri: Uri;
  readonly address: FileAddress;
  readonly restricted: boolean;
}

/** A side of a comparison does not belong to an open folder. Therefore it is not configuration. */
function isOnlyShown({ query }: Uri): boolean {
  const { workspaceFile, workspaceFolders = [] } = workspace;
  const opened = [workspaceFile, ...workspaceFolders.map(({ uri }) => uri)];
  return query !== '' && !opened.some((uri) => uri?.scheme === fileScheme && uri.query !== '');
}
