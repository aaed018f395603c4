export interface GitRunOptions {
  readonly input?: Uint8Array | string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that are no failure. Default: 0. */
  readonly exits?: readonly number[] | undefined;
  /** Options before the subcommand. Default: those of a call without the network. */
  readonly options?: readonly string[] | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** True: other processes of the computer go first. */
  readonly isBackground?: boolean | undefined;
  /** Milliseconds after which git is stopped. */
  readonly limit?: number | undefined;
  /** Receives the error output as it arrives; all of it before the output ends. */
  readonly onErrors?: ((text: string) => void) | undefined;
}

/**
 * Runs git in a repository, without access to the network. `args` begin with the subcommand. The process ends when the
 * consumer stops or `signal` aborts.
 * @throws Failure `cancelled`, `refused` (`serverMessage` is the message of git; reason `gitSlow` after `limit`)
 */
export type RunGit = (args: readonly string[], options?: GitRunOptions) => AsyncIterable<Uint8Array<ArrayBuffer>>;
