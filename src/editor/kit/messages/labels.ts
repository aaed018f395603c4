import type { QuickPickItem } from 'vscode';
import { oneLine } from '../../../core/text.ts';

/** Text of a service as a label: one line, without characters that reorder the text after it, and without icons. */
export function plainLabel(text: string, length = 300): string {
  return oneLine(text, length).replaceAll('$(', '$ (');
}

/** A QuickPick item with texts of a service. Its icon must be an `iconPath`. */
export function plainChoice<C extends QuickPickItem>(choice: C): C {
  const { label, description, detail } = choice;
  return {
    ...choice,
    label: plainLabel(label),
    ...(description === undefined ? {} : { description: plainLabel(description) }),
    ...(detail === undefined ? {} : { detail: plainLabel(detail) }),
  };
}
