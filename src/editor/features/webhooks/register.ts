import type { Register } from '../../services/services.ts';
import type * as code from './webhookCommands.ts';

export const registerWebhooks: Register<typeof code> = ({ commands, load, changes, details }) =>
  commands.add(async () => (await load()).webhookCommands(changes, details));
