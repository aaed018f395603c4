import type { Pages } from '../../pages/register.ts';
import type { Register } from '../../services/services.ts';

export const registerWebhooks: Register<Pages> = ({ commands, load, changes, pages }) =>
  commands.add(async () => (await load()).webhookCommands(changes, pages));
