import { cancelled, Failure, isFailure, throwIfCancelled } from '../core/errors.ts';
import type { PullRequestHead } from '../domain/git/gitRepositories.ts';
import type { GitRefUpdate } from '../domain/git/gitPush.ts';
import { isSha } from '../domain/objects/gitSha.ts';
import { loginsFor, type FetchParts, type HostRepository } from './commitFetch.ts';
import { fetchEnvironment, listArguments, pushArguments, type RemoteAccess } from './gitEnvironment.ts';
import { HostRetries } from './processes/hostRetries.ts';
import { fetchProblem, gitFailure, masked } from './gitFailure.ts';
import { notStarted } from './gitRunner.ts';
import type { ReadErrors } from './processes/curlTrace.ts';
import type { GitProcess } from './processes/gitProcess.ts';
import { MemoryLimit, mostTransport } from './processes/memoryLimit.ts';
import { pushFailure } from './pushFailure.ts';

/** Bytes of the output: a line for each ref that was asked for. */
const mostOutput = 2 ** 24;

/** See `GitPushes.push`. */
export async function pushRefs(repository: HostRepository, updates: readonly GitRefUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  if (!updates.every(isUsable)) throw new Failure('invalid', 'git cannot push this ref', { reason: 'gitFailed' });
  let maySucceed = false;
  const failureOf = (ended: ProcessResult): Failure => {
    const failure = pushFailure(ended, repository.path, repository.access.token);
    // A push that was repeated may have arrived before. If it did, git finds the refs where they belong.
    const said = maySucceed ? failure.with({ sent: undefined }) : failure;
    maySucceed ||= failure.sent !== false;
    return said;
  };
  const calls = { argumentsFor: (remote: RemoteAccess) => pushArguments(updates, remote), failureOf };
  await callHost(repository, calls);
}

/** See `GitPushes.remoteRefs`. */
export async function readRemoteRefs(
  repository: HostRepository,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  // No host has a ref with another name.
  const possible = refs.filter(isReadable);
  if (possible.length === 0) return new Map();
  const lines = (await listRefs(repository, possible)).split('\n').map((line) => line.split('\t'));
  // A pattern also matches the end of a longer name.
  return new Map(lines.flatMap(([sha = '', ref = '']) => (possible.includes(ref) ? [[ref, sha] as const] : [])));
}

/** GitCode and GitLab have the first ones, other hosts the second ones. */
const headPatterns = ['refs/merge-requests/*/head', 'refs/pull/*/head'];

/** See `GitRepository.pullRequestHeads`. */
export async function readPullRequestHeads(repository: HostRepository): Promise<readonly PullRequestHead[]> {
  const report = await listRefs(repository, headPatterns);
  const own = headsIn(report, 'merge-requests');
  // A mirror also has the refs of the host that it mirrors, whose numbers mean other pull requests.
  return own.length > 0 ? own : headsIn(report, 'pull');
}

function headsIn(report: string, folder: string): PullRequestHead[] {
  // A pattern also matches the end of a longer name.
  const line = new RegExp(`^([0-9a-f]{40,64})\\trefs/${folder}/([1-9]\\d{0,15})/head$`, 'gm');
  const heads = Array.from(report.matchAll(line), ([, sha = '', number = '']) => ({ number, sha }));
  return heads.sort((one, other) => Number(other.number) - Number(one.number));
}

async function listRefs(repository: HostRepository, patterns: readonly string[]): Promise<string> {
  const { path, access } = repository;
  const { report } = await callHost(repository, {
    argumentsFor: (remote) => listArguments(patterns, remote),
    failureOf: ({ errors }) => gitFailure(errors, path, access.token),
  });
  return report;
}

interface HostCalls {
  readonly argumentsFor: (access: RemoteAccess) => readonly string[];
  readonly failureOf: (ended: ProcessResult) => Failure;
}

/** Runs a call that can be repeated: with each login, and again after a wait if the host refuses it for a moment. */
async function callHost(
  { parts, path, access: { url, token }, facts, signal }: HostRepository,
  { argumentsFor, failureOf }: HostCalls,
): Promise<ProcessResult> {
  const retries = new HostRetries(parts, signal);
  const logins = loginsFor(token, facts);
  for (let tried = 0; ;) {
    const { user, sent } = logins[tried] ?? { user: facts.user, sent: token };
    const remote = { url, token: sent, isFiltered: false };
    const ended = await attempt(parts, path, argumentsFor(remote), remote, signal);
    if (!ended.isFailed) {
      facts.user = user;
      return ended;
    }
    parts.log.debug(`git failed: ${masked(ended.errors, token).slice(-1_000)}`);
    if (fetchProblem(ended.errors) === 'credentials' && tried + 1 < logins.length) tried += 1;
    else await retries.wait(failureOf(ended).with({ retryAfter: ended.retryAfter }));
  }
}

interface ProcessResult extends ReadErrors {
  readonly isFailed: boolean;
  /** The output: of a push, one line for each ref. */
  readonly report: string;
}

async function attempt(
  { runner, network }: FetchParts,
  path: string,
  args: readonly string[],
  access: RemoteAccess,
  signal: AbortSignal | undefined,
): Promise<ProcessResult> {
  const [options, variables] = await Promise.all([runner.program.userOptions(), network(access.url)]).catch(
    (error: unknown) => {
      throw isFailure(error) ? error.with({ sent: false }) : error;
    },
  );
  throwIfCancelled(signal);
  const running = runner.start({
    repository: path,
    args,
    environment: { ...variables, ...fetchEnvironment(access, options) },
  });
  const memory = MemoryLimit.ofTransport(running, mostTransport);
  const abort = (): void => running.stop();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    running.endInput();
    const [report, { exit, errors, retryAfter, startError }] = await Promise.all([outputOf(running), running.ended]);
    if (startError !== undefined) throw notStarted(startError).with({ sent: false });
    if (memory.isExceeded) throw tooLarge(mostTransport);
    if (report === undefined) throw tooLarge(mostOutput);
    if (exit !== 0 && running.isStopped) throw cancelled(signal?.reason);
    return { isFailed: exit !== 0, report, errors, retryAfter };
  } finally {
    memory.end();
    signal?.removeEventListener('abort', abort);
    running.stop();
    await running.ended;
  }
}

async function outputOf(running: GitProcess): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const bytes of running.output) {
      length += bytes.length;
      if (length > mostOutput) {
        running.stop();
        return undefined;
      }
      parts.push(bytes);
    }
  } catch {
    // The output of a process that was stopped ends early.
  }
  return Buffer.concat(parts).toString();
}

/** Whether it reached the host is not known. */
const tooLarge = (limit: number): Failure =>
  new Failure('unreadable', `the host said more than ${limit} bytes`, {
    reason: 'tooLarge',
    about: [`${limit / 1024 / 1024}`],
  });

/** Whether git reads the names as refs and commits, and as nothing else. */
const isUsable = ({ ref, expected, to }: GitRefUpdate): boolean =>
  isRef(ref) && [expected, to].every((sha) => sha === undefined || isSha(sha));

/** As `isRef`, or the head of a pull request, which only the host changes. */
const isReadable = (ref: string): boolean => isRef(ref) || /^refs\/(?:merge-requests|pull)\/[1-9]\d*\/head$/.test(ref);

const isRef = (ref: string): boolean => /^refs\/(?:heads|tags)\/[^:\s*?[\\\p{Cc}]+$/u.test(ref);
