import type { Register } from '../../services/services.ts';

export const registerWebhooks: Register = ({ commands, load, changes, details }) =>
  commands.add(async () => (await load()).webhookCommands(changes, details));
