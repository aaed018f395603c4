import type * as inboxes from '../../../domain/inbox/inboxes.ts';
import type { LoadRecordTools } from '../../documents/commands/recordTools.ts';
import type { Register } from '../../services/services.ts';
import type * as inboxCommands from './inboxCommands.ts';
import type * as inboxRows from './inboxRows.ts';
import { InboxView } from './inboxView.ts';

type Code = Pick<typeof inboxes, 'Inboxes'> & typeof inboxCommands & typeof inboxRows;

interface Needs {
  readonly loadRecords: LoadRecordTools;
}

export const registerInbox: Register<Code, Needs, { readonly inbox: InboxView }> = (services, lifetime) => {
  const { changes, commands, context, load, loadRecords } = services;
  const inbox = lifetime.add(new InboxView({ ...services, memory: context.globalState, loadRows: load }));
  lifetime.add(changes.onDidChange((changed) => inbox.noteOwnChange(changed)));
  commands.add(async () => (await load()).inboxCommands(inbox.load, loadRecords));
  return { inbox };
};
