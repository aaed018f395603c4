import { cancelled, Failure, throwIfCancelled } from '../core/errors.ts';
import { localArguments, localEnvironment } from './gitEnvironment.ts';
import { gitFailure } from './gitFailure.ts';
import { tooManyFiles } from './history/historyFormat.ts';
import { GitProcess } from './processes/gitProcess.ts';
import { MemoryLimit } from './processes/memoryLimit.ts';
import type { GitProgram } from './gitProgram.ts';

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

export interface GitStart {
  readonly repository: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly isBackground?: boolean | undefined;
  readonly onErrors?: ((text: string) => void) | undefined;
}

interface RunnerOptions {
  readonly program: GitProgram;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly noHome: string;
}

export class GitRunner {
  readonly program: GitProgram;
  readonly #environment: RunnerOptions['environment'];
  readonly #noHome: string;
  readonly #running = new Set<GitProcess>();
  #isStopped = false;

  constructor({ program, environment, noHome }: RunnerOptions) {
    this.program = program;
    this.#environment = environment;
    this.#noHome = noHome;
  }

  /** @throws Failure `cancelled` after `stop` */
  start({ repository, args, environment = {}, isBackground, onErrors }: GitStart): GitProcess {
    if (this.#isStopped) throw cancelled();
    const started = new GitProcess({
      file: this.program.file,
      args,
      environment: { ...localEnvironment(this.#environment, repository, this.#noHome), ...environment },
      isBackground,
      onErrors,
    });
    this.#running.add(started);
    void started.ended.then(() => this.#running.delete(started));
    return started;
  }

  async *run(
    repository: string,
    args: readonly string[],
    { input, signal, exits = [0], options = localArguments(), limit, ...how }: GitRunOptions = {},
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
    throwIfCancelled(signal);
    const running = this.start({ repository, args: [...options, ...args], ...how });
    const abort = (): void => running.stop();
    const memory = new MemoryLimit(running);
    let isLate = false;
    const end = (): void => {
      isLate = true;
      running.stop();
    };
    const timer = limit === undefined ? undefined : setTimeout(end, limit);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      running.endInput(input);
      try {
        yield* running.output;
      } catch (error) {
        // The output of a process that was stopped ends early.
        if (!running.isStopped) throw error;
      }
      const { exit, errors, retryAfter, startError } = await running.ended;
      throwIfCancelled(signal);
      if (memory.isExceeded) throw tooManyFiles();
      if (isLate) throw new Failure('refused', `git took more than ${limit} ms`, { reason: 'gitSlow' });
      if (running.isStopped) throw cancelled();
      if (startError !== undefined) throw notStarted(startError);
      if (exit === undefined) throw new Failure('refused', 'git was ended', { reason: 'gitEnded' });
      if (!exits.includes(exit)) throw gitFailure(errors, repository, undefined).with({ retryAfter });
    } finally {
      memory.end();
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      running.stop();
      await running.ended;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const running = [...this.#running];
    for (const one of running) one.stop();
    await Promise.all(running.map(({ ended }) => ended));
  }
}

export function notStarted(error: Error): Failure {
  return new Failure('refused', `git was not started: ${error.message}`, { reason: 'gitMissing', cause: error });
}
