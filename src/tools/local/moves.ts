import type { Inputs } from '../../api/contract/field.ts';
import { pathsBelow } from '../../domain/sourceControl/commit/commitSelection.ts';
import type { Change } from '../../domain/sourceControl/drafts/draft.ts';
import { draftChanged } from '../../domain/sourceControl/drafts/drafts.ts';
import type { WorkingTree } from '../../domain/sourceControl/workingTree/workingTree.ts';
import { createParentFolders, draftDiff, restorable } from '../kit/drafts.ts';
import { quotedName } from '../kit/fence.ts';
import {
  demandNoConfiguration,
  inBackground,
  openBranch,
  refuseConfiguration,
  type ToolCheckout,
  type ToolServices,
} from '../kit/place.ts';
import { filePath, filePaths, localTool, refFields, type FieldChange, type ToolPreview } from '../kit/tool.ts';

const moveFields = { ...refFields, path: filePath, to: filePath };
export const moveFile = localTool({
  name: 'sourcehost_move',
  title: 'Move File or Folder',
  description: 'Moves or renames a file or folder as a draft. Fails if the new path exists.',
  fields: moveFields,
  async preview(services, input, signal) {
    const { opened, files } = await openMove(services, input, signal);
    return previewOf(
      opened,
      files.map((file) => ({ key: 'move', before: file, after: movedPath(file, input) })),
    );
  },
  async run(services, input, signal) {
    const { opened, files } = await openMove(services, input, signal);
    const { workingTree } = opened.checkout;
    await createParentFolders(workingTree, input.to);
    // Another call can have written a file since.
    await workingTree.rename(input.path, input.to, false, demandNoConfiguration);
    const summary = `${quotedName(input.path)} of ${opened.title} is moved as a draft (${files.length} files)`;
    return { summary, entries: others(files, input.path) };
  },
});

export const deleteFile = localTool({
  name: 'sourcehost_delete',
  title: 'Delete File or Folder',
  description: 'Deletes a file, or a folder with its content, as a draft.',
  fields: { ...refFields, path: filePath },
  async preview(services, input, signal) {
    const opened = await openBranch(services, input, signal);
    const files = await affectedFiles(opened, input.path, signal);
    await refuseConfiguration(opened, input.path, signal, files);
    return previewOf(
      opened,
      files.map((file) => ({ key: 'delete', before: file, after: undefined })),
    );
  },
  async run(services, input, signal) {
    const opened = await openBranch(services, input, signal);
    const { workingTree } = opened.checkout;
    const files = await affectedFiles(opened, input.path, signal);
    const seen = new Map<string, Change | undefined>();
    for (const file of files) {
      const { path, change } = await workingTree.draftAt(file);
      seen.set(path, change);
    }
    await refuseConfiguration(opened, input.path, signal, files);
    // The user or another call can have saved a file since.
    const skipped = await restorable(services, opened, seen, () => workingTree.remove(input.path, true, seen));
    const [first] = skipped;
    if (first !== undefined) throw draftChanged(first);
    const summary = `${quotedName(input.path)} of ${opened.title} is deleted as a draft (${files.length} files)`;
    return { summary, entries: others(files, input.path) };
  },
});

export const discardDrafts = localTool({
  name: 'sourcehost_discard',
  title: 'Discard Drafts',
  description: 'Discards the drafts of files or folders.',
  fields: { ...refFields, paths: filePaths },

  async preview(services, input, signal) {
    const opened = await openBranch(services, input, signal);
    const { drafts } = opened.checkout;
    const diffs: string[] = [];
    for (const path of await discardable(opened, input.paths, signal)) {
      const change = drafts.effective(path);
      if (change !== undefined) diffs.push(await draftDiff(opened, change, signal));
    }
    return { ...previewOf(opened, []), diffs };
  },
  async run(services, input, signal) {
    const opened = await openBranch(services, input, signal);
    const paths = await discardable(opened, input.paths, signal);
    await services.keepUndo(await opened.checkout.drafts.discard(paths));
    return { summary: `${paths.length} drafts of ${opened.title} are discarded`, entries: paths };
  },
});

const others = (files: readonly string[], path: string): readonly string[] => files.filter((file) => file !== path);

type Move = Inputs<typeof moveFields>;

const movedPath = (file: string, { path, to }: Pick<Move, 'path' | 'to'>): string => `${to}${file.slice(path.length)}`;

/** @throws Failure of `refuseConfiguration`, for the old and the new paths */
async function openMove(services: ToolServices, move: Move, signal: AbortSignal) {
  const opened = await openBranch(services, move, signal);
  const files = await affectedFiles(opened, move.path, signal);
  const moved = files.map((file) => movedPath(file, move));
  await refuseConfiguration(opened, move.path, signal, files);
  await refuseConfiguration(opened, move.to, signal, moved);
  return { opened, files };
}

/**
 * The drafts at or below `paths`. A draft of a configuration stays: without it the file of the branch would be used.
 * @throws Failure `missing` if one of `paths` has no draft; that of `refuseConfiguration`
 */
async function discardable(
  opened: ToolCheckout,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const drafts = opened.checkout.drafts.effectiveBelow('').map(({ path }) => path);
  const chosen = pathsBelow(drafts, paths);
  for (const path of chosen) await refuseConfiguration(opened, path, signal);
  return chosen;
}

function previewOf({ name, checkout }: ToolCheckout, fields: readonly FieldChange[]): ToolPreview {
  return { repository: name, branch: checkout.branch.branch, fields, diffs: [] };
}

/** `path` if it is a file, else all files below it. Its requests are those of the change, in the background. */
async function affectedFiles({ checkout }: ToolCheckout, path: string, signal: AbortSignal): Promise<string[]> {
  const { kind, linked } = await checkout.workingTree.stat(path, inBackground(signal));
  return kind === 'folder' && !linked ? await filesBelow(checkout.workingTree, path, signal) : [path];
}

async function filesBelow(tree: WorkingTree, folder: string, signal: AbortSignal): Promise<string[]> {
  const files: string[] = [];
  for (const [name, { kind }] of await tree.list(folder, inBackground(signal))) {
    const path = `${folder}/${name}`;
    if (kind === 'folder') for (const file of await filesBelow(tree, path, signal)) files.push(file);
    else files.push(path);
  }
  return files;
}
