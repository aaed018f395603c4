import type { Register } from '../../services/services.ts';
import type * as code from './memberCommands.ts';

export const registerMembers: Register<typeof code> = ({ commands, load, changes }) =>
  commands.add(async () => (await load()).memberCommands(changes));
