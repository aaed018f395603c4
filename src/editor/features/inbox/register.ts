import type { Pages } from '../../pages/register.ts';
import type { Register } from '../../services/services.ts';
import { InboxView } from './inboxView.ts';

export const registerInbox: Register<Pages, { readonly inbox: InboxView }> = (services, lifetime) => {
  const { changes, commands, load } = services;
  const inbox = lifetime.add(new InboxView(services));
  lifetime.add(changes.onDidChange((changed) => inbox.noteOwnChange(changed)));
  commands.add(async () => (await load()).inboxCommands(inbox.load, services.pages));
  return { inbox };
};
