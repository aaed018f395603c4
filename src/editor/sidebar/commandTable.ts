import type { Services } from '../services/services.ts';
import { filterCommands } from './filterCommands.ts';
import { itemCommands } from './itemCommands.ts';
import { viewCommands } from './viewCommands.ts';
import type { Views } from './views.ts';

export interface RefreshedFiles {
  readonly poller: { readonly refreshAll: () => Promise<void> };
  readonly refreshThreads: () => Promise<void>;
}

export function sidebarTable(services: Services & RefreshedFiles, views: Views) {
  const { changes, filters, poller, refreshThreads } = services;
  const refreshFiles = async (): Promise<void> => {
    await Promise.all([poller.refreshAll(), refreshThreads()]);
  };
  return {
    ...filterCommands(filters),
    ...itemCommands(views),
    ...viewCommands(views, changes, refreshFiles),
  };
}
