import { cancelled, Failure, throwIfCancelled } from '../core/errors.ts';
import { localArguments, localEnvironment } from './gitEnvironment.ts';
import { gitFailure } from './gitFailure.ts';
import { tooManyFiles } from './history/historyFormat.ts';
import { GitProcess } from './processes/gitProcess.ts';
import { MemoryLimit } from './processes/memoryLimit.ts';
import type { GitProgram } from './gitProgram.ts';
import type { GitRunOptions } from './processes/runGit.ts';

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
    const late = limit === undefined ? undefined : AbortSignal.timeout(limit);
    late?.addEventListener('abort', abort, { once: true });
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
      if (late?.aborted === true) throw new Failure('refused', `git took more than ${limit} ms`, { reason: 'gitSlow' });
      if (running.isStopped) throw cancelled();
      if (startError !== undefined) throw notStarted(startError);
      if (exit === undefined) throw new Failure('refused', 'git was ended', { reason: 'gitEnded' });
      if (!exits.includes(exit)) throw gitFailure(errors, repository, undefined).with({ retryAfter });
    } finally {
      memory.end();
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
