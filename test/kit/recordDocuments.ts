import type { RecordAddress, RecordKind } from '../../src/domain/hosts/address.ts';
import type { RecordDocument } from '../../src/domain/documents/sync/recordDocument.ts';
import { RecordService } from './recordService.ts';

/** The address of a record of the service. */
export const at = (kind: RecordKind, id: string): RecordAddress & { readonly id: string } => ({
  host: 'h',
  owner: 'o',
  repo: 'r',
  kind,
  id,
});

/** A service with issue 1 of ann, whose text has both kinds of line endings. */
export function serviceWithIssue(): RecordService {
  const service = new RecordService();
  service.issues.set('1', {
    number: 1,
    title: 'Crash',
    state: 'open',
    body: 'one\r\ntwo\r\nthree',
    user: { login: 'ann' },
    assignee: null,
    labels: [{ name: 'bug' }],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  });
  return service;
}

/** Edits the text as an editor has it, with one kind of line ending. */
export async function edited(document: RecordDocument, edit: (text: string) => string): Promise<string> {
  const { text } = await document.show();
  document.dirty = true;
  return edit(text.replaceAll('\r\n', '\n'));
}

/** Saves a text as an editor does. The editor then shows the saved text. */
export async function save(document: RecordDocument, text: string): Promise<unknown> {
  const saved = await document.save(text);
  document.dirty = false;
  document.settle();
  document.arrived();
  return saved;
}
