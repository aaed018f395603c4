import { l10n, QuickPickItemKind, ThemeIcon } from 'vscode';
import { toFailure } from '../../../core/errors.ts';
import { explain } from '../messages/explain.ts';
import { plainChoice, plainLabel } from '../messages/labels.ts';
import type { Choice } from './question.ts';

/** The value of a row in a list that searches. */
export type LiveRow<T> =
  | { readonly kind: 'item'; readonly item: T }
  | { readonly kind: 'recent'; readonly text: string }
  | { readonly kind: 'more' };
/** A row without a value is a note. */
export type LiveRowChoice<T> = Choice<LiveRow<T> | undefined>;

/** A result. It is always shown: the service has matched it already. */
export function itemRow<T>(choice: Choice<T>): LiveRowChoice<T> {
  return { ...plainChoice(choice), alwaysShow: true, value: { kind: 'item', item: choice.value } };
}

export function moreRow<T>(): LiveRowChoice<T> {
  return {
    label: l10n.t('Load more'),
    alwaysShow: true,
    iconPath: new ThemeIcon('ellipsis'),
    value: { kind: 'more' },
  };
}

export function headingRow<T>(label: string): LiveRowChoice<T> {
  return { label: plainLabel(label), kind: QuickPickItemKind.Separator, value: undefined };
}

export function errorRow<T>(error: unknown): LiveRowChoice<T> {
  return noteRow(`$(error) ${explain(toFailure(error))}`);
}

export function noteRow<T>(label: string): LiveRowChoice<T> {
  return { label, alwaysShow: true, value: undefined };
}

/** Earlier searches below their heading. */
export function recentRows<T>(recent: readonly string[]): LiveRowChoice<T>[] {
  if (recent.length === 0) return [];
  const rows = recent.map((text): LiveRowChoice<T> => ({
    label: text,
    alwaysShow: true,
    iconPath: new ThemeIcon('history'),
    value: { kind: 'recent', text },
  }));
  return [headingRow(l10n.t('recent')), ...rows];
}
