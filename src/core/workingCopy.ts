/** A file or folder that a branch has differently, for a clone on this computer. */
export interface CopiedChange {
  readonly path: string;
  /** `folder`: an empty folder. */
  readonly kind: 'file' | 'removed' | 'folder';
  /** `100644`, `100755` or `120000`. */
  readonly mode: string;
  /** The bytes of a file; of a link, its target. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Makes the files below the folder `root` equal to `changes`, in bytes and modes. Nothing outside of `root` and nothing
 * in `.git` is written, whatever the paths are.
 * @throws Failure `refused` with the paths that could not be written; the others are written
 */
export type WriteWorkingCopy = (root: string, changes: readonly CopiedChange[]) => Promise<void>;
