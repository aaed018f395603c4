import { commands, ConfigurationTarget, workspace } from 'vscode';
import type { RemoteService } from '../../kit/remoteService.ts';

type Row = Readonly<Record<string, unknown>>;

export interface InboxIssueOfTest {
  /** `local/alice/website#12` */
  readonly entry: string;
  readonly number: number;
}

/** Opens the view Inbox of alice. Answers the issues of alice/website that are assigned to her. */
export async function openInbox(service: RemoteService): Promise<readonly InboxIssueOfTest[]> {
  const issues = await service.call<readonly Row[]>('issues.list', { assignee: 'alice', state: 'open' });
  const own = issues.map(({ number }) => ({
    entry: `local/alice/website#${String(number)}`,
    number: Number(number),
  }));
  await turnInbox(true);
  await commands.executeCommand('sourcehost.inbox.focus');
  await commands.executeCommand('sourcehost.inbox.list', {});
  await commands.executeCommand('sourcehost.inbox.markUnread', { entry: own.map(({ entry }) => entry) });
  return own;
}

/** Off, the inbox sends no more requests, and keeps its entries. */
export async function turnInbox(enabled: boolean): Promise<void> {
  await workspace.getConfiguration('sourcehost').update('inbox.enabled', enabled, ConfigurationTarget.Global);
}

/** Turns the inbox off as it was before `openInbox`. */
export async function closeInbox(): Promise<void> {
  await turnInbox(false);
  await commands.executeCommand('workbench.action.closeSidebar');
}
