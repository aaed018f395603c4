import { FilesLayout } from '../../kit/rows/changes/filesLayout.ts';
import type { Register } from '../../services/services.ts';
import type { HistoryParts } from './commandTable.ts';
import { HistoryView } from './historyView.ts';

export interface HistoryFeature {
  readonly history: HistoryView;
  /** Whether the changed files of the views are a tree. */
  readonly layout: FilesLayout;
}

export const registerHistory: Register<HistoryParts, HistoryFeature> = (services, lifetime) => {
  const { commands, connections, context, load } = services;
  const layout = lifetime.add(new FilesLayout(context.globalState));
  const history = lifetime.add(new HistoryView(layout, connections, load));
  commands.add(async () => (await load()).historyTable({ ...services, history }));
  return { history, layout };
};
