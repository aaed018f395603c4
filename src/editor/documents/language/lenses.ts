import { CodeLens, l10n, Range, type TextDocument } from 'vscode';
import { hasId } from '../documents/addresses.ts';
import type { RecordText } from '../documents/texts.ts';
import { keyNames } from '../documents/messages.ts';

type Lens = readonly [title: string, command: string];

export function lensesOf(document: TextDocument, text: RecordText): CodeLens[] {
  const lenses: readonly Lens[] = [
    ...conflictLenses(text),
    ...(document.isDirty ? [['$(save) ' + l10n.t('Save'), 'workbench.action.files.save'] as const] : []),
    ...usual(text),
  ];
  return lenses.map(
    ([title, command]) => new CodeLens(new Range(0, 0, 0, 0), { title, command, arguments: [document.uri] }),
  );
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
    states.push(
      ['$(comment-discussion) ' + l10n.t('Conversation'), 'sourcehost.issue.show'],
      ['$(git-pull-request) ' + l10n.t('Pull Requests'), 'sourcehost.record.showLinked'],
    );
  }
  if (address.kind === 'pullRequests') {
    states.push(['$(diff-multiple) ' + l10n.t('Show Changes'), 'sourcehost.pullRequest.compare']);
    if (base?.values.state === 'open')
      states.push(
        ['$(check) ' + l10n.t('Approve'), 'sourcehost.pullRequest.review'],
        ['$(git-merge) ' + l10n.t('Merge'), 'sourcehost.pullRequest.merge'],
      );
    states.push(
      ['$(comment-discussion) ' + l10n.t('Conversation'), 'sourcehost.pullRequest.show'],
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
