import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';

export interface Options {
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
  /** Priority of the process and its children, as in `os.constants.priority`. */
  readonly priority?: number;
}

/** A long-running process. It leads its own process group, so that its children end with it. */
export interface Service {
  /** Resolves with a description of its end. */
  readonly ended: Promise<string>;
  /** Terminates the whole group, and kills it after three seconds. */
  readonly stop: () => Promise<void>;
}

const windows = process.platform === 'win32';

/** Runs a command and returns its output. The output is shown only in the error of a failure. */
export function run(command: string, args: readonly string[], options: Options = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { priority, ...rest } = options;
    const child = spawn(command, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'], shell: windows });
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(new Error(`${command} ${args.join(' ')} ended with ${String(code ?? signal)}:\n${output.slice(-4000)}`));
    });
  });
}

/**
 * Starts a command that stays and waits until it prints a line that `ready` matches.
 * @returns the service, and what the groups of `ready` caught.
 */
export async function startService(
  command: string,
  args: readonly string[],
  options: Options & { readonly ready: RegExp; readonly timeout?: number; readonly onLine?: (line: string) => void },
): Promise<Service & { readonly match: RegExpExecArray }> {
  const { cwd, env, ready, timeout = 60_000, onLine } = options;
  const child = spawn(command, args, {
    cwd,
    env: env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !windows,
  });
  const stop = stopper(child);
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(`${command} ended with ${String(code ?? signal)}`));
  });
  const lines: string[] = [];
  const match = new Promise<RegExpExecArray>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        if (lines.length > 200) lines.shift();
        onLine?.(line);
        const found = ready.exec(line);
        if (found) resolve(found);
      });
    }
  });
  const failed = (why: string): Error => new Error(`${why}\n${lines.join('\n')}`);
  const timer = AbortSignal.timeout(timeout);
  const late = new Promise<never>((_, reject) => {
    timer.addEventListener('abort', () => reject(failed(`${command} was not ready after ${timeout / 1000} s`)));
  });
  try {
    const found = await Promise.race([match, late, ended.then((how) => Promise.reject(failed(how)))]);
    return { match: found, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Ends this process after `clean` on Ctrl-C, a closed terminal or a signal; at once on the second signal.
 * @returns a signal that is aborted at the first one.
 */
export function onInterrupt(clean: () => Promise<unknown>): AbortSignal {
  const interrupted = new AbortController();
  let first = 0;
  const end = (code: number): void => {
    // One Ctrl-C can arrive several times: from the terminal and from each parent that passes it on.
    if (interrupted.signal.aborted && Date.now() - first < 1000) return;
    if (interrupted.signal.aborted) process.exit(code);
    first = Date.now();
    interrupted.abort();
    void clean().finally(() => process.exit(code));
  };
  process.on('SIGINT', () => end(130));
  process.on('SIGTERM', () => end(143));
  process.on('SIGHUP', () => end(129));
  return interrupted.signal;
}

/** Calls `end` when the parent process has ended for any reason. */
export function endWithParent(end: () => unknown): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 1000);
  watch.unref();
}

function stopper(child: ChildProcess): () => Promise<void> {
  const gone = new Promise<void>((resolve) => {
    child.on('close', resolve);
    child.on('error', () => resolve());
  });
  const kill = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    if (windows) spawn('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    else {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The group has ended already.
      }
    }
  };
  const atExit = (): void => kill('SIGKILL');
  process.on('exit', atExit);
  return async () => {
    kill('SIGTERM');
    const insist = setTimeout(() => kill('SIGKILL'), 3000);
    await gone;
    clearTimeout(insist);
    kill('SIGKILL');
    process.off('exit', atExit);
  };
}
