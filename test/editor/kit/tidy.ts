import { authentication, commands, window, workspace } from 'vscode';

/** Restores the initial window: no session, no open editor, comparison or locked repository. */
export async function tidy(): Promise<void> {
  for (const { id } of await authentication.getAccounts('sourcehost')) {
    const [host, account] = id.split('/');
    await commands.executeCommand('sourcehost.account.signOut', { host, account });
  }
  await commands.executeCommand('sourcehost.repository.follow');
  while (await closesComparison());
  await closeAll();
  // A visible view sends requests after every change.
  await commands.executeCommand('workbench.action.closeSidebar');
}

/** Closes all editors, without their unsaved texts. */
export async function closeAll(): Promise<void> {
  // The settings are dirty while the editor writes them.
  for (const document of workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme !== 'file')) {
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await commands.executeCommand('workbench.action.closeAllEditors');
}

/** Whether a comparison of the view History was open. */
async function closesComparison(): Promise<boolean> {
  return await commands.executeCommand('sourcehost.comparison.close', {}).then(
    () => true,
    () => false,
  );
}
