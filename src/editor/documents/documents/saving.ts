import { EventEmitter, l10n, type Uri } from 'vscode';
import { isFailure, toFailure } from '../../../core/errors.ts';
import { shownText } from '../../../core/text.ts';
import type { RecordAddress } from '../../../domain/hosts/address.ts';
import type { LoadedRecord } from '../../../domain/documents/kinds/kind.ts';
import type { RecordDocument } from '../../../domain/documents/sync/recordDocument.ts';
import type { Records } from '../../../domain/documents/sync/records.ts';
import type { Changes } from '../../kit/changes.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import type { FormerTexts } from '../../kit/formerTexts.ts';
import type { LogChannel } from '../../kit/messages/log.ts';
import { notSaved } from '../../kit/messages/explain.ts';
import { warn } from '../../kit/prompts/prompt.ts';
import type { Settings } from '../../kit/settings.ts';
import { hasId, openDocument } from './addresses.ts';
import type { NewRecords } from './newRecords.ts';
import { keyNames, recordSubject, saveFailureMessage } from './messages.ts';

export interface RefusedSave {
  readonly uri: Uri;
  readonly error: unknown;
  readonly message: string;
}

interface SavingParts {
  readonly records: Records;
  readonly newRecords: NewRecords;
  readonly changes: Changes;
  readonly settings: Settings;
  readonly formerTexts: FormerTexts;
  readonly log: LogChannel;
}

export class Saving {
  readonly #parts: SavingParts;
  readonly #hasSavedIssue = new ContextKey<boolean>('sourcehost.hasSavedIssue');
  readonly #refused = new EventEmitter<RefusedSave>();
  /** Fires with the reason if a document could not be saved. The document keeps its text. */
  readonly onDidRefuse = this.#refused.event;

  constructor(parts: SavingParts) {
    this.#parts = parts;
  }

  /** Resolves when the service has `text`. @throws Error with the text that the editor shows, which precedes it by the name */
  async save(uri: Uri, address: RecordAddress, text: string): Promise<void> {
    try {
      await this.#parts.formerTexts.check(uri);
      if (hasId(address)) await this.#saveKnown(uri, this.#parts.records.document(address), text);
      else await this.#saveNew(uri, address, text);
      if (address.kind === 'issues') void this.#hasSavedIssue.set(true);
    } catch (error) {
      const failure = toFailure(error);
      if (!isFailure(error, 'invalid', 'conflict')) this.#parts.log.error(`saving ${address.kind}: ${failure.message}`);
      const conflict = hasId(address) ? this.#parts.records.document(address).conflict : undefined;
      const message = saveFailureMessage(error, conflict?.keys ?? [], (offset) => lineOf(text, offset));
      this.#refused.fire({ uri, error, message });
      if (conflict !== undefined) this.#notify(address, conflict.theirs);
      // The editor shows this text in a message, where a link could run a command.
      const task = notSaved(recordSubject(address));
      throw Object.assign(new Error(shownText(l10n.t('{0}: {1}', task, message))), { name: '' });
    }
  }

  async #saveKnown(uri: Uri, document: RecordDocument, text: string): Promise<void> {
    const byEditor = openDocument(uri)?.isDirty === true;
    if (!byEditor) document.arrived();
    const saved = await document.save(text, this.#parts.settings.trimming(uri));
    // After a save the editor fires an event, which settles the document. Other callers of `writeFile` fire none.
    if (!byEditor) document.settle();
    const { changed, ignored, isConfirmed } = saved;
    if (isConfirmed) this.#notify(document.address, saved.record, changed.has('state'));
    else if (changed.size > 0) this.#notify(document.address);
    if (ignored.length > 0) void warn(l10n.t('Saved, but the host did not change {0}.', keyNames(ignored)));
  }

  async #saveNew(uri: Uri, address: RecordAddress, text: string): Promise<void> {
    const created = await this.#parts.newRecords.save(uri, address, text);
    this.#notify(created.address);
    if (openDocument(uri)?.isDirty !== true) await this.#parts.newRecords.forget(uri, address);
  }

  #notify({ kind, id, host, owner, repo }: RecordAddress, record?: LoadedRecord, stateChanged = false): void {
    const repository = { host, owner, repo };
    const answer =
      record === undefined || record.kind === 'pullRequests' ? {} : { answer: { ...record, stateChanged } };
    const reveal = id === undefined ? {} : { reveal: [id] };
    this.#parts.changes.report({ subject: kind, host, repository, ...reveal, ...answer });
  }
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}
