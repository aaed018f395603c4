import type { Services } from '../../../services/services.ts';
import { changeCommands } from './changeCommands.ts';
import { commitCommands } from './commitCommands.ts';
import { conflictCommands } from './conflictCommands.ts';
import { draftCommands } from './draftCommands.ts';
import type { LoadScm } from '../scm.ts';

export const sourceControlTable = (services: Services, scm: LoadScm) => ({
  ...changeCommands(scm),
  ...commitCommands(scm),
  ...conflictCommands(scm),
  ...draftCommands({ ...services, scm }),
});
