import { TabInputText, TabInputTextDiff, window, workspace, type Tab, type TextDocument, type Uri } from 'vscode';
import { isFailure, messageOf } from '../../../core/errors.ts';
import type { RecordAddress } from '../../../domain/hosts/address.ts';
import type { RecordDocument } from '../../../domain/documents/sync/recordDocument.ts';
import type { Records } from '../../../domain/documents/sync/records.ts';
import type { SubjectChange, Changes } from '../../kit/changes.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import type { LogChannel } from '../../kit/messages/log.ts';
import { addressOf, hasId, openDocument } from './addresses.ts';
import type { NewRecords } from './newRecords.ts';

export class Tracker extends Lifetime {
  readonly #records: Records;
  readonly #newRecords: NewRecords;
  readonly #log: LogChannel;

  constructor(records: Records, newRecords: NewRecords, changes: Changes, log: LogChannel) {
    super();
    this.#records = records;
    this.#newRecords = newRecords;
    this.#log = log;
    this.add(workspace.onDidOpenTextDocument((document) => this.#opened(document)));
    this.add(workspace.onDidChangeTextDocument(({ document }) => this.#edited(document)));
    this.add(workspace.onDidSaveTextDocument((document) => this.#saved(document)));
    this.add(workspace.onDidCloseTextDocument((document) => this.#closed(document)));
    this.add(changes.onDidChange((changed) => this.#refreshChanged(changed)));
    this.add(
      window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
        for (const tab of closed) this.#tab(tab, (record) => (record.stale = true));
        for (const tab of opened) this.#tab(tab, (record) => record.stale && this.#refresh(record));
      }),
    );
    for (const document of workspace.textDocuments) this.#opened(document);
  }

  #opened(document: TextDocument): void {
    const record = this.#recordOf(document, (address) => {
      // The open event of an unsaved text that is restored after a restart comes before the document is dirty.
      const isShown = document.getText() === this.#newRecords.show(document.uri, address)[0];
      if (!document.isDirty && isShown) this.#run(this.#newRecords.forget(document.uri, address));
    });
    if (record === undefined) return;
    record.dirty = document.isDirty;
    if (!document.isDirty) record.arrived(document.getText());
    else if (record.shownRecord === undefined) this.#run(record.recover({ priority: 'background' }));
  }

  /** Undefined for other documents, and for a new record: `isNew` is called with its address. */
  #recordOf({ uri }: TextDocument, isNew: (address: RecordAddress) => void): RecordDocument | undefined {
    const address = addressOf(uri);
    if (address === undefined || hasId(address)) return address && this.#records.document(address);
    isNew(address);
    return undefined;
  }

  /** The editor keeps a closed document for a while and shows it again without reading it. */
  #tab({ input }: Tab, work: (record: RecordDocument) => unknown): void {
    const address = input instanceof TabInputText ? addressOf(input.uri) : undefined;
    const record = address && this.#records.find(address);
    if (record !== undefined && record.answeredAt > 0) work(record);
  }

  #edited(document: TextDocument): void {
    const record = this.#recordOf(document, (address) => {
      // The text was reverted. An attempt to create a record from it is given up.
      if (!document.isDirty && this.#newRecords.createdFrom(document.uri) === undefined)
        this.#run(this.#newRecords.forget(document.uri, address));
    });
    if (record === undefined) return;
    if (!document.isDirty) record.arrived(document.getText());
    if (record.dirty === document.isDirty) return;
    record.dirty = document.isDirty;
    if (record.dirty && record.shownRecord === undefined) this.#run(record.recover({ priority: 'background' }));
    record.settle();
    this.#run(record.keep());
  }

  #saved(document: TextDocument): void {
    const record = this.#recordOf(document, (address) => {
      if (!document.isDirty) this.#run(this.#newRecords.replace(document.uri, address));
    });
    if (record === undefined) return;
    this.#edited(document);
    record.settle();
  }

  #closed(document: TextDocument): void {
    const record = this.#recordOf(document, (address) => this.#run(this.#newRecords.forget(document.uri, address)));
    if (record === undefined) return;
    record.dirty = false;
    record.settle();
    this.#run(record.keep());
  }

  #refreshChanged({ subject, host, repository, reveal, comments = false }: SubjectChange): void {
    for (const { uri } of workspace.textDocuments) {
      const address = addressOf(uri);
      if (address?.kind !== subject || !hasId(address) || address.host !== host || repository === undefined) continue;
      const same = address.owner === repository.owner && address.repo === repository.repo;
      const record = this.#records.document(address);
      // A save in this window, or the response to a command, has just updated the record.
      const isFresh = !comments && Date.now() - record.answeredAt < 2_000;
      if (same && !isFresh && (reveal === undefined || reveal[0] === address.id) && isShown(uri)) this.#refresh(record);
    }
  }

  #refresh(record: RecordDocument): void {
    this.#run(record.refresh({ priority: 'background' }));
  }

  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!isFailure(error, 'cancelled')) this.#log.warn(`records: ${messageOf(error)}`);
    });
  }
}

function isShown(uri: Uri): boolean {
  const text = uri.toString();
  if (openDocument(uri) === undefined) return false;
  return window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ input }) =>
        (input instanceof TabInputText && input.uri.toString() === text) ||
        (input instanceof TabInputTextDiff && input.modified.toString() === text),
    ),
  );
}
