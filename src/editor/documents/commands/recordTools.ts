import { l10n, window } from 'vscode';
import { foldCase } from '../../../core/text.ts';
import {
  fullName,
  parseRecordAddress,
  recordScheme,
  repositoryKey,
  type RecordAddress,
  type RecordKind,
  type RepositoryName,
} from '../../../domain/hosts/address.ts';
import type { LoadedRecord } from '../../../domain/documents/kinds/kind.ts';
import type { Records } from '../../../domain/documents/sync/records.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import type { RecordActions } from '../recordActions.ts';
import type { Ask } from '../../kit/command.ts';
import { atRepository } from '../../kit/commands/declare.ts';
import { activePage } from '../../kit/openPages.ts';
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
  // After a change of accounts, a text can be here whose record is not.
  return (document.latest ?? (await document.refresh())).record;
}

/** The record whose document is the active editor; undefined for a new one. */
export function shownRecord(kind: RecordKind): (RepositoryName & { readonly number: string }) | undefined {
  const uri = window.activeTextEditor?.document.uri;
  if (uri?.scheme !== recordScheme) return undefined;
  const { kind: shown, id, ...name } = parseRecordAddress(uri);
  return shown === kind && id !== undefined ? { ...name, number: id } : undefined;
}

/** The record of the repository whose page or document the user looks at; without one, the user is asked. */
export const askUnlessOpen =
  (kind: 'issues' | 'pullRequests', ask: Ask<string>): Ask<string> =>
  async (prompt, args, invocation) => {
    const { name } = await atRepository(invocation, args);
    const page = activePage();
    const isPage = page?.kind === (kind === 'issues' ? 'issue' : 'pullRequest') && page.host === name.host;
    const document = shownRecord(kind);
    const shown = document !== undefined && repositoryKey(document) === repositoryKey(name) ? document : undefined;
    const open = isPage && foldCase(page.repository) === foldCase(fullName(name)) ? page : shown;
    return invocation.origin === 'palette' && open !== undefined ? open.number : await ask(prompt, args, invocation);
  };

export function updateRecord({ records }: RecordTools, address: RecordAddress, response: LoadedRecord): void {
  records.find(address)?.applyResponse(response);
}

export function countOf(issues: number): string {
  return issues === 1 ? l10n.t('1 issue') : l10n.t('{0} issues', issues);
}
