import type { Change } from '../drafts/draft.ts';
import type { WorkingTree } from './workingTree.ts';

interface Spot {
  readonly editable: WorkingTree;
  readonly path: string;
}

/** Removes a file only if its draft is still the copied one; otherwise copies it again. */
export async function moveAcross(from: Spot, to: Spot, overwrite: boolean): Promise<void> {
  const { path: root } = await from.editable.draftAt(from.path);
  const copied = new Map<string, Change | undefined>();
  await copy(from, to, overwrite, copied);
  for (;;) {
    const savedSince = await from.editable.remove(from.path, true, copied);
    if (savedSince.length === 0) return;
    for (const path of savedSince)
      await copy({ ...from, path }, { ...to, path: `${to.path}${path.slice(root.length)}` }, true, copied);
  }
}

async function copy(from: Spot, to: Spot, overwrite: boolean, copied: Map<string, Change | undefined>): Promise<void> {
  if ((await from.editable.stat(from.path)).kind !== 'folder') {
    const { path, change } = await from.editable.draftAt(from.path);
    copied.set(path, change);
    await to.editable.write(to.path, await from.editable.read(from.path), { create: true, overwrite });
    return;
  }
  await to.editable.createFolder(to.path);
  for (const name of (await from.editable.list(from.path)).keys())
    await copy({ ...from, path: `${from.path}/${name}` }, { ...to, path: `${to.path}/${name}` }, overwrite, copied);
}
