import { isFailure } from '../../core/errors.ts';
import { parentOf } from '../../core/path.ts';
import type { WorkingTree } from '../../domain/sourceControl/workingTree/workingTree.ts';

/** Creates the folders above `path` that do not exist: no tool creates a folder. */
export async function createParentFolders(
  tree: Pick<WorkingTree, 'stat' | 'createFolder'>,
  path: string,
): Promise<void> {
  const folder = parentOf(path);
  if (folder === '') return;
  try {
    await tree.stat(folder);
  } catch (error) {
    if (!isFailure(error, 'missing')) throw error;
    await createParentFolders(tree, folder);
    await tree.createFolder(folder);
  }
}
