import { EventEmitter, FileDecoration, l10n, ThemeColor, type Uri, window } from 'vscode';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import { readPointer } from '../../../domain/lfs/pointer.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import { formatSize } from '../../kit/messages/format.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import type { RemoteFileSystem } from './remoteFileSystem.ts';
import type { Restriction } from './restriction.ts';
import type { Submodules } from './submodules.ts';

interface DecorationParts {
  readonly repositories: RemoteRepositories;
  readonly provider: RemoteFileSystem;
  readonly restriction: Restriction;
  readonly submodules: Submodules;
}

/** Marks files that are not used, pointers of Git LFS, and submodules. */
export function registerDecorations(
  { repositories, provider, restriction, submodules }: DecorationParts,
  lifetime: Lifetime,
): void {
  const changed = lifetime.add(new EventEmitter<Uri | undefined>());
  /** Sizes of the real files in bytes, by address. */
  const pointers = new Map<string, number>();
  lifetime.add(restriction.onDidChange(() => changed.fire(undefined)));
  lifetime.add(
    provider.onDidRead(({ uri, bytes }) => {
      const key = uri.toString();
      const size = readPointer(bytes)?.size;
      if (size === pointers.get(key)) return;
      if (size === undefined) pointers.delete(key);
      else pointers.set(key, size);
      changed.fire(uri);
    }),
  );
  const provideFileDecoration = async (uri: Uri): Promise<FileDecoration | undefined> => {
    const address = fileAddressOf(uri);
    if (address === undefined || address.path === '') return undefined;
    await restriction.confirm(address);
    if (restriction.restricts(uri, address)) {
      return new FileDecoration('R', l10n.t('Restricted Mode: not used'), new ThemeColor('descriptionForeground'));
    }
    const size = pointers.get(uri.toString());
    if (size !== undefined) {
      const tooltip = l10n.t('Git LFS pointer: the file ({0}) is stored elsewhere', formatSize(size));
      return new FileDecoration('L', tooltip, new ThemeColor('descriptionForeground'));
    }
    const kind = await repositories.at(address).knownKind(address.path);
    if (kind !== 'submodule') return undefined;
    const tooltip = await submodules.tooltip(address);
    return new FileDecoration('S', tooltip, new ThemeColor('gitDecoration.submoduleResourceForeground'));
  };
  const onDidChangeFileDecorations = changed.event;
  lifetime.add(window.registerFileDecorationProvider({ onDidChangeFileDecorations, provideFileDecoration }));
}
