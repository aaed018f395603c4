import { setTimeout as pause } from 'node:timers/promises';
import { commands, TabInputWebview, window, workspace } from 'vscode';
import type { RemoteService } from '../../kit/remoteService.ts';

/** Signs in to the host `local` with a personal token. */
export async function signIn(service: RemoteService, login: string): Promise<void> {
  await commands.executeCommand('sourcehost.account.signInWithToken', {
    host: 'local',
    token: await service.token(login),
  });
  await settled(service);
}

/** Resolves when the documents and pages that the editor keeps were read: a change of the account changes what they show. */
export async function settled(service: RemoteService): Promise<void> {
  const pages = window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter(({ input }) => input instanceof TabInputWebview),
  );
  if (pages.length === 0 && !workspace.textDocuments.some(({ uri }) => uri.scheme.startsWith('sourcehost'))) return;
  const sent = async (): Promise<number> => (await service.requests()).length;
  for (let last = -1, count = await sent(); count !== last; count = await sent()) {
    last = count;
    await pause(300);
  }
}
