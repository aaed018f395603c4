import type { LoadRecordTools } from '../../documents/commands/recordTools.ts';
import type { Register } from '../../services/services.ts';
import { InboxView } from './inboxView.ts';

export const registerInbox: Register<{ readonly loadRecords: LoadRecordTools }, { readonly inbox: InboxView }> = (
  services,
  lifetime,
) => {
  const { changes, commands, context, load, loadRecords } = services;
  const inbox = lifetime.add(new InboxView({ ...services, memory: context.globalState }));
  lifetime.add(changes.onDidChange((changed) => inbox.noteOwnChange(changed)));
  commands.add(async () => (await load()).inboxCommands(inbox.load, loadRecords));
  return { inbox };
};
