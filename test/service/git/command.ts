import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { devNull } from 'node:os';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The environment of git, without the git settings of the user. */
export function gitEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Local service',
    GIT_AUTHOR_EMAIL: 'service@localhost',
    GIT_COMMITTER_NAME: 'Local service',
    GIT_COMMITTER_EMAIL: 'service@localhost',
    LC_ALL: 'C',
    ...more,
  };
}

export function spawnGit(
  directory: string,
  args: readonly string[],
  more?: NodeJS.ProcessEnv,
): ChildProcessWithoutNullStreams {
  return spawn('git', ['-c', 'safe.directory=*', ...args], { cwd: directory, env: gitEnvironment(more) });
}

/** Runs git to its end; rejects with its error output if it fails. */
export async function git(
  directory: string,
  args: readonly string[],
  input?: string | Uint8Array | Readable | AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const child = spawnGit(directory, args);
  const out: Buffer[] = [];
  const words: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => words.push(chunk));
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
  const fed = feed(child, input);
  const code = await ended;
  if (code !== 0) throw new Error(`git ${args[0] ?? ''} failed: ${Buffer.concat(words).toString().trim()}`);
  await fed;
  return Buffer.concat(out);
}

async function feed(
  child: ChildProcessWithoutNullStreams,
  input: string | Uint8Array | Readable | AsyncIterable<Uint8Array> | undefined,
): Promise<void> {
  // A git that fails early closes its input; its exit code and output contain the reason.
  child.stdin.on('error', () => child.stdin.destroy());
  if (input === undefined || typeof input === 'string' || input instanceof Uint8Array) child.stdin.end(input);
  else await pipeline(input, child.stdin).catch(() => child.stdin.destroy());
}
