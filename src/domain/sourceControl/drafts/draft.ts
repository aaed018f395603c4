import * as v from 'valibot';
import { joinBytes } from '../../../core/bytes.ts';
import { parseStored } from '../../../core/storage.ts';
import type { RepositoryName } from '../../hosts/address.ts';

/** A branch and an account: each pair has its own drafts. */
export interface DraftBranch extends RepositoryName {
  readonly account: string | undefined;
  readonly branch: string;
}

/** A working change hides the staged change of the same path; a staged change hides the file of the branch. */
export type Layer = 'working' | 'staged';

const optionalText = v.optional(v.string(), () => undefined);

const DraftConflict = v.object({
  /** Blob sha on the server; undefined: removed there. */
  theirs: optionalText,
  /** `markers`: those of a newer version; `merge`: of another branch; `choice`: mine or theirs (binary, removed). */
  resolve: v.picklist(['markers', 'merge', 'choice']),
  /** The text of a merge with its markers, in Base64. The draft may have lost them: see `DraftWrite.isAutomatic`. */
  marked: v.optional(v.string()),
});
/** A conflict that the user must resolve before the change can be committed. */
export type DraftConflict = Readonly<v.InferOutput<typeof DraftConflict>>;

/** Whether the draft has, or had, conflict markers in its text. */
export const isMarked = (conflict: DraftConflict | undefined): conflict is DraftConflict =>
  conflict !== undefined && conflict.resolve !== 'choice';

const Change = v.object({
  path: v.pipe(v.string(), v.nonEmpty()),
  /** `folder`: an empty folder. Git has no empty folders, so it exists only here. */
  kind: v.picklist(['file', 'removed', 'folder']),
  /** The file is removed, and a folder has its name. */
  isFolder: v.optional(v.literal(true)),
  /** Blob sha that the change is based on; undefined: the file did not exist. */
  base: optionalText,
  /** `100644`, `100755` or `120000`. */
  mode: v.string(),
  /** Blob sha of the content; undefined unless `kind` is `file`. */
  sha: optionalText,
  /** Bytes; 0 unless `kind` is `file`. */
  size: v.number(),
  /** True: the bytes are in the draft. False: they are the blob `sha` of the repository, for example after a rename. */
  held: v.boolean(),
  from: optionalText,
  conflict: v.optional(DraftConflict, () => undefined),
  /** Milliseconds since 1970. */
  modified: v.number(),
});
export type Change = Readonly<v.InferOutput<typeof Change>>;

const Stored = v.object({
  version: v.literal(1),
  layer: v.picklist(['working', 'staged']),
  branch: v.object({
    host: v.string(),
    owner: v.string(),
    repo: v.string(),
    account: optionalText,
    branch: v.string(),
  }),
  change: Change,
});

export interface StoredDraft {
  readonly layer: Layer;
  readonly branch: DraftBranch;
  readonly change: Change;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const newline = 10;

/** One line of JSON with the metadata, then the raw bytes. One file, so that a crash cannot separate them. */
export function encodeDraft({ layer, branch, change, bytes }: StoredDraft): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`${JSON.stringify({ version: 1, layer, branch, change })}\n`);
  return joinBytes([header, bytes]);
}

/** Undefined if `whole` is not a draft, for example a file of a later version. */
export function decodeDraft(whole: Uint8Array<ArrayBuffer>): StoredDraft | undefined {
  const end = whole.indexOf(newline);
  const read = parseStored(Stored, end < 0 ? undefined : whole.subarray(0, end));
  if (read === undefined) return undefined;
  const { layer, branch, change } = read;
  return { layer, branch, change, bytes: whole.subarray(end + 1) };
}

/** Whether there is a folder at the path of `change`. */
export const isFolder = (change: Change | undefined): boolean => change?.kind === 'folder' || change?.isFolder === true;

/** Whether nothing is at the path of `change`. */
export const isGone = (change: Change | undefined): boolean => change?.kind === 'removed' && !isFolder(change);

const changeFields = ['path', 'kind', 'isFolder', 'base', 'mode', 'sha', 'size', 'held', 'from', 'modified'] as const;
const conflictFields = ['theirs', 'resolve', 'marked'] as const;

export function isSameChange(a: Change | undefined, b: Change | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    changeFields.every((field) => a[field] === b[field]) &&
    (a.conflict === undefined) === (b.conflict === undefined) &&
    conflictFields.every((field) => a.conflict?.[field] === b.conflict?.[field])
  );
}
