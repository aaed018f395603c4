import {
  CodeActionKind,
  EventEmitter,
  l10n,
  languages,
  TextDocumentSaveReason,
  window,
  workspace,
  type CodeActionProvider,
  type CodeLensProvider,
  type CompletionItemProvider,
  type DocumentLinkProvider,
  type DocumentSymbolProvider,
  type Event,
  type FoldingRangeProvider,
  type HoverProvider,
  type MarkdownString,
  type Position,
  type TextDocument,
  type Uri,
} from 'vscode';
import type { CallOptions } from '../../api/http/send.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import { CommentDrafts } from '../../domain/conversation/commentDrafts.ts';
import type { Connections } from '../../domain/hosts/connections.ts';
import { isFailure } from '../../core/errors.ts';
import type { NumberedReference } from '../../domain/history/commitMessage.ts';
import { isUndecided } from '../../domain/hosts/creations.ts';
import { findMentionedPullRequest, pullRequestsOfIssue } from '../../domain/pullRequests/findPullRequest.ts';
import { pullRequestKind } from '../../domain/pullRequests/pullRequestKind.ts';
import { PendingRecordStore } from '../../domain/documents/sync/pendingRecordStore.ts';
import { Records } from '../../domain/documents/sync/records.ts';
import { Vocabulary } from '../../domain/documents/assist/vocabulary.ts';
import { ContextKey } from '../kit/contextKey.ts';
import { DamagedDrafts } from '../kit/damagedDrafts.ts';
import { signalOf } from '../kit/signal.ts';
import { recordUri } from '../kit/uri.ts';
import type { Lifetime } from '../kit/lifetime.ts';
import { RecordActions } from './recordActions.ts';
import { openDocument, recordSelector } from './documents/addresses.ts';
import { completionsAt } from './language/completion.ts';
import { LabelColors, tabDecoration } from './language/decorations.ts';
import { Diagnostics } from './language/diagnostics.ts';
import { RecordFiles } from './documents/recordFiles.ts';
import { describeReference, hoverAt } from './language/recordHovers.ts';
import { mentionItems } from './language/mentions.ts';
import { lensesOf } from './language/lenses.ts';
import { linksIn, resolvedLink } from './language/links.ts';
import { NewRecords } from './documents/newRecords.ts';
import { foldsIn, symbolsIn } from './language/outline.ts';
import { quickFixes } from './language/quickFixes.ts';
import { Saving } from './documents/saving.ts';
import { Texts, type RecordText } from './documents/texts.ts';
import { Tracker } from './documents/tracker.ts';
import type { Services } from '../services/services.ts';

type RecordDocumentsParts = Pick<
  Services,
  | 'connections'
  | 'changes'
  | 'context'
  | 'settings'
  | 'failures'
  | 'formerTexts'
  | 'log'
  | 'loadHostFeatures'
  | 'storage'
>;

export interface RecordDocuments {
  readonly files: RecordFiles;
  readonly records: Records;
  readonly vocabulary: Vocabulary;
  readonly actions: RecordActions;
  readonly drafts: CommentDrafts;
  readonly mentions: (
    repository: RepositoryName,
    document: TextDocument,
    position: Position,
    options: CallOptions,
  ) => ReturnType<typeof mentionItems>;
  /** The text of a hover about an issue or a pull request; undefined if it does not exist. At most one request. */
  readonly describeReference: (
    repository: RepositoryName,
    reference: NumberedReference,
    options: CallOptions,
  ) => Promise<MarkdownString | undefined>;
}

export function createRecordDocuments(parts: RecordDocumentsParts, lifetime: Lifetime): RecordDocuments {
  const { connections, changes, failures, log } = parts;
  const records = recordsOf(parts);
  const vocabulary = createVocabulary(parts);
  const newRecords = new NewRecords(records);
  const saving = new Saving({ ...parts, records, newRecords });
  const files = new RecordFiles({ ...parts, records, newRecords, saving });
  const actions = new RecordActions(records, newRecords, parts);
  lifetime.add(new Tracker(records, newRecords, changes, log));
  const texts = new Texts(records, newRecords);
  const diagnostics = lifetime.add(new Diagnostics(texts, vocabulary, log));
  const drafts = commentDrafts(parts, lifetime);
  const outdated = lifetime.add(new EventEmitter<void>());
  const colors = lifetime.add(new LabelColors(texts, vocabulary));
  const conflict = new ContextKey<boolean>('sourcehost.recordConflict');

  registerLanguage(texts, vocabulary, connections, outdated.event, lifetime);
  registerTabs(records, lifetime);

  const refresh = (): void => {
    const active = window.activeTextEditor?.document;
    void conflict.set(active !== undefined && texts.of(active)?.record?.conflict !== undefined);
    outdated.fire();
    colors.refresh();
  };
  forgetWith(parts, { records, vocabulary }, lifetime);
  const reasons = new WeakMap<TextDocument, TextDocumentSaveReason>();
  lifetime.add(workspace.onWillSaveTextDocument(({ document, reason }) => reasons.set(document, reason)));
  lifetime.add(window.onDidChangeActiveTextEditor(refresh));
  lifetime.add(records.onDidChange(refresh));
  lifetime.add(
    records.onDidChange(() => workspace.textDocuments.forEach((document) => diagnostics.schedule(document))),
  );
  lifetime.add(
    saving.onDidRefuse((refused) => {
      const document = openDocument(refused.uri);
      if (document === undefined) return;
      diagnostics.refused(document, refused);
      refresh();
      if (isUndecided(refused.error)) failures.show(refused.error, { task: '', retry: newRecords.again(document) });
      // The comparison opens after a manual save only: an automatic save must not interrupt typing.
      const isManual = reasons.get(document) === TextDocumentSaveReason.Manual;
      if (isManual && isFailure(refused.error, 'conflict') && texts.of(document)?.record?.conflict !== undefined) {
        const task = l10n.t('The versions could not be compared');
        actions.compare(refused.uri).catch((error: unknown) => failures.show(error, { task }));
      }
    }),
  );
  return {
    files,
    records,
    vocabulary,
    actions,
    drafts,
    mentions: (...place) => mentionItems(vocabulary, ...place),
    describeReference: async (repository, { kind, number: name }, options) =>
      await describeReference(vocabulary, repository, { kind, name }, options),
  };
}

