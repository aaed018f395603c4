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
  const hasPages = window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => input instanceof TabInputWebview));
  if (!hasPages && !workspace.textDocuments.some(({ uri }) => uri.scheme.startsWith('sourcehost'))) return;
  for (let before = (await service.requests()).length; ;) {
    // A page draws in a process of its own. A document is read as soon as the window answers.
    await pause(hasPages ? 300 : 100);
    await commands.executeCommand('setContext', 'sourcehost.settled', true);
    const sent = await service.requests();
    if (sent.length === before && !sent.some(({ status, aborted }) => status === 0 && !aborted)) return;
    before = sent.length;
  }
}
