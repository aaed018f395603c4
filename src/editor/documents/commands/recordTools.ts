import { commands, l10n, window } from 'vscode';
import { isFailure } from '../../../core/errors.ts';
import { fullName, type RecordAddress, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { LoadedRecord } from '../../../domain/documents/kinds/kind.ts';
import type { Records } from '../../../domain/documents/sync/records.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import type { RecordActions } from '../recordActions.ts';
import { target } from '../../kit/prompts/target.ts';
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

/** Where the host does not offer the record, git shows the changes; `silent`: a failure rejects, else it is shown. */
export async function openPullRequest(
  tools: RecordTools,
  { host, owner, repo }: RepositoryName,
  number: string,
  silent: boolean,
): Promise<unknown> {
  try {
    return await openRecord(tools, { host, owner, repo, kind: 'pullRequests', id: number });
  } catch (error) {
    if (!isFailure(error, 'unsupported')) throw error;
    const args = { host, repository: fullName({ owner, repo }), number };
    return await commands.executeCommand('sourcehost.pullRequest.compare', silent ? args : { [target]: args });
  }
}

export function updateRecord({ records }: RecordTools, address: RecordAddress, response: LoadedRecord): void {
  records.find(address)?.applyResponse(response);
}

export function countOf(issues: number): string {
  return issues === 1 ? l10n.t('1 issue') : l10n.t('{0} issues', issues);
}
