import {
  EventEmitter,
  FileChangeType,
  FilePermission,
  FileSystemError,
  FileType,
  type FileChangeEvent,
  type FileStat,
  type Uri,
} from 'vscode';
import { delay } from '../../../core/async.ts';
import { Failure, messageOf } from '../../../core/errors.ts';
import { recordScheme, type RecordAddress } from '../../../domain/hosts/address.ts';
import type { RecordDocument } from '../../../domain/documents/sync/recordDocument.ts';
import type { ShownRecord } from '../../../domain/documents/sync/pendingRecordStore.ts';
import type { Records } from '../../../domain/documents/sync/records.ts';
import { noticeStat, type FormerTexts } from '../../kit/formerTexts.ts';
import { fileSystemError } from '../../kit/messages/failures.ts';
import type { LogChannel } from '../../kit/messages/log.ts';
import { notOpened } from '../../kit/messages/explain.ts';
import type { Settings } from '../../kit/settings.ts';
import { recordUri } from '../../kit/uri.ts';
import type { RecordFileSystem } from './entry.ts';
import type { NewRecords } from './newRecords.ts';
import { addressOf, hasId, theirsQuery } from './addresses.ts';
import { recordSubject } from './messages.ts';
import type { Saving } from './saving.ts';

const bom = '\ufeff';
/** Milliseconds for which a loaded record is shown without a refresh. */
const fresh = { editor: 30_000, script: 1_000 };
/** Milliseconds that an editor waits for a refresh if an earlier text can be shown. */
const refreshTimeout = 250;
/** An editor calls `stat` at most this many milliseconds before `readFile`; a script only reads. */
const opening = 10_000;

interface RecordFilesParts {
  readonly records: Records;
  readonly newRecords: NewRecords;
  readonly saving: Saving;
  readonly settings: Settings;
  readonly formerTexts: FormerTexts;
  readonly log: LogChannel;
}

/** The file system of records: `…/issues/12.md` is an issue, `…/issues/new.md` is an issue to be created. */
export class RecordFiles implements RecordFileSystem {
  readonly #parts: RecordFilesParts;
  /** Time of the last `stat` of each file. */
  readonly #opened = new Map<string, number>();
  readonly #changed = new EventEmitter<readonly FileChangeEvent[]>();
  readonly onDidChangeFiles = this.#changed.event;

  constructor(parts: RecordFilesParts) {
    const { records, newRecords, formerTexts } = parts;
    this.#parts = parts;
    records.onDidChange(({ address }) => this.fireChanged(recordUri(address)));
    newRecords.onDidChange((uri) => this.fireChanged(uri));
    formerTexts.onDidChange((uris) => this.#readAgain(uris));
  }

  fireChanged(uri: Uri): void {
    this.#changed.fire([{ type: FileChangeType.Changed, uri }]);
  }

  async stat(uri: Uri): Promise<FileStat> {
    if (isFolder(uri)) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    return await this.#parts.formerTexts.read(uri, () => this.#statOf(uri), noticeStat);
  }

  async #statOf(uri: Uri): Promise<FileStat> {
    const [text, mtime] = await this.#textOf(uri, 'editor');
    this.#opened.set(uri.toString(), Date.now());
    const size = new TextEncoder().encode(this.#marked(uri, text)).length;
    const readonly = uri.query === theirsQuery ? { permissions: FilePermission.Readonly } : {};
    return { type: FileType.File, ctime: 0, mtime, size, ...readonly };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const address = addressOf(uri);
    if (address !== undefined && hasId(address)) this.#parts.records.find(address)?.settle();
    const openedAt = this.#opened.get(uri.toString()) ?? 0;
    const read = async (): Promise<Uint8Array> => {
      const [text] = await this.#textOf(uri, Date.now() - openedAt < opening ? 'editor' : 'script');
      return new TextEncoder().encode(this.#marked(uri, text));
    };
    return await this.#parts.formerTexts.read(uri, read, (notice) => notice);
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const address = addressOf(uri);
    if (address === undefined) throw FileSystemError.NoPermissions(uri);
    const text = decoded(content, uri);
    await this.#parts.saving.save(uri, address, text);
  }

  readDirectory(uri: Uri): [string, FileType][] {
    if (!isFolder(uri)) throw FileSystemError.FileNotADirectory(uri);
    return [];
  }

  #readAgain(uris: readonly Uri[]): void {
    for (const uri of uris) {
      const address = addressOf(uri);
      if (address !== undefined && hasId(address)) this.#parts.records.find(address)?.forget();
      if (uri.scheme === recordScheme) this.fireChanged(uri);
    }
  }

  async #textOf(uri: Uri, reader: keyof typeof fresh): Promise<readonly [text: string, modified: number]> {
    const isTheirs = uri.query === theirsQuery;
    const address = addressOf(isTheirs ? uri.with({ query: '' }) : uri);
    if (address === undefined) throw FileSystemError.FileNotFound(uri);
    try {
      if (isTheirs) return await this.#theirs(address);
      if (!hasId(address)) return this.#parts.newRecords.show(uri, address);
      const { text, modified } = await this.#current(this.#parts.records.document(address), reader);
      return [text, modified];
    } catch (error) {
      throw fileSystemError(error, uri, notOpened(recordSubject(address)));
    }
  }

  /** The earlier text or that of the service. A script waits for the service, an editor only a short time. */
  async #current(record: RecordDocument, reader: keyof typeof fresh): Promise<ShownRecord> {
    const old = Date.now() - record.answeredAt > fresh[reader];
    if (record.answeredAt > 0 && !record.dirty && (record.stale || old)) {
      const refreshed = record
        .refresh()
        .catch((error: unknown) => this.#parts.log.info(`records: ${messageOf(error)}`));
      await (reader === 'script' ? refreshed : Promise.race([refreshed, delay(refreshTimeout)]));
    }
    return await record.show();
  }

  async #theirs(address: RecordAddress): Promise<readonly [text: string, modified: number]> {
    if (!hasId(address)) throw new Failure('missing', 'a new record is only here', { reason: 'newRecord' });
    const record = this.#parts.records.document(address);
    const text = await record.theirs();
    return [text, Date.parse(record.latest?.updated ?? '') || 0];
  }

  /** The text with a byte order mark if the editor would otherwise read it in another encoding than UTF-8. */
  #marked(uri: Uri, text: string): string {
    return this.#parts.settings.readsUtf8(uri) ? text : bom + text;
  }
}

function decoded(content: Uint8Array, uri: Uri): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw FileSystemError.Unavailable(uri);
  }
}

/** `/`, `/owner`, `/owner/repo` and `/owner/repo/issues` are folders, because editors call `stat` for them. */
function isFolder({ path }: Uri): boolean {
  return /^(\/[^/]+){0,2}\/?$|^(\/[^/]+){2}\/(issues|milestones|pulls|releases)\/?$/.test(path);
}
