import {
  Disposable,
  EventEmitter,
  FileChangeType,
  FileSystemError,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
  type Uri,
} from 'vscode';
import { Lifetime } from './lifetime.ts';

/** A file system without folders that cannot be changed. `reason` tells the user why. */
export abstract class ReadOnlyFiles extends Lifetime implements FileSystemProvider {
  readonly #changed = this.add(new EventEmitter<FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;
  readonly #refuse: () => never;
  readonly readDirectory = (): never => this.#refuse();
  readonly createDirectory = (): never => this.#refuse();
  readonly writeFile = (): never => this.#refuse();
  readonly delete = (): never => this.#refuse();
  readonly rename = (): never => this.#refuse();

  constructor(reason: () => string) {
    super();
    this.#refuse = () => {
      throw FileSystemError.NoPermissions(reason());
    };
  }

  abstract stat(uri: Uri): Promise<FileStat>;
  abstract readFile(uri: Uri): Promise<Uint8Array>;

  watch(): Disposable {
    return new Disposable(() => {});
  }

  /** Tells the editor to read these files again. */
  changed(...uris: readonly Uri[]): void {
    this.#changed.fire(uris.map((uri) => ({ type: FileChangeType.Changed, uri })));
  }
}
