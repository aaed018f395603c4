import { cancelled, Failure, throwIfCancelled, toFailure } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { GitFetchOptions, GitFetchProgress } from '../domain/git/gitHistory.ts';
import {
  fetchArguments,
  fetchEnvironment,
  fsckArguments,
  type FetchShape,
  type RemoteAccess,
} from './gitEnvironment.ts';
import { HostRetries, type RetryParts } from './processes/hostRetries.ts';
import { fetchProblem, gitFailure, masked } from './gitFailure.ts';
import { isRejectedThoughAccepted } from './fsckRules.ts';
import type { RepositoryName } from '../domain/hosts/address.ts';
import { textOf } from './history/historyFormat.ts';
import type { CacheFolder } from './cache/cacheFolder.ts';
import type { GitAccess, GitToken } from '../domain/git/gitAccess.ts';
import { notStarted, type GitRunner } from './gitRunner.ts';
import type { ReadErrors } from './processes/curlTrace.ts';
import { progressReader } from './processes/fetchProgress.ts';
import { MemoryLimit } from './processes/memoryLimit.ts';

/** Received bytes above which the user is asked. */
const large = 200_000_000;
/** User name that some hosts require beside a token. */
const tokenUser = 'oauth2';

export interface FetchParts extends RetryParts {
  readonly runner: GitRunner;
  readonly network: (url: string) => Promise<Readonly<Record<string, string>>>;
  readonly capacity: () => number;
}

export interface OriginFacts {
  /** The user name that was accepted beside a token. */
  user: 'login' | 'oauth2';
  takesFilters: boolean;
  /** Addresses of repositories with accepted objects that git rejects: they are fetched first and checked then. */
  readonly checkedLater: Set<string>;
}

export interface RepositoryParts {
  readonly cache: CacheFolder;
  readonly log: Log;
  readonly runner: () => Promise<GitRunner | undefined>;
  /** @throws Failure if git cannot be used */
  readonly fetchParts: (name: RepositoryName) => Promise<FetchParts>;
  readonly access: (name: RepositoryName) => Promise<GitAccess>;
  readonly factsOf: (url: string) => OriginFacts;
  readonly onFetched: (name: RepositoryName) => void;
  /** Called with the Failure of a fetch. `hadToken`: it was sent with a token. */
  readonly onFailure: (name: RepositoryName, failure: Failure, hadToken: boolean) => void;
  readonly makeRoom: () => Promise<void>;
}

/** A repository of this computer, and how git calls its host. */
export interface HostRepository {
  readonly parts: FetchParts;
  readonly path: string;
  readonly access: GitAccess;
  readonly facts: OriginFacts;
  readonly signal: AbortSignal | undefined;
}

/** What several fetches received together, so that the user is asked once. */
export interface FetchSum {
  /** Bytes of the fetches that have ended. */
  before: number;
  isAsked: boolean;
}

/** How a fetch reports to its callers. `sum`: of all fetches of one operation; undefined: it has one fetch. */
export interface FetchCalls extends GitFetchOptions {
  readonly sum?: FetchSum | undefined;
}

/**
 * Fetches objects into the repository `path`. With a token: first with the login as user name, then with
 * `oauth2`. A host that does not know filters is asked again without one; one that refuses for a moment, after a wait; one
 * that sends differences to objects that are not here, for whole objects.
 * @throws Failure
 */
