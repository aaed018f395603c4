import {
  Disposable,
  EventEmitter,
  FileChangeType,
  FilePermission,
  FileSystemError,
  FileType,
  l10n,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
  type Uri,
} from 'vscode';
import { parseFileAddress } from '../../domain/address.ts';
import type { Files, FilesChanged } from '../../domain/files.ts';
import type { RepositoryFiles } from '../../domain/repositoryFiles.ts';
import type { Listed } from '../../domain/snapshot.ts';
import type { EntryKind } from '../../domain/trees.ts';
import { fileSystemError } from '../kit/failures.ts';
import { fileUri } from '../kit/uri.ts';
import { isShown } from './inUse.ts';
import { Transfer } from './transfer.ts';

interface Place {
  readonly files: RepositoryFiles;
  readonly path: string;
}

const changeTypes = {
  created: FileChangeType.Created,
  changed: FileChangeType.Changed,
  deleted: FileChangeType.Deleted,
} as const;

/** Remote repositories as folders of the editor: `sourcehost://<host>/<owner>/<repo>[@<ref>]/<path>`. */
export class RemoteFileSystem implements FileSystemProvider {
  readonly #files: Files;
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  readonly #read = new EventEmitter<{ readonly uri: Uri; readonly bytes: Uint8Array }>();
  readonly #listener: { dispose(): void };

  constructor(files: Files) {
    this.#files = files;
    this.#listener = files.onDidChangeFiles((changed) => this.#tell(changed));
  }

  readonly onDidChangeFile = this.#changed.event;
  /** A file was read. */
  readonly onDidRead = this.#read.event;

  /** Changes are noticed by looking where the branch is, whoever watches. */
  watch(): Disposable {
    return new Disposable(() => {});
  }

  async stat(uri: Uri): Promise<FileStat> {
    return await answer(uri, async () => {
      const { files, path } = this.#place(uri);
      const purpose = isShown(uri) ? 'read' : 'know';
      const { kind, linked, size, mtime, ctime } = await files.stat(path, {}, purpose);
      return { type: typeOf(kind, linked), size, mtime, ctime, permissions: FilePermission.Readonly };
    });
  }

  async readDirectory(uri: Uri): Promise<[string, FileType][]> {
    return await answer(uri, async () => {
      const { files, path } = this.#place(uri);
      const listed = await files.list(path);
      return Array.from(listed, ([name, entry]) => [name, typeListed(entry)]);
    });
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return await answer(uri, async () => {
      const { files, path } = this.#place(uri);
      const transfer = new Transfer(path);
      try {
        const bytes = await files.read(path, transfer);
        this.#read.fire({ uri, bytes });
        return bytes;
      } finally {
        transfer.end();
      }
    });
  }

  createDirectory(uri: Uri): never {
    throw readOnly(uri);
  }

  writeFile(uri: Uri): never {
    throw readOnly(uri);
  }

  delete(uri: Uri): never {
    throw readOnly(uri);
  }

  rename(uri: Uri): never {
    throw readOnly(uri);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
    this.#read.dispose();
  }

  #place(uri: Uri): Place {
    const { path, ...repository } = parseFileAddress(uri);
    return { files: this.#files.at(repository), path };
  }

  #tell({ files: { name, ref }, changes }: FilesChanged): void {
    this.#changed.fire(
      changes.map(({ path, type }) => ({ type: changeTypes[type], uri: fileUri({ ...name, ref, path }) })),
    );
  }
}

async function answer<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileSystemError(error, uri);
  }
}

function readOnly(uri: Uri): FileSystemError {
  return FileSystemError.NoPermissions(l10n.t('“{0}” is read-only.', uri.path));
}

/** A submodule is shown as a folder with nothing in it, as git leaves it. */
const plainType = (kind: EntryKind): FileType =>
  kind === 'folder' || kind === 'submodule' ? FileType.Directory : FileType.File;

function typeOf(kind: EntryKind, linked: boolean): FileType {
  return linked || kind === 'symlink' ? linkTo(plainType(kind)) : plainType(kind);
}

function typeListed({ kind, leadsTo }: Listed): FileType {
  return kind === 'symlink' ? linkTo(plainType(leadsTo ?? 'file')) : plainType(kind);
}

function linkTo(type: FileType): FileType {
  return type | FileType.SymbolicLink;
}
