import type { Register } from '../../services/services.ts';

export const registerOrganizations: Register = ({ commands, load, changes, details, knownRepositories }) =>
  commands.add(async () => (await load()).organizationCommands(changes, details, knownRepositories));