export async function fetchFromHost(
  parts: FetchParts,
  path: string,
  shape: FetchShape,
  { url, token }: GitAccess,
  facts: OriginFacts,
  calls: FetchCalls,
): Promise<void> {
  const logins = loginsFor(token, facts);
  const { isChecked = true } = shape;
  const sum = calls.sum ?? { before: 0, isAsked: false };
  const { before } = sum;
  let tried = 0;
  let sendsHaves = true;
  const retries = new HostRetries(parts, calls.signal);
  const onProgress = (progress: GitFetchProgress): void => {
    if (progress.received !== undefined) retries.moved();
    calls.onProgress?.(progress);
  };
  for (;;) {
    const { user, sent } = logins[tried] ?? { user: tokenUser, sent: token };
    const access: RemoteAccess = { url, token: sent, isFiltered: facts.takesFilters };
    const isCheckedLater = isChecked && facts.checkedLater.has(url);
    const attemptShape = { ...shape, sendsHaves, isChecked: isChecked && !isCheckedLater };
    const failed = await attempt(parts, path, { shape: attemptShape, access }, { ...calls, onProgress, sum });
    if (failed === undefined) {
      facts.user = user;
      if (isCheckedLater) await checkObjects(parts.runner, path, access, calls.signal);
      return;
    }
    // What an attempt in vain received is not part of the answer.
    sum.before = before;
    const { errors, retryAfter } = failed;
    const problem = fetchProblem(errors);
    parts.log.debug(`git fetch failed: ${masked(errors, token).slice(-1_000)}`);
    if (problem === 'credentials' && tried + 1 < logins.length) tried += 1;
    else if (problem === 'filter' && facts.takesFilters) facts.takesFilters = false;
    else if (problem === 'missingBase' && sendsHaves) sendsHaves = false;
    else if (isChecked && !isCheckedLater && isRejectedThoughAccepted(errors)) facts.checkedLater.add(url);
    else await retries.wait(gitFailure(errors, path, token).with({ retryAfter }));
  }
}

/** Checks all objects of the repository `path`. @throws Failure `refused` (reason `rejectedObject`) */
async function checkObjects(
  runner: GitRunner,
  path: string,
  access: RemoteAccess,
  signal: AbortSignal | undefined,
): Promise<void> {
  await textOf(runner.run(path, fsckArguments(access), { options: [], signal }));
}

/** The credentials to try, one after the other: with the login as user name, then with `oauth2`. */
export function loginsFor(
  token: GitToken | undefined,
  { user }: OriginFacts,
): readonly { readonly user: OriginFacts['user']; readonly sent: GitToken | undefined }[] {
  const second = { user: tokenUser, sent: token && { ...token, login: tokenUser } } as const;
  return token === undefined || user === tokenUser ? [second] : [{ user: 'login', sent: token }, second];
}

/** Runs one fetch. Resolves with what git and the host say if it fails; with undefined if it succeeds. */
async function attempt(
  { runner, network, capacity }: FetchParts,
  path: string,
  { shape, access }: { readonly shape: FetchShape; readonly access: RemoteAccess },
  { signal, onProgress, confirmLarge, sum = { before: 0, isAsked: false } }: FetchCalls,
): Promise<ReadErrors | undefined> {
  const [options, variables] = await Promise.all([runner.program.userOptions(), network(access.url)]);
  throwIfCancelled(signal);
  let failure: Failure | undefined;
  let latest = 0;
  const stop = (why: Failure): void => {
    failure ??= why;
    running.stop();
  };
  const onReceived = (bytes: number): void => {
    latest = Math.max(latest, bytes);
    const received = sum.before + bytes;
    onProgress?.({ received });
    const limit = capacity();
    if (received > limit) stop(tooLarge(limit));
    if (received <= large || sum.isAsked || confirmLarge === undefined) return;
    sum.isAsked = true;
    running.pause();
    confirmLarge(received).then(
      (isConfirmed) => (isConfirmed ? running.resume() : stop(cancelled())),
      (error: unknown) => stop(toFailure(error)),
    );
  };
  const running = runner.start({
    repository: path,
    args: fetchArguments(shape, access),
    environment: { ...variables, ...fetchEnvironment(access, options) },
    onErrors: progressReader(onReceived),
  });
  const memory = MemoryLimit.ofTransport(running);
  const abort = (): void => stop(cancelled(signal?.reason));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    running.endInput(shape.wanted.map((sha) => `${sha}\n`).join(''));
    onProgress?.({ received: sum.before === 0 ? undefined : sum.before });
    running.onOutput(() => undefined);
    const { exit, errors, retryAfter, startError } = await running.ended;
    if (failure !== undefined) throw failure;
    if (memory.isExceeded) throw tooLarge(capacity());
    if (startError !== undefined) throw notStarted(startError);
    if (running.isStopped) throw cancelled();
    return exit === 0 ? undefined : { errors, retryAfter };
  } catch (error) {
    throw failure ?? error;
  } finally {
    memory.end();
    signal?.removeEventListener('abort', abort);
    running.stop();
    await running.ended;
    sum.before += latest;
  }
}

function tooLarge(limit: number): Failure {
  const about = [`${Math.round(limit / 1024 / 1024)}`];
  return new Failure('refused', 'the repository is larger than the git cache', { reason: 'gitTooLarge', about });
}
