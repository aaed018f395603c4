import {
  l10n,
  languages,
  TextDocumentSaveReason,
  window,
  workspace,
  type MarkdownString,
  type Position,
  type TextDocument,
} from 'vscode';
import type { CallOptions } from '../../api/http/send.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import { CommentDrafts } from '../../domain/conversation/commentDrafts.ts';
import type { Connections } from '../../domain/hosts/connections.ts';
import type { Storage } from '../../core/storage.ts';
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
import type { Lifetime } from '../kit/lifetime.ts';
import { RecordActions } from './recordActions.ts';
import { recordSelector } from './documents/addresses.ts';
import { Completion } from './language/completion.ts';
import { LabelColors, TabDecorations } from './language/decorations.ts';
import { Diagnostics } from './language/diagnostics.ts';
import { RecordFiles } from './documents/recordFiles.ts';
import { describeReference, RecordHovers } from './language/recordHovers.ts';
import { mentionItems } from './language/mentions.ts';
import { Lenses } from './language/lenses.ts';
import { Links } from './language/links.ts';
import { NewRecords } from './documents/newRecords.ts';
import { Folding, Outline } from './language/outline.ts';
import { QuickFixes } from './language/quickFixes.ts';
import { openDocument, Saving } from './documents/saving.ts';
import { Texts } from './documents/texts.ts';
import { Tracker } from './documents/tracker.ts';
import type { Services } from '../services/services.ts';

export interface RecordDocumentsParts extends Pick<
  Services,
  'connections' | 'changes' | 'context' | 'settings' | 'failures' | 'formerTexts' | 'log' | 'loadHostFeatures'
> {
  readonly storage: Storage;
}

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
  const lenses = new Lenses(texts);
  const colors = lifetime.add(new LabelColors(texts, vocabulary));
  const conflict = new ContextKey<boolean>('sourcehost.recordConflict');

  registerLanguage({ texts, vocabulary, connections, lenses }, lifetime);
  lifetime.add(window.registerFileDecorationProvider(new TabDecorations(records)));

  const refresh = (): void => {
    const active = window.activeTextEditor?.document;
    void conflict.set(active !== undefined && texts.of(active)?.record?.conflict !== undefined);
    lenses.refresh();
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

function registerLanguage(
  {
    texts,
    vocabulary,
    connections,
    lenses,
  }: {
    readonly texts: Texts;
    readonly vocabulary: Vocabulary;
    readonly connections: Connections;
    readonly lenses: Lenses;
  },
  lifetime: Lifetime,
): void {
  lifetime.add(
    languages.registerCompletionItemProvider(recordSelector, new Completion(texts, vocabulary), ...Completion.triggers),
  );
  lifetime.add(languages.registerHoverProvider(recordSelector, new RecordHovers(texts, vocabulary)));
  lifetime.add(languages.registerDocumentLinkProvider(recordSelector, new Links(texts, vocabulary, connections)));
  lifetime.add(
    languages.registerCodeActionsProvider(recordSelector, new QuickFixes(texts, vocabulary), QuickFixes.metadata),
  );
  lifetime.add(languages.registerCodeLensProvider(recordSelector, lenses));
  lifetime.add(languages.registerDocumentSymbolProvider(recordSelector, new Outline(texts), { label: 'Sourcehost' }));
  lifetime.add(languages.registerFoldingRangeProvider(recordSelector, new Folding(texts)));
}
