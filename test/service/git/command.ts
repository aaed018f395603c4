import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { lazily } from '../../../src/core/async.ts';

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

/** What the starter is told of one call of git. */
export interface GitStart {
  readonly id: number;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What the starter tells when git has ended. */
export interface GitEnd {
  readonly id: number;
  readonly code: number;
  readonly errors: string;
}

/** A running git. */
export interface RunningGit {
  /** Its standard input and output. Destroying it ends git. */
  readonly stream: Duplex;
  readonly ended: Promise<GitEnd>;
}

/** The process that starts git, and the calls that it has not told the end of. */
const starter = lazily(async () => {
  const name = `sourcehost-git-${process.pid}-${randomUUID().slice(0, 8)}`;
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
  const child = fork(join(import.meta.dirname, 'starter.ts'), [address], { execArgv: [] });
  const waiting = new Map<number, (end: GitEnd) => void>();
  await once(child, 'message');
  child.unref();
  child.channel?.unref();
  child.on('message', (end: GitEnd) => {
    waiting.get(end.id)?.(end);
    waiting.delete(end.id);
    if (waiting.size === 0) child.channel?.unref();
  });
  return { child, address, waiting };
});
let last = 0;

export async function startGit(
  directory: string,
  args: readonly string[],
  more?: NodeJS.ProcessEnv,
): Promise<RunningGit> {
  const { child, address, waiting } = await starter();
  const id = ++last;
  child.channel?.ref();
  const ended = new Promise<GitEnd>((resolve) => waiting.set(id, resolve));
  const stream = connect({ path: address, allowHalfOpen: true });
  stream.on('error', () => stream.destroy());
  const start: GitStart = { id, args: ['-c', 'safe.directory=*', ...args], cwd: directory, env: gitEnvironment(more) };
  stream.write(`${JSON.stringify(start)}\n`);
  return { stream, ended };
}

/** Runs git to its end; rejects with its error output if it fails. */
export async function git(
  directory: string,
  args: readonly string[],
  input?: string | Uint8Array | Readable | AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const { stream, ended } = await startGit(directory, args);
  const out: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => out.push(chunk));
  const read = new Promise((resolve) => stream.on('end', resolve).on('close', resolve));
  const fed = feed(stream, input);
  const [{ code, errors }] = await Promise.all([ended, read]);
  if (code !== 0) throw new Error(`git ${args[0] ?? ''} failed: ${errors.trim()}`);
  await fed;
  return Buffer.concat(out);
}

async function feed(
  stream: Duplex,
  input: string | Uint8Array | Readable | AsyncIterable<Uint8Array> | undefined,
): Promise<void> {
  if (input === undefined || typeof input === 'string' || input instanceof Uint8Array) stream.end(input);
  // A git that fails early closes its input; its exit code and output contain the reason.
  else await pipeline(input, stream).catch(() => undefined);
}