/** What changes and accounts make outdated is read again. */
function forgetWith(
  { connections, changes }: Pick<RecordDocumentsParts, 'connections' | 'changes'>,
  { records, vocabulary }: Pick<RecordDocuments, 'records' | 'vocabulary'>,
  lifetime: Lifetime,
): void {
  lifetime.add(changes.onDidChange(({ subject, repository }) => repository && vocabulary.forget(repository, subject)));
  lifetime.add(changes.onDidRefresh(() => vocabulary.forgetAll()));
  lifetime.add(
    connections.onDidChange((hosts) => {
      records.forgetClean(hosts);
      vocabulary.forgetAll();
    }),
  );
}

function recordsOf({ connections, storage, log, loadHostFeatures }: RecordDocumentsParts): Records {
  const pulls = pullRequestKind({ connections, loadHostFeatures });
  return new Records({ connections, pending: new PendingRecordStore(storage, log) }, pulls);
}

function commentDrafts({ context, storage, failures, log }: RecordDocumentsParts, lifetime: Lifetime): CommentDrafts {
  const drafts = new CommentDrafts(storage);
  lifetime.add(new DamagedDrafts(drafts, context.globalStorageUri, log));
  const task = l10n.t('What you type in a comment cannot be stored, and is lost when the window closes');
  lifetime.add(drafts.onDidFail((error) => failures.show(error, { task })));
  return drafts;
}

const createVocabulary = ({ connections, loadHostFeatures }: RecordDocumentsParts): Vocabulary =>
  new Vocabulary(connections, {
    find: async (...args) => findMentionedPullRequest(await loadHostFeatures(), ...args),
    ofIssue: async (...args) => pullRequestsOfIssue(await loadHostFeatures(), ...args),
  });

function registerTabs(records: Records, lifetime: Lifetime): void {
  const decorated = lifetime.add(new EventEmitter<Uri>());
  lifetime.add(records.onDidChange(({ address }) => decorated.fire(recordUri(address))));
  lifetime.add(
    window.registerFileDecorationProvider({
      onDidChangeFileDecorations: decorated.event,
      provideFileDecoration: (uri) => tabDecoration(records, uri),
    }),
  );
}

function registerLanguage(
  texts: Texts,
  vocabulary: Vocabulary,
  connections: Connections,
  onDidChangeCodeLenses: Event<void>,
  lifetime: Lifetime,
): void {
  const read = <T>(document: TextDocument, work: (text: RecordText) => T): T | undefined => {
    const text = texts.of(document);
    return text && work(text);
  };
  const at = recordSelector;
  const completion: CompletionItemProvider = {
    provideCompletionItems: (document, position, token) =>
      read(document, (text) => completionsAt(vocabulary, document, text, position, { signal: signalOf(token) })),
  };
  const hovers: HoverProvider = {
    provideHover: (document, position, token) =>
      read(document, (text) => hoverAt(vocabulary, document, text, position, { signal: signalOf(token) })),
  };
  const links: DocumentLinkProvider = {
    provideDocumentLinks: (document) =>
      read(document, (text) => linksIn(document, text, connections.host(text.address.host))),
    resolveDocumentLink: (link) => resolvedLink(link, vocabulary),
  };
  const fixes: CodeActionProvider = {
    provideCodeActions: (document, _, { diagnostics }) =>
      read(document, (text) => quickFixes(vocabulary, document, text, diagnostics)),
  };
  const lenses: CodeLensProvider = {
    onDidChangeCodeLenses,
    provideCodeLenses: (document) => read(document, (text) => lensesOf(document, text)),
  };
  const symbols: DocumentSymbolProvider = {
    provideDocumentSymbols: (document) => read(document, (text) => symbolsIn(document, text)),
  };
  const folds: FoldingRangeProvider = {
    provideFoldingRanges: (document) => read(document, (text) => foldsIn(document, text)),
  };
  const kinds = { providedCodeActionKinds: [CodeActionKind.QuickFix] };
  for (const registered of [
    languages.registerCompletionItemProvider(at, completion, ':', ' ', '-', '[', ',', '#', '@'),
    languages.registerHoverProvider(at, hovers),
    languages.registerDocumentLinkProvider(at, links),
    languages.registerCodeActionsProvider(at, fixes, kinds),
    languages.registerCodeLensProvider(at, lenses),
    languages.registerDocumentSymbolProvider(at, symbols, { label: 'Sourcehost' }),
    languages.registerFoldingRangeProvider(at, folds),
  ])
    lifetime.add(registered);
}
