import type { Api } from '../../api/client/client.ts';
import { Failure, isFailure, nobodySignedIn, unlessFailed } from '../../core/errors.ts';
import { baseName, parentOf, pathIn } from '../../core/path.ts';
import { isObject } from '../../core/text.ts';
import { fullName, type RepositoryName } from '../../domain/hosts/address.ts';
import type { Connection, Connections } from '../../domain/hosts/connections.ts';
import { isConfiguration } from '../../domain/rules/configurationFiles.ts';
import { noBranch, type ResolvedRef } from '../../domain/refs/refs.ts';
import type { RemoteRef } from '../../domain/repositories/remoteRef.ts';
import type { Checkout } from '../../domain/sourceControl/workingTree/checkout.ts';
import type { WorkingTree } from '../../domain/sourceControl/workingTree/workingTree.ts';
import { allowedRepository, type AllowedRepository } from './allowList.ts';
import { quotedName } from './fence.ts';
import type { Log } from '../../core/log.ts';
import type { Author } from '../../domain/sourceControl/commit/journal.ts';
import type { Undo } from '../../domain/sourceControl/drafts/drafts.ts';
import type { GitHistory } from '../../domain/git/gitHistory.ts';
import type { RequestOptions } from '../../domain/hosts/source.ts';
import type { Comments } from '../../domain/conversation/comments.ts';
import type { Conversations } from '../../domain/conversation/conversations.ts';
import type { PullRequestDecisions } from '../../domain/pullRequests/pullRequestDecisions.ts';
import type { PullRequests } from '../../domain/pullRequests/pullRequests.ts';
import type { RunList } from '../../domain/runs/runList.ts';
import type { Runs } from '../../domain/runs/runs.ts';
import type { WriteAccess } from '../../domain/permissions/writeAccess.ts';
import type { CommitFetcher } from '../../domain/repositories/commitFetcher.ts';
import type { RemoteRepositories } from '../../domain/repositories/remoteRepositories.ts';
import type { TextSearch } from '../../domain/search/textSearch.ts';
import type { CheckoutRegistry } from '../../domain/sourceControl/workingTree/checkoutRegistry.ts';

export interface RepositoryInput {
  readonly repository: string;
  readonly host?: string | undefined;
}

export interface RefInput extends RepositoryInput {
  readonly ref?: string | undefined;
}

export interface ToolRepository {
  readonly name: RepositoryName;
  readonly connection: Connection;
  readonly api: Api;
  readonly at: { readonly owner: string; readonly repo: string };
  readonly title: string;
}

/** @throws Failure of `allowedRepository`, before anything is requested */
export async function allowedName(services: ToolServices, input: RepositoryInput): Promise<RepositoryName> {
  return allowedRepository(await services.allowed(), input);
}

/** As `allowedName`, for the inputs of any tool with a repository. */
export async function repositoryOf(services: ToolServices, input: unknown): Promise<RepositoryName> {
  const { repository, host } = isObject(input) ? input : {};
  return await allowedName(services, {
    repository: typeof repository === 'string' ? repository : '',
    host: typeof host === 'string' ? host : undefined,
  });
}

export async function openRepository(services: ToolServices, input: RepositoryInput): Promise<ToolRepository> {
  const name = await allowedName(services, input);
  const connection = await services.connections.connect(name.host);
  return { name, connection, api: connection.api, at: { owner: name.owner, repo: name.repo }, title: fullName(name) };
}

/** @throws Failure `signedOut` before anything is requested if no account could send a change of the repository */
export async function openForChange(services: ToolServices, input: RepositoryInput): Promise<ToolRepository> {
  const repository = await openRepository(services, input);
  if (repository.connection.account === undefined) throw nobodySignedIn();
  return repository;
}

/** The files of a ref. `checkout`: with the drafts; undefined for a tag or commit. */
export interface ToolFiles {
  readonly name: RepositoryName;
  readonly remote: RemoteRef;
  readonly head: ResolvedRef;
  readonly checkout: Checkout | undefined;
  /** `alice/samples at “main”`. It has no name that only the service gives, such as that of the default branch. */
  readonly title: string;
}

/** `isLatest`: the ref is resolved again now, not only if the last result is older than a minute. */
export async function openFiles(
  services: ToolServices,
  input: RefInput,
  signal: AbortSignal,
  { isLatest = false }: { readonly isLatest?: boolean } = {},
): Promise<ToolFiles> {
  const name = await allowedName(services, input);
  const address = { ...name, ref: input.ref };
  const remote = services.repositories.at(address);
  const isKnown = await remote.isRemembered();
  // Resolves the ref in the background, so that the checkout needs no request.
  await remote.head(inBackground(signal));
  if (isLatest && isKnown) await remote.checkNow(inBackground(signal));
  else if (remote.isDue) await checkIfOnline(remote, signal);
  const head = await remote.head(inBackground(signal));
  const checkout = await services.checkouts.at(address);
  const at = input.ref === undefined ? 'the branch in use' : quotedName(input.ref);
  return { name, remote, head, checkout, title: `${fullName(name)} at ${at}` };
}

/** The commit and name of a ref. `isLatest`: see `openFiles`. @throws Failure `missing` if the repository is empty */
export async function openCommit(
  services: ToolServices,
  input: RefInput,
  signal: AbortSignal,
  options: { readonly isLatest?: boolean } = {},
): Promise<{ readonly repository: RepositoryName; readonly name: string; readonly commit: string }> {
  const { head, name: repository, title } = await openFiles(services, input, signal, options);
  if (head.commit !== undefined) return { repository, name: head.name, commit: head.commit };
  throw new Failure('missing', `${title} has no commit`, { field: 'ref', reason: 'noCommits' });
}

