import type { Register } from '../../services/services.ts';

export const registerMembers: Register = ({ commands, load, changes }) =>
  commands.add(async () => (await load()).memberCommands(changes));
