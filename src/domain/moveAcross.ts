import type { EditableFiles } from './editableFiles.ts';

/** A place in one branch. */
interface Spot {
  readonly editable: EditableFiles;
  readonly path: string;
}

/** Moves a file or a folder to another branch or repository: copied whole before anything is removed. */
export async function moveAcross(from: Spot, to: Spot, overwrite: boolean): Promise<void> {
  await copy(from, to, overwrite);
  await from.editable.remove(from.path, true);
}

async function copy(from: Spot, to: Spot, overwrite: boolean): Promise<void> {
  if ((await from.editable.stat(from.path)).kind !== 'folder') {
    await to.editable.write(to.path, await from.editable.read(from.path), { create: true, overwrite });
    return;
  }
  await to.editable.createFolder(to.path);
  for (const name of (await from.editable.list(from.path)).keys())
    await copy({ ...from, path: `${from.path}/${name}` }, { ...to, path: `${to.path}/${name}` }, overwrite);
}
