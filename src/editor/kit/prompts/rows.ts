import { l10n, QuickPickItemKind, ThemeIcon } from 'vscode';
import { toFailure } from '../../../core/errors.ts';
import { explain } from '../messages/explain.ts';
import { noteRow, plainLabel, plainRow, type CleanRow } from '../messages/labels.ts';
import type { ButtonChoice, PickItem } from './question.ts';

/** A row of a list. A row without `choice` and `run` is a heading or a note, which cannot be chosen. */
export interface PickRow<T> extends CleanRow {
  readonly choice?: ButtonChoice<T>;
  /** What the row does instead of answering the question. */
  readonly run?: () => void;
}

export function itemRow<T>(item: PickItem<T>): PickRow<T> {
  return 'heading' in item ? headingRow(item.heading) : { ...plainRow(item), choice: item };
}

/** A row that the editor does not filter. */
export function foundRow<T>(item: PickItem<T>): PickRow<T> {
  return { ...itemRow(item), alwaysShow: true };
}

export function moreRow(run: () => void) {
  return { ...noteRow(l10n.t('Load more')), iconPath: new ThemeIcon('ellipsis'), run };
}

export function refusalRow(message: string): CleanRow {
  return noteRow(`$(error) ${message}`);
}

export function errorRow(error: unknown): CleanRow {
  return refusalRow(explain(toFailure(error)));
}

export function recentRows(recent: readonly string[], run: (text: string) => void) {
  const rows = recent.map((text) => ({
    ...noteRow(plainLabel(text)),
    iconPath: new ThemeIcon('history'),
    run: () => run(text),
  }));
  return rows.length === 0 ? [] : [headingRow(l10n.t('recent')), ...rows];
}

function headingRow(label: string): CleanRow {
  return plainRow({ label, kind: QuickPickItemKind.Separator });
}
