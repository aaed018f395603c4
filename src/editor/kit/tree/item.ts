import {
  l10n,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCheckboxState,
  TreeItemCollapsibleState,
  type MarkdownString,
} from 'vscode';
import { inOrder, oneLine } from '../../../core/text.ts';
import { joinMarkdown, markdown } from '../messages/markdown.ts';
import type { RowEntry } from './listing.ts';
import type { Checkbox, Row, Tooltip } from './node.ts';

export function itemOf(entry: RowEntry): TreeItem {
  const { row, children, tooltip, hover, uri, checkbox } = entry.node;
  const [context] = row.context.split('+');
  const { None, Collapsed, Expanded } = TreeItemCollapsibleState;
  const state = children === undefined ? None : row.expanded === true ? Expanded : Collapsed;
  const label = row.highlights === undefined ? oneLine(row.label, 300) : row.label;
  const highlights = row.highlights?.map(([from, to]): [number, number] => [from, to]);
  const item = new TreeItem(highlights === undefined ? inOrder(label) || '–' : { label, highlights }, state);
  item.id = entry.id;
  item.contextValue = row.context;
  if (row.description !== undefined) item.description = inOrder(oneLine(row.description, 300));
  if (row.icon !== undefined) item.iconPath = new ThemeIcon(row.icon, colorOf(row));
  // The row gets the decorations of its folder. Rows cannot be dropped in the Explorer of the same window; the Explorer
  // of another window offers to add the folder.
  const resource = context === 'repository' ? uri : row.resource;
  if (resource !== undefined) item.resourceUri = resource;
  if (row.spoken !== undefined) item.accessibilityInformation = { label: oneLine(row.spoken, 500) };
  if (checkbox !== undefined) item.checkboxState = checkboxOf(checkbox);
  const command = commandOf(entry);
  if (command !== undefined) item.command = command;
  if (tooltip === undefined && hover === undefined)
    item.tooltip = [label, item.description].filter(Boolean).join(' – ');
  return item;
}

function checkboxOf({ isChecked, label }: Checkbox): NonNullable<TreeItem['checkboxState']> {
  const checked = isChecked();
  const text = label(checked);
  const state = checked ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked;
  return { state, tooltip: text, accessibilityInformation: { label: text } };
}

function colorOf({ color }: Row): ThemeColor | undefined {
  return color === undefined ? undefined : new ThemeColor(color);
}

function commandOf(entry: RowEntry): TreeItem['command'] {
  const { context, open } = entry.node.row;
  switch (context) {
    case 'more':
      return { command: 'sourcehost.view.loadMore', title: l10n.t('Load more'), arguments: [entry] };
    case 'failure+retry':
      return { command: 'sourcehost.view.retry', title: l10n.t('Try Again'), arguments: [entry] };
    case 'failure+signIn':
      return { command: 'sourcehost.account.signIn', title: l10n.t('Sign In'), arguments: [entry] };
    default:
      return open === undefined ? undefined : { ...open, arguments: [...(open.arguments ?? [entry])] };
  }
}

/** The tooltip shows its content as plain text on three lines at most: no markup, links or pictures. */
export function tooltipOf({ title, text, facts = [] }: Tooltip): MarkdownString {
  const lines = [
    markdown`**${oneLine(title, 100)}**`,
    ...[oneLine(text ?? '', 120), factsLine(facts)].filter((line) => line !== '').map((line) => markdown`${line}`),
  ];
  return joinMarkdown(lines, '\n\n');
}

function factsLine(facts: NonNullable<Tooltip['facts']>): string {
  const nonEmpty = facts.filter(([, value]) => value !== undefined && value !== '');
  return nonEmpty.map(([name, value]) => (value === true ? name : l10n.t('{0}: {1}', name, value ?? ''))).join(' · ');
}
