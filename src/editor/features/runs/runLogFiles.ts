import {
  Disposable,
  EventEmitter,
  FileChangeType,
  FilePermission,
  FileSystemError,
  FileType,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
  type Uri,
} from 'vscode';
import { l10n } from 'vscode';
import { Lifetime } from '../../kit/lifetime.ts';
import { fileSystemError } from '../../kit/messages/failures.ts';
import { notOpened } from '../../kit/messages/tasks.ts';
import { fileSubject } from '../../kit/uri.ts';
import type { LogFile, RunLogs } from './runLogs.ts';

/** A read-only file system of the logs of runs: `sourcehost-log://<host>/<owner>/<repo>/<run>/<job>.log`. */
export class RunLogFiles extends Lifetime implements FileSystemProvider, LogFile {
  readonly #load: () => Promise<RunLogs>;
  readonly #changed = this.add(new EventEmitter<FileChangeEvent[]>());

  constructor(load: () => Promise<RunLogs>) {
    super();
    this.#load = load;
  }

  readonly onDidChangeFile = this.#changed.event;

  changed(uri: Uri): void {
    this.#changed.fire([{ type: FileChangeType.Changed, uri }]);
  }

  watch(): Disposable {
    return new Disposable(() => {});
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { bytes, time } = await this.#read(uri);
    return { type: FileType.File, size: bytes.length, mtime: time, ctime: 0, permissions: FilePermission.Readonly };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  async #read(uri: Uri): ReturnType<RunLogs['read']> {
    try {
      return await (await this.#load()).read(uri);
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
}

const readOnly = (): FileSystemError => FileSystemError.NoPermissions(l10n.t('The log of a run is read-only.'));
