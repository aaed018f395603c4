import { l10n, type SourceControlResourceState } from 'vscode';
import type { Change, Layer } from '../../../domain/sourceControl/drafts/draft.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import { target, type HasTarget } from '../../kit/prompts/target.ts';
import { argumentsOf, uriAt } from './place.ts';
import { shownLines, visible } from '../../../core/text.ts';

export interface ResourceRow extends SourceControlResourceState, HasTarget {}

interface ChangeRow extends ResourceRow {
  readonly [target]: ReturnType<typeof argumentsOf> & { readonly path: string };
}

/** The rows of one group of changes. Empty folders, which git cannot store, are shown only in the Explorer. */
export function rowsOf(checkout: Checkout, layer: Layer): ChangeRow[] {
  return checkout.drafts
    .changes(layer)
    .filter(({ kind }) => kind !== 'folder')
    .map((change) => rowOf(checkout, layer, change));
}

function rowOf(checkout: Checkout, layer: Layer, change: Change): ChangeRow {
  const { path, kind, conflict } = change;
  const own = { ...argumentsOf(checkout), path, paths: [path], staged: layer === 'staged' };
  const [command, title]: [string, string] =
    conflict === undefined
      ? ['sourcehost.change.open', l10n.t('Open Changes')]
      : ['sourcehost.conflict.resolve', l10n.t('Resolve Conflict')];
  return {
    resourceUri: uriAt(checkout, path),
    contextValue: conflict !== undefined ? 'conflict' : kind,
    decorations: { strikeThrough: kind === 'removed', tooltip: shownLines(`${path}\n${stateOf(change)}`) },
    command: { command, title, arguments: [{ [target]: own }] },
    [target]: own,
  };
}

export function stateOf({ kind, base, from, conflict }: Change): string {
  if (conflict?.resolve === 'merge') return l10n.t('Conflict: changed in the pull request and in its base');
  if (conflict?.resolve === 'markers') return l10n.t('Conflict: changed here and on the server');
  if (conflict !== undefined) {
    if (kind === 'removed') return l10n.t('Conflict: deleted here, changed on the server');
    return conflict.theirs === undefined
      ? l10n.t('Conflict: changed here, deleted on the server')
      : l10n.t('Conflict: changed here and on the server (not a text file)');
  }
  if (kind === 'removed') return l10n.t('Deleted');
  if (from !== undefined) return l10n.t('Moved from {0}', visible(from));
  return base === undefined ? l10n.t('Added') : l10n.t('Modified');
}
