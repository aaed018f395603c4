import { window, type Tab } from 'vscode';

/** The tabs of all groups whose input is `wanted`. */
export function tabsOf(wanted: (input: unknown) => boolean): Tab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ input }) => wanted(input)));
}

/** Closes the tabs whose input is `wanted`, the focus stays where it is. */
export async function closeTabs(wanted: (input: unknown) => boolean): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const tabs = tabsOf(wanted);
    if (tabs.length === 0) return;
    try {
      await window.tabGroups.close(tabs, true);
      return;
    } catch (error) {
      // Older editors know a tab by its place, which others may have changed since.
      if (tries === 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
