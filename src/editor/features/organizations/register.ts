import type { Pages } from '../../pages/register.ts';
import type { Register } from '../../services/services.ts';

export const registerOrganizations: Register<Pages> = ({ commands, load, changes, pages, knownRepositories }) =>
  commands.add(async () => (await load()).organizationCommands(changes, pages, knownRepositories));
