import { authentication, commands } from 'vscode';

/** Restores the initial window: no session, no open editor, comparison or locked repository. */
export async function tidy(): Promise<void> {
  for (const { id } of await authentication.getAccounts('sourcehost')) {
    const [host, account] = id.split('/');
    await commands.executeCommand('sourcehost.account.signOut', { host, account });
  }
  await commands.executeCommand('sourcehost.repository.follow');
  while (await closesComparison());
  await commands.executeCommand('workbench.action.closeAllEditors');
  // A visible view sends requests after every change.
  await commands.executeCommand('workbench.action.closeSidebar');
}

/** Whether a comparison of the view History was open. */
async function closesComparison(): Promise<boolean> {
  return await commands.executeCommand('sourcehost.comparison.close', {}).then(
    () => true,
    () => false,
  );
}
