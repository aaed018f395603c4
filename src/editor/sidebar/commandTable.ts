import type { Services } from '../services/services.ts';
import { filterCommands } from './filterCommands.ts';
import { itemCommands } from './itemCommands.ts';
import { viewCommands } from './viewCommands.ts';
import type { Views } from './views.ts';

export interface RefreshedFiles {
  readonly poller: { readonly refreshAll: () => Promise<void> };
  readonly refreshThreads: () => Promise<void>;
}

export function sidebarTable({
  changes,
  filters,
  poller,
  refreshThreads,
  views,
}: Services & RefreshedFiles & { readonly views: Views }) {
  const refreshFiles = async (): Promise<void> => {
    await Promise.all([poller.refreshAll(), refreshThreads()]);
  };
  return {
    ...filterCommands(filters),
    ...itemCommands(views),
    ...viewCommands(views, changes, refreshFiles),
  };
}
