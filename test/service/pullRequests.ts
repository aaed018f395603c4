import { forbidden, missing } from './answer.ts';
import type { Call } from './call.ts';
import { runPull } from './ci/causes.ts';
import { diffFiles, mergeBase, type FileDiff } from './git/diff.ts';
import type { GitRepository } from './git/repository.ts';
import type { Host } from './host.ts';
import { eventOf } from './log.ts';
import { rightsOf } from './rights.ts';
import { fullName, type Account, type PullRequest, type Repository } from './state.ts';

export const pullRef = (number: number): string => `refs/merge-requests/${number}/head`;

/** Refuses if the repository has its pull requests turned off. */
export function demandPulls({ modules }: Repository): void {
  if (modules.has_merge_request === false) throw missing('404 Not Found');
}

/** The pull request of the path; refuses if there is none. */
export function findPull(call: Call, repository: Repository): PullRequest {
  demandPulls(repository);
  const pull = repository.pullRequests.get(Number(call.text('number')));
  if (pull === undefined) throw missing('404 Merge Request Not Found');
  return pull;
}

/** A pull request and its repository. */
export interface Asked {
  readonly repository: Repository;
  readonly pull: PullRequest;
}

export function asked(call: Call): Asked {
  const repository = call.repository();
  return { repository, pull: findPull(call, repository) };
}

/** A pull request that the account may change: its author, and everybody with push permission. */
export function editable(call: Call): Asked {
  const repository = call.writable('pull');
  const pull = findPull(call, repository);
  const { login } = call.user;
  if (pull.author !== login && !rightsOf(call.state, repository, login).push) throw forbidden();
  return { repository, pull };
}

/** The commits of a pull request. */
export interface PullCommits {
  readonly git: GitRepository;
  readonly base: string;
  readonly head: string;
  /** Undefined: no common history. */
  readonly common: string | undefined;
}

export async function commitsOf(repository: Repository, pull: PullRequest): Promise<PullCommits> {
  const git = await repository.git();
  const { branches, pulls } = await git.refs();
  const head = pulls.get(pull.number) ?? '';
  const before = pull.merged === undefined ? branches.get(pull.base) : pull.merged.base;
  const base = before ?? (await git.commit(head))?.parents[0] ?? head;
  return { git, base, head, common: await git.computed(`base ${base} ${head}`, () => mergeBase(git, base, head)) };
}

/** The files that a pull request changes since the merge base. */
export async function filesOf(repository: Repository, pull: PullRequest): Promise<readonly FileDiff[]> {
  const { git, base, common, head } = await commitsOf(repository, pull);
  return await diffFiles(git, common ?? base, head);
}

/** The shas of the commits of a pull request, the oldest first. */
export async function shasOf(repository: Repository, pull: PullRequest): Promise<readonly string[]> {
  const { git, base, head } = await commitsOf(repository, pull);
  return (await git.ask(['rev-list', '--reverse', `${base}..${head}`])).toString().trim().split('\n').filter(Boolean);
}

/** The repository of the head; undefined if the fork was deleted. */
export const headRepository = (
  { state }: Host,
  repository: Repository,
  { fork }: PullRequest,
): Repository | undefined => (fork === undefined ? repository : state.repositories.get(fork));

/** Adds an entry to the log of a pull request. */
export function noteEvent(call: Call, pull: PullRequest, action: string, content: string): void {
  pull.updated = Date.now();
  pull.events.push(eventOf(call, action, content));
}

export function announcePull(host: Host, repository: Repository, pull: PullRequest, action: string, by: Account): void {
  const { id, number, title, state } = pull;
  host.deliver(repository, 'merge_requests_events', by, {
    action,
    object_attributes: { id, iid: number, title, state, action },
  });
}

/** Makes the head of a pull request known under its ref; the head can be in another repository. */
export async function updateHead(host: Host, repository: Repository, pull: PullRequest): Promise<void> {
  const source = await headRepository(host, repository, pull)?.git();
  const sha = (await source?.refs())?.branches.get(pull.head);
  if (source === undefined || sha === undefined) throw missing(`404 Branch Not Found: ${pull.head}`);
  const git = await repository.git();
  if (pull.fork === undefined) await git.run(['update-ref', pullRef(pull.number), sha]);
  else await git.run(['fetch', '--quiet', source.directory, `+refs/heads/${pull.head}:${pullRef(pull.number)}`]);
  await runPull(host, repository, pull, sha);
}

/** The heads of open pull requests follow a push into their branch. */
export async function followPush(host: Host, pushed: Repository, branch: string): Promise<void> {
  for (const repository of host.state.repositories.values())
    for (const pull of repository.pullRequests.values()) {
      const source = pull.fork ?? fullName(repository);
      if (pull.state !== 'open' || pull.head !== branch || source !== fullName(pushed)) continue;
      await updateHead(host, repository, pull);
      pull.updated = Date.now();
    }
}
