import { CodeLens, EventEmitter, l10n, Range, type CodeLensProvider, type TextDocument } from 'vscode';
import { fullName, type RecordAddress } from '../../../domain/hosts/address.ts';
import type { DraftTexts } from '../../../domain/conversation/commentDrafts.ts';
import { headingLines, type DocumentComment } from '../../../domain/documents/text/comments.ts';
import { oneLine } from '../../../core/text.ts';
import type { CommandId } from '../../kit/contributions.ts';
import { hasId } from '../documents/addresses.ts';
import type { RecordText, Texts } from '../documents/texts.ts';
import { keyNames } from '../documents/messages.ts';
import { target } from '../../kit/prompts/target.ts';

type Lens = readonly [
  title: string,
  command: CommandId | 'markdown.showPreviewToSide' | 'workbench.action.files.save',
  argument?: unknown,
];

/** The comments that are being written on an issue; undefined if none can be written. Sends nothing. */
type FindDrafts = (address: RecordAddress & { readonly id: string }) => Promise<DraftTexts | undefined>;

export class Lenses implements CodeLensProvider {
  readonly #texts: Texts;
  readonly #draftsOf: FindDrafts;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(texts: Texts, draftsOf: FindDrafts) {
    this.#texts = texts;
    this.#draftsOf = draftsOf;
  }

  refresh(): void {
    this.#changed.fire();
  }

  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const text = this.#texts.of(document);
    if (text === undefined) return [];
    const lenses = (line: number, all: readonly Lens[]): CodeLens[] =>
      all.map(
        ([title, command, argument = document.uri]) =>
          new CodeLens(new Range(line, 0, line, 0), { title, command, arguments: [argument] }),
      );
    const { address, record, reading } = text;
    const top = [
      ...conflictLenses(text),
      ...(document.isDirty ? [['$(save) ' + l10n.t('Save'), 'workbench.action.files.save'] as const] : []),
      ...usual(text),
    ];
    const below: Lens[] = [];
    if (record?.comments.hasMore === true)
      below.push(['$(fold-down) ' + l10n.t('More Comments'), 'sourcehost.record.showMoreComments']);
    if (record?.comments.failure !== undefined) {
      below.push(['$(warning) ' + l10n.t('Comments could not be loaded: Try Again'), 'sourcehost.record.refresh']);
    }
    const { comments } = reading.sections ?? {};
    const drafts = hasId(address) ? await this.#draftsOf(address).catch(() => undefined) : undefined;
    const write = drafts && newComment(drafts.get(''));
    if (write !== undefined) below.push(write);
    else if (comments !== undefined)
      below.push(['$(comment) ' + l10n.t('Comment on the Web'), 'sourcehost.record.openOnWeb']);
    const at = comments === undefined ? 0 : document.positionAt(comments.from).line;
    const visibleComments = comments === undefined || drafts === undefined ? [] : (record?.comments.items ?? []);
    const headings = [...headingLines(document.getText().slice(comments?.from), visibleComments)];
    return [
      ...lenses(0, top),
      ...lenses(at, below),
      ...headings.flatMap(([comment, line]) =>
        lenses(at + line, commentLenses(address, comment, drafts?.has(comment.id) === true)),
      ),
      ...(headings.length === 0 || write === undefined ? [] : lenses(document.lineCount - 1, [write])),
    ];
  }
}

function newComment(draft: string | undefined): Lens {
  const title = draft === undefined ? l10n.t('Comment') : l10n.t('Continue Comment: {0}', oneLine(draft, 60));
  return ['$(comment) ' + title, 'sourcehost.issue.addComment'];
}

function commentLenses(address: RecordAddress, { id, isOwn }: DocumentComment, isEdited: boolean): Lens[] {
  const at = { [target]: { host: address.host, repository: fullName(address), number: address.id, id } };
  const quote: Lens = ['$(quote) ' + l10n.t('Quote Reply'), 'sourcehost.issue.quoteComment', at];
  if (!isOwn) return [quote];
  return [
    quote,
    ['$(edit) ' + (isEdited ? l10n.t('Continue Editing') : l10n.t('Edit')), 'sourcehost.issue.editComment', at],
    ['$(trash) ' + l10n.t('Delete'), 'sourcehost.issue.deleteComment', at],
  ];
}

function conflictLenses({ record }: RecordText): Lens[] {
  const { conflict } = record ?? {};
  if (conflict === undefined) return [];
  return [
    ['$(warning) ' + l10n.t('Others changed {0}: Compare', keyNames(conflict.keys)), 'sourcehost.record.compare'],
    [l10n.t('Keep Mine'), 'sourcehost.record.keepMine'],
    [l10n.t('Take Theirs'), 'sourcehost.record.takeTheirs'],
  ];
}

function usual({ address, base }: RecordText): Lens[] {
  const preview: Lens = ['$(open-preview) ' + l10n.t('Preview'), 'markdown.showPreviewToSide'];
  const draft: Lens = ['$(list-unordered) ' + l10n.t('Draft Notes'), 'sourcehost.release.draftNotes'];
  if (!hasId(address)) return address.kind === 'releases' ? [draft, preview] : [preview];
  const closed = base?.values.state === 'closed';
  const states: Lens[] = [];
  if (address.kind === 'issues') {
    states.push(
      closed
        ? ['$(issue-reopened) ' + l10n.t('Reopen'), 'sourcehost.issue.reopen']
        : ['$(issue-closed) ' + l10n.t('Close'), 'sourcehost.issue.close'],
    );
    if (!closed) states.push(['$(git-branch) ' + l10n.t('Start Work'), 'sourcehost.issue.startWork']);
    states.push(['$(git-pull-request) ' + l10n.t('Pull Requests'), 'sourcehost.record.showLinked']);
  }
  if (address.kind === 'pullRequests') {
    states.push(['$(diff-multiple) ' + l10n.t('Show Changes'), 'sourcehost.pullRequest.compare']);
    if (base?.values.state === 'open')
      states.push(
        ['$(check) ' + l10n.t('Approve'), 'sourcehost.pullRequest.review'],
        ['$(git-merge) ' + l10n.t('Merge'), 'sourcehost.pullRequest.merge'],
      );
    states.push(
      ['$(comment) ' + l10n.t('Comment'), 'sourcehost.pullRequest.comment'],
      ['$(issues) ' + l10n.t('Issues'), 'sourcehost.record.showLinked'],
    );
  }
  if (address.kind === 'milestones') {
    states.push(
      closed
        ? ['$(issue-reopened) ' + l10n.t('Reopen'), 'sourcehost.milestone.reopen']
        : ['$(issue-closed) ' + l10n.t('Close'), 'sourcehost.milestone.close'],
    );
  }
  return [
    ...states,
    preview,
    ['$(globe) ' + l10n.t('Open on the Web'), 'sourcehost.record.openOnWeb'],
    ['$(refresh) ' + l10n.t('Refresh'), 'sourcehost.record.refresh'],
  ];
}