/** For `catch` of `openFiles` and `openCommit`, where the ref is another input: the failure names `field`. */
export const namedBy =
  (field: string) =>
  (error: unknown): never => {
    throw isFailure(error) && error.field === 'ref' ? error.with({ field }) : error;
  };

/** For `catch` of a read whose thing, such as `user bob`, is named by the input `field`: a failure `missing` names both. */
export const noSuch =
  (field: string, what: string) =>
  (error: unknown): never => {
    throw isFailure(error, 'missing') ? error.with({ field, message: `there is no ${what}` }) : error;
  };

/** Whether the repository has this branch or tag now. */
export async function hasRef(
  services: ToolServices,
  input: RepositoryInput,
  { kind, name }: { readonly kind: 'branch' | 'tag'; readonly name: string },
  signal: AbortSignal,
): Promise<boolean> {
  const ref = `refs/${kind === 'branch' ? 'heads' : 'tags'}/${name}`;
  const opened = openFiles(services, { ...input, ref }, signal, { isLatest: true });
  return (await unlessFailed(opened, 'missing')) !== undefined;
}

/** A window follows only the refs of its folders and editors. Without a network, what was seen last is shown. */
async function checkIfOnline(remote: RemoteRef, signal: AbortSignal): Promise<void> {
  try {
    await remote.checkNow(inBackground(signal));
  } catch (error) {
    if (!isFailure(error, 'unreachable', 'timeout', 'broken', 'throttled')) throw error;
  }
}

export interface ToolCheckout extends ToolFiles {
  readonly checkout: Checkout;
}

/**
 * The branch that a tool changes. `isLatest`: see `openFiles`. `isCommitted`: drafts of a fork are not enough.
 * @throws Failure `forbidden` if it is no branch, or read-only
 */
export async function openBranch(
  services: ToolServices,
  input: RefInput,
  signal: AbortSignal,
  { isCommitted = false, ...options }: { readonly isLatest?: boolean; readonly isCommitted?: boolean } = {},
): Promise<ToolCheckout> {
  const { writeAccess } = services;
  const opened = await openFiles(services, input, signal, options);
  const { checkout, head, name } = opened;
  if (checkout === undefined) throw noBranch(head);
  // What is not known decides the host.
  if (isCommitted) await writeAccess.requestOnce(name).catch(() => false);
  const reason = isCommitted ? writeAccess.reason(head, name) : await writeAccess.draftReason(head, name);
  if (reason !== undefined) throw new Failure('forbidden', `${opened.title} is read-only`, { field: 'ref', reason });
  return { ...opened, checkout };
}

/** Refuses configuration of the editor or agents at `path` or in `files`, also by links. @throws Failure `forbidden` */
export async function refuseConfiguration(
  { checkout }: ToolCheckout,
  path: string,
  signal: AbortSignal,
  files: readonly string[] = [path],
): Promise<void> {
  const real = await realPath(checkout.workingTree, path, signal);
  const isRefused = (file: string): boolean =>
    isConfiguration(file) || isConfiguration(`${real}${file.slice(path.length)}`);
  const refused = [path, ...files].find(isRefused);
  if (refused !== undefined) throw isRestricted(refused);
}

/** As `refuseConfiguration`, for paths without links. @throws Failure `forbidden` */
export function demandNoConfiguration(paths: readonly string[]): void {
  const refused = paths.find(isConfiguration);
  if (refused !== undefined) throw isRestricted(refused);
}

function isRestricted(path: string): Failure {
  return new Failure('forbidden', 'tools do not change the configuration of the editor', {
    field: 'path',
    reason: 'isRestricted',
    about: [path],
  });
}

async function realPath(tree: WorkingTree, path: string, signal: AbortSignal): Promise<string> {
  const target = await tree.targetOf(path, inBackground(signal));
  if (target !== path || !path.includes('/')) return target;
  return pathIn(await realPath(tree, parentOf(path), signal), baseName(path));
}

/** The parts of a window, or of the program outside of the editor, that tools use. */
export interface ToolServices {
  /** The repositories that tools may use, see `allowList`. Read for each call, because the user changes them. */
  readonly allowed: () => Promise<readonly AllowedRepository[]>;
  /** A sentence: how the user lets tools use a repository. */
  readonly howToAllow: string;
  readonly connections: Pick<Connections, 'connect'>;
  readonly repositories: Pick<RemoteRepositories, 'at' | 'setResolved' | 'readOverview'>;
  readonly checkouts: Pick<CheckoutRegistry, 'at'>;
  readonly search: Pick<TextSearch, 'search'>;
  /** Brings commits onto this computer with git. Tools fetch in the background, so nothing is asked. */
  readonly fetcher: Pick<CommitFetcher, 'fetch'>;
  /** The commits of a repository. Nothing is asked: a Failure `largeFetch` says that the user must. */
  readonly history: (name: RepositoryName) => GitHistory;
  readonly writeAccess: Pick<WriteAccess, 'reason' | 'draftReason' | 'requestOnce'>;
  readonly author: (name: RepositoryName) => Promise<Author | undefined>;
  /** Stores how to restore drafts of the user that a tool discarded or replaced. */
  readonly keepUndo: (undo: Undo) => Promise<void>;
  readonly pullRequests: PullRequests;
  readonly decisions: PullRequestDecisions;
  readonly runs: Runs;
  readonly runList: RunList;
  readonly conversations: Conversations;
  readonly comments: Comments;
  readonly log: Log;
}

/** The options of every request of a tool: an action of the user goes first. */
export function inBackground(signal: AbortSignal): RequestOptions {
  return { signal, priority: 'background' };
}
