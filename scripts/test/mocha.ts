import { spawn } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nothing } from '../../test/kit/reporter.ts';
import { root } from '../kit/paths.ts';
import { resultsOf, type Stage } from './stage.ts';

/** Milliseconds until a hanging run is ended. */
const testTimeout = 15 * 60_000;

/** Compiled modules of earlier runs. */
const compiled = join(root, '.cache', 'compiled');

interface Manner {
  /** Options of mocha. */
  readonly options?: readonly string[];
  /** Number of processes that run the files; 1 if undefined. */
  readonly jobs?: number;
  /** Files whose path contains one of these texts run only if they are named. */
  readonly long?: readonly string[];
}

/** Runs `test/<folder>` with mocha in separate Node processes. */
export function inNode(folder: string, { options = [], jobs = 1, long = [] }: Manner = {}): Stage {
  return async ({ files, grep, show }) => {
    const found = globSync(`test/${folder}/**/*.test.ts`, { cwd: root });
    const isUsual = (file: string): boolean => !long.some((part) => file.includes(part));
    const isNamed = (file: string): boolean => files.some((part) => file.includes(part));
    const wanted = found.filter(files.length === 0 ? isUsual : isNamed).sort();
    if (wanted.length === 0) return nothing;
    const plain = [process.stdout.isTTY ? '--color' : '--no-color'];
    const grepping = grep === undefined ? [] : ['--fgrep', grep];
    // A process knows only the `.only` of its own file.
    const hasOnly = (file: string): boolean =>
      /^ *(?:it|describe)\.only\(/m.test(readFileSync(join(root, file), 'utf8'));
    const parallel = jobs === 1 || wanted.some(hasOnly) ? [] : ['--parallel', '--jobs', String(jobs)];
    return await resultsOf(folder, async (file) => {
      const args = [
        join('node_modules', 'mocha', 'bin', 'mocha.js'),
        '--reporter',
        './test/kit/reporter.ts',
        '--retries',
        '1',
        ...options,
        ...parallel,
        ...plain,
        ...grepping,
        ...wanted,
      ];
      await new Promise<void>((resolve, reject) => {
        const env = { NODE_COMPILE_CACHE: compiled, ...process.env, SOURCEHOST_RESULTS: file };
        const child = spawn(process.execPath, args, {
          cwd: root,
          stdio: ['inherit', 'pipe', 'pipe'],
          env,
          timeout: testTimeout,
        });
        child.stdout.on('data', show);
        child.stderr.on('data', show);
        child.on('error', reject);
        child.on('exit', (_code, signal) => {
          // A process that hangs at its end has written its count already.
          if (signal !== null) rmSync(file, { force: true });
          const end = signal === null ? resolve : () => reject(new Error(`ended by ${signal}`));
          child.on('close', end);
          // Remaining child processes can keep its output open.
          setTimeout(end, 2_000).unref();
        });
      });
    });
  };
}
