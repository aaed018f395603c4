import { authentication, commands } from 'vscode';

/** Restores the initial window: no session, no open editor, no locked repository. */
export async function tidy(): Promise<void> {
  for (const { id } of await authentication.getAccounts('sourcehost')) {
    const [host, account] = id.split('/');
    await commands.executeCommand('sourcehost.account.signOut', { host, account });
  }
  await commands.executeCommand('sourcehost.repository.follow');
  await commands.executeCommand('workbench.action.closeAllEditors');
  // A visible view sends requests after every change.
  await commands.executeCommand('workbench.action.closeSidebar');
}
