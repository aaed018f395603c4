import { commands, ConfigurationTarget, workspace } from 'vscode';
import type { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';

type Row = Readonly<Record<string, unknown>>;

export interface InboxIssueOfTest {
  /** `local/alice/website#12` */
  readonly entry: string;
  readonly number: number;
}

async function configure(name: string, value: unknown): Promise<void> {
  await workspace.getConfiguration('sourcehost').update(`inbox.${name}`, value, ConfigurationTarget.Global);
}

/** Opens the view Inbox of alice, and waits for the issues of alice/website. Answers the issues that are assigned to her. */
export async function openInbox(service: RemoteService): Promise<readonly InboxIssueOfTest[]> {
  const params = { owner: 'alice', repo: 'website', assignee: 'alice', state: 'open' };
  const issues = (await service.act({ do: 'call', operation: 'issues.list', params, as: 'alice' })) as readonly Row[];
  const own = issues.map(({ number }) => ({
    entry: `local/alice/website#${String(number)}`,
    number: Number(number),
  }));
  await configure('enabled', true);
  await configure('repositories', ['alice/website']);
  await commands.executeCommand('sourcehost.inbox.focus');
  const mark = async (): Promise<unknown> =>
    await commands.executeCommand('sourcehost.inbox.markUnread', { entry: own.map(({ entry }) => entry) });
  await until(() =>
    mark().then(
      () => true,
      () => false,
    ),
  );
  return own;
}

/** Turns the inbox off: it sends no more requests. It keeps its issues. */
export async function turnInboxOff(): Promise<void> {
  await configure('enabled', false);
}

/** Turns the inbox off as it was before `openInbox`. */
export async function closeInbox(): Promise<void> {
  await turnInboxOff();
  await configure('repositories', undefined);
  await commands.executeCommand('workbench.action.closeSidebar');
}
