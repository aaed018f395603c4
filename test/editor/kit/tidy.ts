import { authentication, commands } from 'vscode';

/** The window as another test expects it: nobody signed in, nothing open, nothing pinned. */
export async function tidy(): Promise<void> {
  for (const { id } of await authentication.getAccounts('sourcehost')) {
    const [host, account] = id.split('/');
    await commands.executeCommand('sourcehost.account.signOut', { host, account });
  }
  await commands.executeCommand('sourcehost.repository.follow');
  await commands.executeCommand('workbench.action.closeAllEditors');
  // A view that is in sight asks the service whenever something changes.
  await commands.executeCommand('workbench.action.closeSidebar');
}
