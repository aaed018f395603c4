import type { QuickPickItem } from 'vscode';
import { oneLine } from '../../../core/text.ts';

/** Text from a service as a label: one line, nothing that reorders what stands beside it, no icon. */
export function plainLabel(text: string, length = 300): string {
  return oneLine(text, length).replaceAll('$(', '$ (');
}

/** A row to choose whose texts come from a service; its icon is its `iconPath`. */
export function plainChoice<C extends QuickPickItem>(choice: C): C {
  const { label, description, detail } = choice;
  return {
    ...choice,
    label: plainLabel(label),
    ...(description === undefined ? {} : { description: plainLabel(description) }),
    ...(detail === undefined ? {} : { detail: plainLabel(detail) }),
  };
}
