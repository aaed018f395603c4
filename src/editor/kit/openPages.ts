import type { WebviewPanel } from 'vscode';
import type { PageTarget } from '../../domain/pages/target.ts';

/** The panels of this window that show a page. */
export const openPages = new Map<WebviewPanel, PageTarget>();

export function activePage(): PageTarget | undefined {
  return [...openPages].find(([panel]) => panel.active)?.[1];
}
