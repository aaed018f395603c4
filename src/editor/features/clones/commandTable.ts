import type { Services } from '../../services/services.ts';
import { cloneCommands, type Cloning } from './cloneCommands.ts';
import { continueCommands, type ContinueParts } from './continueCommands.ts';
import type { LocalClones } from './open/localClones.ts';
import { mentionCommands } from './open/mentionCommands.ts';

export function cloneTable({
  loadLocalClones,
  ...services
}: Services &
  Pick<ContinueParts, 'write'> & { readonly cloning: Cloning; readonly loadLocalClones: () => Promise<LocalClones> }) {
  return {
    ...cloneCommands(services.cloning, services.repositories, services.changes),
    ...continueCommands({ ...services, active: () => services.active.current }),
    ...mentionCommands(loadLocalClones),
  };
}
