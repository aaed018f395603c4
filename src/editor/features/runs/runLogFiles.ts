import { FilePermission, FileType, l10n, type FileStat, type Uri } from 'vscode';
import { fileSystemError } from '../../kit/messages/failures.ts';
import { notOpened } from '../../kit/messages/explain.ts';
import { ReadOnlyFiles } from '../../kit/readOnlyFiles.ts';
import { fileSubject } from '../../kit/uri.ts';
import type { LogFile, RunLogs } from './runLogs.ts';

/** A read-only file system of the logs of runs: `sourcehost-log://<host>/<owner>/<repo>/<run>/<job>.log`. */
export class RunLogFiles extends ReadOnlyFiles implements LogFile {
  readonly #load: () => Promise<RunLogs>;

  constructor(load: () => Promise<RunLogs>) {
    super(() => l10n.t('The log of a run is read-only.'));
    this.#load = load;
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
}
