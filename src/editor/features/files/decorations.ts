import { EventEmitter, FileDecoration, l10n, ThemeColor, type FileDecorationProvider, type Uri } from 'vscode';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import { readPointer } from '../../../domain/lfs/pointer.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { formatSize } from '../../kit/messages/format.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import type { RemoteFileSystem } from './remoteFileSystem.ts';
import type { Restriction } from './restriction.ts';
import type { Submodules } from './submodules.ts';

export class Decorations extends Lifetime implements FileDecorationProvider {
  readonly #repositories: RemoteRepositories;
  readonly #restriction: Restriction;
  readonly #submodules: Submodules;
  readonly #changed = this.add(new EventEmitter<Uri | undefined>());
  /** Sizes of the real files in bytes, by address. */
  readonly #pointers = new Map<string, number>();

  constructor(
    repositories: RemoteRepositories,
    provider: RemoteFileSystem,
    restriction: Restriction,
    submodules: Submodules,
  ) {
    super();
    this.#repositories = repositories;
    this.#submodules = submodules;
    this.#restriction = restriction;
    this.add(restriction.onDidChange(() => this.#changed.fire(undefined)));
    this.add(
      provider.onDidRead(({ uri, bytes }) => {
        const key = uri.toString();
        const size = readPointer(bytes)?.size;
        if (size === this.#pointers.get(key)) return;
        if (size === undefined) this.#pointers.delete(key);
        else this.#pointers.set(key, size);
        this.#changed.fire(uri);
      }),
    );
  }

  readonly onDidChangeFileDecorations = this.#changed.event;

  async provideFileDecoration(uri: Uri): Promise<FileDecoration | undefined> {
    const address = fileAddressOf(uri);
    if (address === undefined || address.path === '') return undefined;
    await this.#restriction.confirm(address);
    if (this.#restriction.restricts(uri, address)) {
      return new FileDecoration('R', l10n.t('Restricted Mode: not used'), new ThemeColor('descriptionForeground'));
    }
    const size = this.#pointers.get(uri.toString());
    if (size !== undefined) {
      const tooltip = l10n.t('Git LFS pointer: the file ({0}) is stored elsewhere', formatSize(size));
      return new FileDecoration('L', tooltip, new ThemeColor('descriptionForeground'));
    }
    const kind = await this.#repositories.at(address).knownKind(address.path);
    if (kind !== 'submodule') return undefined;
    const tooltip = await this.#submodules.tooltip(address);
    return new FileDecoration('S', tooltip, new ThemeColor('gitDecoration.submoduleResourceForeground'));
  }
}
