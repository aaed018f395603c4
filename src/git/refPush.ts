import { text } from 'node:stream/consumers';
import { cancelled, Failure, isFailure, throwIfCancelled } from '../core/errors.ts';
import type { GitRefUpdate } from '../domain/git/gitPush.ts';
import { isSha } from '../domain/objects/gitSha.ts';
import { loginsFor, type FetchParts, type OriginFacts } from './commitFetch.ts';
import { fetchEnvironment, pushArguments } from './gitEnvironment.ts';
import { fetchProblem, masked } from './gitFailure.ts';
import type { GitAccess, GitToken } from './gitOptions.ts';
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
    const ended = await attempt(parts, path, updates, { url, token: sent }, signal);
    if (ended === undefined) {
      facts.user = user;
      return;
    }
    parts.log.debug(`git push failed: ${masked(ended.errors.slice(-1_000), token)}`);
    const isLast = at === logins.length - 1;
    if (fetchProblem(ended.errors) !== 'credentials' || isLast) throw pushFailure(ended, path, token);
  }
}

export interface FailedPush {
  /** The lines of `--porcelain`: one for each ref. */
  readonly report: string;
  readonly errors: string;
}

/** Runs one push. Undefined if it succeeded. */
async function attempt(
  { runner, network }: FetchParts,
  path: string,
  updates: readonly GitRefUpdate[],
  access: { readonly url: string; readonly token: GitToken | undefined },
  signal: AbortSignal | undefined,
): Promise<FailedPush | undefined> {
  const [options, variables] = await Promise.all([runner.program.userOptions(), network(access.url)]).catch(
    (error: unknown) => {
      throw isFailure(error) ? error.with({ sent: false }) : error;
    },
  );
  if (signal?.aborted === true) throwIfCancelled(signal);
  const remote = { ...access, isFiltered: false };
  const running = runner.start({
    repository: path,
    args: pushArguments(updates, remote),
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
    if (exit === 0) return undefined;
    if (running.isStopped) throw cancelled(signal?.reason);
    return { report, errors };
  } finally {
    signal?.removeEventListener('abort', abort);
    running.stop();
    await running.ended;
  }
}

/** Whether git reads the names as refs and commits, and as nothing else. */
const isUsable = ({ ref, expected, to }: GitRefUpdate): boolean =>
  /^refs\/(?:heads|tags)\/[^:\s]+$/.test(ref) &&
  (expected === 'any' ? to === undefined : [expected, to].every((sha) => sha === undefined || isSha(sha)));
