import { isFailure } from '../../core/errors.ts';
import type { WorkingTree } from '../../domain/sourceControl/workingTree/workingTree.ts';

/** Creates the folders above `path` that do not exist: no tool creates a folder. */
export async function createParentFolders(
  tree: Pick<WorkingTree, 'stat' | 'createFolder'>,
  path: string,
): Promise<void> {
  const end = path.lastIndexOf('/');
  if (end <= 0) return;
  const folder = path.slice(0, end);
  try {
    await tree.stat(folder);
  } catch (error) {
    if (!isFailure(error, 'missing')) throw error;
    await createParentFolders(tree, folder);
    await tree.createFolder(folder);
  }
}
