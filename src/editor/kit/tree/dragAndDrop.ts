import type { TreeDragAndDropController, Uri } from 'vscode';
import type { Subject } from '../changes.ts';
import type * as dragging from './dragging.ts';
import type { RowEntry } from './listing.ts';
import { fileMime, issueMime, uriMime } from './mimes.ts';
import type { ViewOptions } from './view.ts';

type Controller = TreeDragAndDropController<RowEntry>;

/** Drag and drop of the views. `scratch` is a folder for dropped files without an address. */
export function dragAndDrop(scratch: Uri, load: () => Promise<typeof dragging>): Partial<Record<Subject, ViewOptions>> {
  const drags: Pick<Controller, 'dragMimeTypes' | 'handleDrag'> = {
    dragMimeTypes: [uriMime, 'text/plain', issueMime],
    handleDrag: async (entries, transfer) => (await load()).drag(entries, transfer),
  };
  const takesIssues: Pick<Controller, 'dropMimeTypes' | 'handleDrop'> = {
    dropMimeTypes: [issueMime],
    handleDrop: async (entry, transfer) => await (await load()).dropIssues(entry, transfer),
  };
  const takesFiles: Pick<Controller, 'dropMimeTypes' | 'handleDrop'> = {
    dropMimeTypes: [uriMime, fileMime],
    handleDrop: async (entry, transfer) => await (await load()).dropFiles(entry, transfer, scratch),
  };
  return {
    repositories: { dragAndDrop: { ...drags, dropMimeTypes: [] } },
    issues: { many: true, dragAndDrop: { ...drags, dropMimeTypes: [] } },
    milestones: { many: true, dragAndDrop: { ...drags, ...takesIssues } },
    releases: { dragAndDrop: { ...drags, ...takesFiles } },
  };
}
