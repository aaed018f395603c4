import { commands } from 'vscode';
import type { RemoteService } from '../../kit/remoteService.ts';

/** Signs in to the host `local` with a personal token. */
export async function signIn(service: RemoteService, login: string): Promise<void> {
  await commands.executeCommand('sourcehost.account.signInWithToken', {
    host: 'local',
    token: await service.token(login),
  });
}
