import type { Register } from '../../services/services.ts';
import type * as code from './tagCommands.ts';

export const registerTags: Register<typeof code> = ({ commands, load, changes, repositories }) =>
  commands.add(async () => (await load()).tagCommands(changes, repositories));
