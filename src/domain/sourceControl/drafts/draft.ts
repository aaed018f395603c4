import * as v from 'valibot';
import { parseStored } from '../../../core/storage.ts';
import type { RepositoryName } from '../../hosts/address.ts';

/** A branch and an account: each pair has its own drafts. */
export interface DraftBranch extends RepositoryName {
  readonly account: string | undefined;
  readonly branch: string;
}

/** A working change hides the staged change of the same path; a staged change hides the file of the branch. */
export type Layer = 'working' | 'staged';

/** A conflict that the user must resolve before the change can be committed. */
export interface DraftConflict {
  /** Blob sha on the server; undefined: removed there. */
  readonly theirs: string | undefined;
  /** `markers`: those of a newer version; `merge`: of another branch; `choice`: mine or theirs (binary, removed). */
  readonly resolve: 'markers' | 'merge' | 'choice';
  /** The text of a merge with its markers, in Base64. The draft may have lost them: see `DraftWrite.isAutomatic`. */
  readonly marked?: string;
}

/** Whether the draft has, or had, conflict markers in its text. */
export const isMarked = (conflict: DraftConflict | undefined): conflict is DraftConflict =>
  conflict !== undefined && conflict.resolve !== 'choice';

export interface Change {
  readonly path: string;
  /** `folder`: an empty folder. Git has no empty folders, so it exists only here. */
  readonly kind: 'file' | 'removed' | 'folder';
  /** Blob sha that the change is based on; undefined: the file did not exist. */
  readonly base: string | undefined;
  /** `100644`, `100755` or `120000`. */
  readonly mode: string;
  /** Blob sha of the content; undefined unless `kind` is `file`. */
  readonly sha: string | undefined;
  /** Bytes; 0 unless `kind` is `file`. */
  readonly size: number;
  /** True: the bytes are in the draft. False: they are the blob `sha` of the repository, for example after a rename. */
  readonly held: boolean;
  readonly from: string | undefined;
  readonly conflict: DraftConflict | undefined;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

const optionalText = v.optional(v.string());
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
  change: v.object({
    path: v.pipe(v.string(), v.nonEmpty()),
    kind: v.picklist(['file', 'removed', 'folder']),
    base: optionalText,
    mode: v.string(),
    sha: optionalText,
    size: v.number(),
    held: v.boolean(),
    from: optionalText,
    conflict: v.optional(
      v.object({ theirs: optionalText, resolve: v.picklist(['markers', 'merge', 'choice']), marked: optionalText }),
    ),
    modified: v.number(),
  }),
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
  const whole = new Uint8Array(header.byteLength + bytes.byteLength);
  whole.set(header);
  whole.set(bytes, header.byteLength);
  return whole;
}

/** Undefined if `whole` is not a draft, for example a file of a later version. */
export function decodeDraft(whole: Uint8Array<ArrayBuffer>): StoredDraft | undefined {
  const end = whole.indexOf(newline);
  const read = parseStored(Stored, end < 0 ? undefined : whole.subarray(0, end));
  if (read === undefined) return undefined;
  const { layer, branch, change } = read;
  return {
    layer,
    branch: { ...branch, account: branch.account },
    change: { ...change, ...optionals(change), conflict: conflictOf(change.conflict) },
    bytes: whole.subarray(end + 1),
  };
}

type StoredChange = v.InferOutput<typeof Stored>['change'];

const optionals = ({ base, sha, from }: StoredChange): Pick<Change, 'base' | 'sha' | 'from'> => ({ base, sha, from });

const conflictOf = (conflict: StoredChange['conflict']): DraftConflict | undefined =>
  conflict && {
    theirs: conflict.theirs,
    resolve: conflict.resolve,
    ...(conflict.marked === undefined ? {} : { marked: conflict.marked }),
  };

export function isSameChange(a: Change | undefined, b: Change | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.path === b.path &&
    a.kind === b.kind &&
    a.base === b.base &&
    a.mode === b.mode &&
    a.sha === b.sha &&
    a.size === b.size &&
    a.held === b.held &&
    a.from === b.from &&
    a.modified === b.modified &&
    (a.conflict === undefined) === (b.conflict === undefined) &&
    a.conflict?.theirs === b.conflict?.theirs &&
    a.conflict?.resolve === b.conflict?.resolve &&
    a.conflict?.marked === b.conflict?.marked
  );
}
