import { l10n, window } from 'vscode';
import {
  parseRecordAddress,
  recordScheme,
  type RecordAddress,
  type RecordKind,
  type RepositoryName,
} from '../../../domain/hosts/address.ts';
import type { LoadedRecord } from '../../../domain/documents/kinds/kind.ts';
import type { Records } from '../../../domain/documents/sync/records.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import type { RecordActions } from '../recordActions.ts';
import { recordUri } from '../../kit/uri.ts';

export interface RecordTools {
  readonly records: Records;
  readonly vocabulary: Vocabulary;
  readonly actions: RecordActions;
}

export type LoadRecordTools = () => Promise<RecordTools>;

export async function openRecord(
  { records }: RecordTools,
  address: RecordAddress & { readonly id: string },
): Promise<unknown> {
  const document = records.document(address);
  // The record is read before the document opens, so that a failure is reported only once.
  await document.show();
  await window.showTextDocument(recordUri(address), { preview: true });
  return document.latest?.record;
}

/** The record whose document is the active editor; undefined for a new one. */
export function shownRecord(kind: RecordKind): (RepositoryName & { readonly number: string }) | undefined {
  const uri = window.activeTextEditor?.document.uri;
  if (uri?.scheme !== recordScheme) return undefined;
  const { kind: shown, id, ...name } = parseRecordAddress(uri);
  return shown === kind && id !== undefined ? { ...name, number: id } : undefined;
}

export function updateRecord({ records }: RecordTools, address: RecordAddress, response: LoadedRecord): void {
  records.find(address)?.applyResponse(response);
}

export function countOf(issues: number): string {
  return issues === 1 ? l10n.t('1 issue') : l10n.t('{0} issues', issues);
}
