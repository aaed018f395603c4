import {
  commands,
  env,
  l10n,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type Position,
  type TextDocument,
} from 'vscode';
import { Failure } from '../../core/errors.ts';
import type { RecordAddress, RecordKind, RepositoryName } from '../../domain/hosts/address.ts';
import { webAddress } from '../../domain/hosts/webAddress.ts';
import type { RecordDocument } from '../../domain/documents/sync/recordDocument.ts';
import type { Records } from '../../domain/documents/sync/records.ts';
import { closedSinceRelease, draftNotes } from '../../domain/documents/assist/releaseNotes.ts';
import type { Services } from '../services/services.ts';
import { inform } from '../kit/prompts/prompt.ts';
import { closeTabs, tabsOf } from '../kit/tabs.ts';
import { addressOf, difference, hasId, rangeOf, theirsQuery } from './documents/addresses.ts';
import type { Draft, NewRecords } from './documents/newRecords.ts';
import { nameOf } from './documents/messages.ts';
import { showLinked } from './linkedRecords.ts';

/** Actions of commands on record documents. Each throws a Failure if it cannot run. */
export class RecordActions {
  readonly #records: Records;
  readonly #newRecords: NewRecords;
  readonly #services: Pick<Services, 'connections' | 'loadHostFeatures'>;

  constructor(records: Records, newRecords: NewRecords, services: Pick<Services, 'connections' | 'loadHostFeatures'>) {
    this.#records = records;
    this.#newRecords = newRecords;
    this.#services = services;
  }

  async openNew(repository: RepositoryName, kind: RecordKind, draft?: Draft): Promise<void> {
    const { host, owner, repo } = repository;
    await this.#newRecords.open({ host, owner, repo, kind, id: undefined }, draft);
  }

  /** Reloads the record from the service. Unsaved text is kept. */
  async refresh(uri: Uri): Promise<unknown> {
    const { record } = this.#recordAt(uri);
    return (await record.refresh()).record;
  }

  async openOnWeb(uri: Uri): Promise<string> {
    const { address, record } = this.#recordAt(uri);
    const webUrl = record.latest?.webUrl;
    const host = this.#services.connections.host(address.host);
    const folder = address.kind === 'pullRequests' ? 'merge_requests' : address.kind;
    const url = webUrl ?? (host && webAddress(host, address, folder, address.id));
    if (url === undefined || !/^https?:\/\//i.test(url))
      throw new Failure('missing', 'the host has no web address', { reason: 'noWebAddress' });
    await env.openExternal(Uri.parse(url));
    return url;
  }

  /** Shows one of the pull requests of an issue, or of the issues of a pull request. Resolves with their number. */
  async showLinked(uri: Uri): Promise<number> {
    const { address } = this.#recordAt(uri);
    if (address.kind !== 'issues' && address.kind !== 'pullRequests')
      throw new Failure('invalid', 'this is no issue and no pull request', { field: 'uri', reason: 'noOpenRecord' });
    return await showLinked(this.#services, address);
  }

  /** Merges the changes of others; in a contradiction the local value stays. Then compares with the service. */
  async compare(uri: Uri): Promise<void> {
    const { address, record } = this.#recordAt(uri);
    const document = await workspace.openTextDocument(uri);
    const choices = this.#choices(record, document);
    await become(document, choices.mine);
    const title = l10n.t('{0}: Theirs ↔ Mine', nameOf(address));
    await commands.executeCommand('vscode.diff', uri.with({ query: theirsQuery }), uri, title);
  }

  /** Ends a conflict; local values win. */
  async keepMine(uri: Uri): Promise<void> {
    await this.#choose(uri, 'mine');
  }

  /** Ends a conflict; where both sides changed the same value, the value of the service wins. */
  async takeTheirs(uri: Uri): Promise<void> {
    await this.#choose(uri, 'theirs');
  }

  /** At the cursor, or at the end. Resolves with the number of issues closed since the latest release. */
  async draftNotes(uri: Uri): Promise<number> {
    const address = addressOf(uri);
    if (address?.kind !== 'releases')
      throw new Failure('invalid', 'this is no release', { field: 'uri', reason: 'noRelease' });
    const issues = await closedSinceRelease(await this.#records.place(address));
    if (issues.length === 0) {
      void inform(l10n.t('No issue was closed since the latest release.'));
      return 0;
    }
    const document = await workspace.openTextDocument(uri);
    const editor = await window.showTextDocument(document);
    const fence = document.getText().indexOf('\n---');
    const inBody = document.offsetAt(editor.selection.active) > fence + 4;
    const at = inBody && fence >= 0 ? editor.selection.active : endOf(document);
    const before = document.lineAt(at.line).text.slice(0, at.character) === '' ? '' : '\n\n';
    await editor.edit((edit) => edit.insert(at, before + draftNotes(issues, l10n.t('Other'))));
    return issues.length;
  }

  async #choose(uri: Uri, side: 'mine' | 'theirs'): Promise<void> {
    const { record } = this.#recordAt(uri);
    const document = await workspace.openTextDocument(uri);
    const text = this.#choices(record, document)[side];
    await become(document, text);
    record.choose();
    await record.keep();
    if (document.isDirty && !(await document.save()))
      throw new Failure('refused', 'the text could not be saved', { reason: 'textNotSaved' });
    await closeDiff(uri);
  }

  #choices(record: RecordDocument, document: TextDocument): { readonly mine: string; readonly theirs: string } {
    const choices = record.choices(document.getText());
    if (choices === undefined)
      throw new Failure('missing', 'there is no conflict any more', { reason: 'noRecordConflict' });
    return choices;
  }

  #recordAt(uri: Uri): { readonly address: RecordAddress & { readonly id: string }; readonly record: RecordDocument } {
    const address = addressOf(uri.query === theirsQuery ? uri.with({ query: '' }) : uri);
    if (address === undefined || !hasId(address))
      throw new Failure('invalid', 'this is no record of the service', { field: 'uri', reason: 'noRecord' });
    return { address, record: this.#records.document(address) };
  }
}

/** Changes the document to `text` with the smallest edit, so that cursors stay in place. */
async function become(document: TextDocument, text: string): Promise<void> {
  const ending = document.getText().includes('\r\n') ? '\r\n' : '\n';
  const { text: changed, ...span } = difference(document.getText(), text.replaceAll(/\r\n|\r|\n/g, ending));
  if (span.from === span.to && changed === '') return;
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, rangeOf(document, span), changed);
  await workspace.applyEdit(edit);
}

async function closeDiff(uri: Uri): Promise<void> {
  const theirs = uri.with({ query: theirsQuery }).toString();
  const isDiff = (input: unknown): boolean => input instanceof TabInputTextDiff && input.original.toString() === theirs;
  if (tabsOf(isDiff).length === 0) return;
  await window.showTextDocument(uri, { preview: false });
  await closeTabs(isDiff);
}

function endOf(document: TextDocument): Position {
  return document.lineAt(document.lineCount - 1).range.end;
}
