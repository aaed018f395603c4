import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { errorCode } from '../../net/disk/diskFailure.ts';
import { readCurlTrace, type ReadErrors } from './curlTrace.ts';
import { treeEnd } from './windowsProcesses.ts';

/** Milliseconds between the request to end and the forced end. */
const endsWithin = 150;
/** Characters of the error output that are kept, with the headers of some requests: its end names the cause. */
const longestErrors = 65_536;

export interface ProcessStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** True: other processes of the computer go first. */
  readonly isBackground?: boolean | undefined;
  readonly onErrors?: ((text: string) => void) | undefined;
}

export interface ProcessEnd extends ReadErrors {
  /** Undefined: ended by a signal, or not started. */
  readonly exit: number | undefined;
  readonly startError: Error | undefined;
}

/** A process in a group of its own, so that the processes that it starts end with it. */
export class GitProcess {
  /** Resolves when the process has ended and its output is read; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcessWithoutNullStreams;
  #isStopped = false;
  #hasEnded = false;

  constructor({ file, args, environment, isBackground = false, onErrors }: ProcessStart) {
    // Windows also searches the current folder for programs, so it is never a folder that others can fill.
    const cwd = dirname(file);
    const child = spawn(file, args, {
      cwd,
      // A repository above it, such as `C:\.git`, can belong to others: its configuration can start programs.
      env: { ...environment, GIT_CEILING_DIRECTORIES: dirname(cwd) },
      detached: process.platform !== 'win32',
      windowsHide: true,
      shell: false,
    });
    this.#child = child;
    if (isBackground) lowerPriority(child.pid);
    // A process that ends early closes its input; its exit code and its error output tell the cause.
    child.stdin.on('error', () => child.stdin.destroy());
    child.stdout.on('error', () => undefined);
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-longestErrors);
      onErrors?.(text);
    });
    this.ended = new Promise((resolve) => {
      let startError: Error | undefined;
      const end = (exit: number | null): void => {
        this.#hasEnded = true;
        resolve({ exit: exit ?? undefined, startError, ...readCurlTrace(errors) });
      };
      child.on('error', (error) => {
        startError ??= error;
        if (child.pid === undefined) end(null);
      });
      child.on('exit', (exit) => {
        // A process that survived the group must not keep the pipes open.
        if (this.#isStopped) child.stdout.destroy();
        if (this.#isStopped) end(exit);
      });
      child.on('close', end);
    });
  }

  get output(): AsyncIterable<Uint8Array<ArrayBuffer>> {
    return this.#child.stdout;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  onOutput(listener: (bytes: Uint8Array<ArrayBuffer>) => void): void {
    this.#child.stdout.on('data', listener);
  }

  write(text: string): void {
    this.#child.stdin.write(text);
  }

  endInput(input?: Uint8Array | string): void {
    this.#child.stdin.end(input);
  }

  /** Ends the process and all that it started, within 200 ms. */
  stop(): void {
    if (this.#isStopped || this.#hasEnded) return;
    this.#isStopped = true;
    this.#child.stdin.destroy();
    this.#signal('SIGTERM');
    const force = setTimeout(() => this.#signal('SIGKILL'), endsWithin);
    void this.ended.then(() => {
      clearTimeout(force);
      // The group may hold processes that outlive the first one.
      this.#signal('SIGKILL');
    });
  }

  /** Suspends the process and all that it started. Does nothing on Windows. */
  pause(): void {
    if (process.platform !== 'win32') this.#signal('SIGSTOP');
  }

  resume(): void {
    if (process.platform !== 'win32') this.#signal('SIGCONT');
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      if (!this.#hasEnded) endWindowsTree(pid);
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // The group has ended.
      if (errorCode(error) !== 'ESRCH' && errorCode(error) !== 'EPERM') throw error;
    }
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended, or the system does not allow it.
  }
}

function endWindowsTree(pid: number): void {
  const { file, args } = treeEnd(pid, process.env);
  spawn(file, args, { windowsHide: true, stdio: 'ignore' }).on('error', () => undefined);
}
