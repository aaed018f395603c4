/** What uploads read and downloads write: files of this computer, by path. Fails with Failures of kind `refused`. */
export interface LocalFiles {
  open(path: string): Promise<LocalFile>;
  /**
   * Writes `content` to a temporary file beside `path` and renames it when it is complete; on any failure `path` is as
   * it was and nothing is left behind. Returns the number of bytes. `unreadable` where it is not `size` bytes long.
   * The memory of each part is given back once it is written.
   */
  save(path: string, content: ReadableStream<Uint8Array<ArrayBuffer>>, options?: SaveOptions): Promise<number>;
}

export interface LocalFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /**
   * The bytes from the beginning, a part at a time, exactly `size` of them: a file that is cut short or replaced while
   * it is read makes the stream fail. Nothing is open before the first read and after the last.
   */
  stream(onProgress?: ProgressListener): ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface SaveOptions {
  /** The number of bytes that it must be, where known. */
  readonly size?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
}

/** Bytes so far, and of how many where known. */
export type ProgressListener = (done: number, total: number | undefined) => void;
