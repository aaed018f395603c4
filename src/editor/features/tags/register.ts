import type { Register } from '../../services/services.ts';

export const registerTags: Register = ({ commands, load, changes, repositories }) =>
  commands.add(async () => (await load()).tagCommands(changes, repositories));
