import { text } from 'node:stream/consumers';
import { cancelled, Failure, isFailure, throwIfCancelled } from '../core/errors.ts';
import type { GitRefUpdate } from '../domain/git/gitPush.ts';
import { isSha } from '../domain/objects/gitSha.ts';
import { loginsFor, type FetchParts, type OriginFacts } from './commitFetch.ts';
import { fetchEnvironment, listArguments, pushArguments, type RemoteAccess } from './gitEnvironment.ts';
import { fetchProblem, gitFailure, masked } from './gitFailure.ts';
import type { GitAccess } from './gitOptions.ts';
import { notStarted } from './gitRunner.ts';
import { pushFailure } from './pushFailure.ts';

/** See `GitPushes.push`. `path`: folder of the repository. */
export async function pushRefs(
  parts: FetchParts,
  path: string,
  updates: readonly GitRefUpdate[],
  { url, token }: GitAccess,
  facts: OriginFacts,
  signal?: AbortSignal,
): Promise<void> {
  if (updates.length === 0) return;
  if (!updates.every(isUsable)) throw new Failure('invalid', 'git cannot push this ref', { reason: 'gitFailed' });
  const logins = loginsFor(token, facts);
  for (const [at, { user, sent }] of logins.entries()) {
    const remote = { url, token: sent, isFiltered: false };
    const ended = await attempt(parts, path, pushArguments(updates, remote), remote, signal);
    if (!ended.isFailed) {
      facts.user = user;
      return;
    }
    parts.log.debug(`git push failed: ${masked(ended.errors.slice(-1_000), token)}`);
    const isLast = at === logins.length - 1;
    if (fetchProblem(ended.errors) !== 'credentials' || isLast) throw pushFailure(ended, path, token);
  }
}

/** See `GitPushes.remoteRefs`. `path`: folder of the repository. */
export async function readRemoteRefs(
  parts: FetchParts,
  path: string,
  refs: readonly string[],
  { url, token }: GitAccess,
  facts: OriginFacts,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (!refs.every(isRef)) throw new Failure('invalid', 'git cannot read this ref', { reason: 'gitFailed' });
  const logins = loginsFor(token, facts);
  for (const { user, sent } of logins) {
    const remote = { url, token: sent, isFiltered: false };
    const ended = await attempt(parts, path, listArguments(refs, remote), remote, signal);
    if (!ended.isFailed) {
      facts.user = user;
      const lines = ended.report.split('\n').map((line) => line.split('\t'));
      // A pattern also matches the end of a longer name.
      return new Map(lines.flatMap(([sha = '', ref = '']) => (refs.includes(ref) ? [[ref, sha] as const] : [])));
    }
    const isLast = user === logins.at(-1)?.user;
    if (fetchProblem(ended.errors) !== 'credentials' || isLast) throw gitFailure(ended.errors, path, token);
  }
  return new Map();
}

interface Ended {
  readonly isFailed: boolean;
  /** The output: of a push, one line for each ref. */
  readonly report: string;
  readonly errors: string;
}

/** Runs one call that connects to the host. */
async function attempt(
  { runner, network }: FetchParts,
  path: string,
  args: readonly string[],
  remote: RemoteAccess,
  signal: AbortSignal | undefined,
): Promise<Ended> {
  const [options, variables] = await Promise.all([runner.program.userOptions(), network(remote.url)]).catch(
    (error: unknown) => {
      throw isFailure(error) ? error.with({ sent: false }) : error;
    },
  );
  if (signal?.aborted === true) throwIfCancelled(signal);
  const running = runner.start({
    repository: path,
    args,
    environment: { ...variables, ...fetchEnvironment(remote, options) },
  });
  const abort = (): void => running.stop();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    running.endInput();
    const [report, { exit, errors, startError }] = await Promise.all([
      text(running.output).catch(() => ''),
      running.ended,
    ]);
    if (startError !== undefined) throw notStarted(startError).with({ sent: false });
    if (exit !== 0 && running.isStopped) throw cancelled(signal?.reason);
    return { isFailed: exit !== 0, report, errors };
  } finally {
    signal?.removeEventListener('abort', abort);
    running.stop();
    await running.ended;
  }
}

/** Whether git reads the names as refs and commits, and as nothing else. */
const isUsable = ({ ref, expected, to }: GitRefUpdate): boolean =>
  isRef(ref) && [expected, to].every((sha) => sha === undefined || isSha(sha));

/** Whether git reads the name as this ref alone. */
const isRef = (ref: string): boolean => /^refs\/(?:heads|tags)\/[^:\s*?[\\]+$/.test(ref);
