import { TabInputCustom, TabInputNotebook, TabInputText, TabInputTextDiff, window, type Tab, type Uri } from 'vscode';

export function tabsOf(wanted: (input: unknown) => boolean): Tab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ input }) => wanted(input)));
}

/** Closes the tabs whose input matches `wanted`. The focus does not move. */
export async function closeTabs(wanted: (input: unknown) => boolean): Promise<void> {
  for (let attempts = 0; ; attempts += 1) {
    const tabs = tabsOf(wanted);
    if (tabs.length === 0) return;
    try {
      await window.tabGroups.close(tabs, true);
      return;
    } catch (error) {
      // Older editors identify a tab by its position, which may have changed in the meantime.
      if (attempts === 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The files that a tab with this input shows: two for a comparison. */
export function urisOf(input: unknown): readonly Uri[] {
  if (input instanceof TabInputText || input instanceof TabInputCustom || input instanceof TabInputNotebook)
    return [input.uri];
  return input instanceof TabInputTextDiff ? [input.original, input.modified] : [];
}
