import type { QuickPickItem } from 'vscode';
import { inOrder, oneLine, visible } from '../../../core/text.ts';

/** Text of a service as a label: one line, without characters that reorder the text after it, and without icons. */
export function plainLabel(text: string, length = 300): string {
  return oneLine(text, length).replaceAll('$(', '$ (');
}

/** Only this file makes a row of a QuickPick, so that each is cleaned. */
const cleaned = Symbol('cleaned');

/** A row of a QuickPick: its texts are on one line, without hidden characters. */
export interface CleanRow extends QuickPickItem {
  readonly [cleaned]: true;
}

/** A row with texts of a service. Its icon must be an `iconPath`. */
export function plainRow(row: QuickPickItem): CleanRow {
  const { label, description, detail } = row;
  const plain = (text: string): string => inOrder(plainLabel(text));
  return {
    ...row,
    label: plain(label),
    ...(description === undefined ? {} : { description: plain(description) }),
    ...(detail === undefined ? {} : { detail: plain(detail) }),
    [cleaned]: true,
  };
}

/** A row that is always shown. Its text may have icons. */
export function noteRow(text: string): CleanRow {
  return { label: inOrder(visible(text)), alwaysShow: true, [cleaned]: true };
}
