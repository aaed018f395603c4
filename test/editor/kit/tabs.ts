import { window } from 'vscode';
import { until } from '../../kit/until.ts';

/** Waits for the tab of the active editor, by its label. */
export async function showsTab(title: RegExp): Promise<void> {
  await until(() => title.test(window.tabGroups.activeTabGroup.activeTab?.label ?? ''));
}
