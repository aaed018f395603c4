import { LocalPlaces } from '../../kit/commands/localPlaces.ts';
import type { Services } from '../../services/services.ts';
import { compareCommands, type CompareParts } from './compareCommands.ts';
import { comparisonCommands } from './comparisonCommands.ts';
import { historyCommands, type CommitCommandParts } from './historyCommands.ts';
import type { HistoryView } from './historyView.ts';
import { localHistoryCommands } from './localHistoryCommands.ts';

export type HistoryParts = Pick<CompareParts, 'onCompared'> & Pick<CommitCommandParts, 'loadCi'>;

export function historyTable(services: Services & HistoryParts & { readonly history: HistoryView }) {
  const { active, builtInGit, connections, history, loadHostFeatures } = services;
  const load = async () => ({ ...services, features: await loadHostFeatures() });
  return {
    ...compareCommands(services),
    ...comparisonCommands(history.load),
    ...historyCommands({ ...services, load }),
    ...localHistoryCommands(new LocalPlaces(active, builtInGit, connections)),
  };
}
