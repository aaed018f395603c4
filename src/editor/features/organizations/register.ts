import type { Register } from '../../services/services.ts';
import type * as code from './organizationCommands.ts';

export const registerOrganizations: Register<Pick<typeof code, 'organizationCommands'>> = ({
  commands,
  load,
  changes,
  details,
  knownRepositories,
}) => commands.add(async () => (await load()).organizationCommands(changes, details, knownRepositories));
