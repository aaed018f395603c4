import { ConfigurationTarget, workspace } from 'vscode';

/** In older editors, git asks before it opens a folder outside the workspace, unless this setting is `always`. */
export const setParentFolders = async (value: 'always' | 'never' | undefined): Promise<void> =>
  await workspace.getConfiguration('git').update('openRepositoryInParentFolders', value, ConfigurationTarget.Global);
