/** Local files, by path: uploads read them, downloads write them. @throws Failure `refused` */
export interface LocalFiles {
  open(path: string): Promise<LocalFile>;
  /**
   * Writes `content` to a temporary file in the folder of `path` and renames the complete file. On any failure `path`
   * is unchanged and the temporary file is removed. Returns the number of bytes. The memory of a part is freed when the
   * part is written.
   * @throws Failure `unreadable` if `content` is not `size` bytes long, or has another `sha256`
   */
  save(path: string, content: ReadableStream<Uint8Array<ArrayBuffer>>, options?: SaveOptions): Promise<number>;
}

export interface LocalFile {
  /** Bytes. */
  readonly size: number;
  /**
   * Exactly `size` bytes, in parts. The stream fails if the file is truncated or replaced during the read. The file is
   * open only between the first and the last read.
   */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface SaveOptions {
  /** Expected number of bytes; undefined if it is not known. */
  readonly size?: number | undefined;
  /** Called once, before `content` of an unknown size exceeds `bytes`. If it rejects, saving ends with its error. */
  readonly large?: { readonly bytes: number; readonly confirm: () => Promise<void> } | undefined;
  /** Hexadecimal; undefined: the content is not checked. */
  readonly sha256?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
}

/** `done`: bytes so far. `total`: bytes of the whole; undefined if it is not known. */
export type ProgressListener = (done: number, total: number | undefined) => void;
