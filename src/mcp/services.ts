import { join } from 'node:path';
import { lazily } from '../core/async.ts';
import { messageOf } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Storage } from '../core/storage.ts';
import { authorProfile } from '../domain/sourceControl/commit/accountAuthor.ts';
import type { Author } from '../domain/sourceControl/commit/journal.ts';
import type { GitRepositories } from '../domain/git/gitRepositories.ts';
import { gitAccess, type FindGitAccess } from '../domain/git/gitAccess.ts';
import { lazyGit } from '../domain/git/lazyGit.ts';
import type { Connections } from '../domain/hosts/connections.ts';
import type { Account, Host } from '../domain/hosts/hosts.ts';
import { HostFeatures } from '../domain/hosts/hostFeatures.ts';
import { KnownRepositories } from '../domain/hosts/knownRepositories.ts';
import { gitOriginsOf, sharesDomain } from '../domain/hosts/gitAddress.ts';
import { recordingConnections } from '../domain/hosts/recordingConnections.ts';
import { Comments } from '../domain/conversation/comments.ts';
import { Conversations } from '../domain/conversation/conversations.ts';
import { ObjectStore } from '../domain/objects/objectStore.ts';
import { WriteAccess } from '../domain/permissions/writeAccess.ts';
import { PullRequestDecisions } from '../domain/pullRequests/pullRequestDecisions.ts';
import { PullRequests } from '../domain/pullRequests/pullRequests.ts';
import { RunList } from '../domain/runs/runList.ts';
import { Runs } from '../domain/runs/runs.ts';
import { CommitFetcher } from '../domain/repositories/commitFetcher.ts';
import { RemoteRepositories } from '../domain/repositories/remoteRepositories.ts';
import { TextSearch } from '../domain/search/textSearch.ts';
import * as checkout from '../domain/sourceControl/workingTree/checkout.ts';
import { CheckoutRegistry } from '../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { storedPassword } from '../git/credential.ts';
import { composeGit } from '../composeGit.ts';
import { createStorage } from '../net/disk/storage.ts';
import { createEditorFetch } from '../net/http/editorFetch.ts';
import { TimeLimit } from '../net/timeLimit.ts';
import { allowList } from '../tools/kit/allowList.ts';
import type { ToolServices } from '../tools/kit/place.ts';
import { howToAllow } from './agentTexts.ts';
import { hostConnections, type HostConnections } from './hostConnections.ts';
import { passwordOrigins } from './targetHost.ts';

interface ServiceParts {
  readonly host: Host;
  /** Of the environment, for this host; empty: the password that git has for it. */
  readonly token: string;
  readonly repos: readonly string[];
  readonly requestsPerMinute: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly log: Log;
}

const megabyte = 1024 * 1024;
/** Bytes of cached files, and of repositories of git. */
const capacity = { objects: 256 * megabyte, git: 1024 * megabyte };

/** What tools need outside of the editor. `stop` ends the processes of git. */
export function createServices(parts: ServiceParts): {
  readonly services: ToolServices;
  readonly stop: () => Promise<void>;
} {
  const { host, repos, requestsPerMinute, folder, log } = parts;
  const storage = createStorage(folder);
  const secrets = lazily(async () => await secretsFor(parts));
  const token = async (): Promise<string | undefined> => (await secrets()).api;
  // That of Node itself, which has its own variables for proxies and certificates.
  const fetch = createEditorFetch(globalThis.fetch);
  const knownRepositories = new KnownRepositories();
  const hosts = hostConnections({ host, token, fetch, requestsPerMinute, log });
  const connections = recordingConnections(hosts, knownRepositories);
  const { git, fetcher, access } = gitParts({ ...parts, secrets, connections, knownRepositories });
  const objects = new ObjectStore({ storage, capacity: () => capacity.objects, log, git });
  const repositories = new RemoteRepositories({ connections, storage, objects, knownRepositories, git, access, log });
  const checkouts = new CheckoutRegistry({
    repositories,
    connections,
    storage,
    labels: { mine: 'draft', theirs: 'host' },
    pushing: {
      git: {
        problem: (id) => git.problem(id),
        of: (name) => git.of(name),
        demand: (...args) => fetcher.demand(...args),
      },
      method: () => 'auto',
    },
    load: () => Promise.resolve(checkout),
  });
  checkouts.onDidKeepDamaged((name) => log.warn(`a damaged draft is kept as ${join(folder, name)}`));
  const search = textSearch(git, fetcher, log);
  const named = allowList({ opened: [], pinned: [], setting: repos, hosts: [host] });
  const allowed = named.map((one) => ({ ...one, by: '--repos' as const }));
  const features = new HostFeatures(storage);
  const services: ToolServices = {
    allowed: () => Promise.resolve(allowed),
    howToAllow,
    connections,
    repositories,
    checkouts,
    search,
    fetcher,
    history: (name) => fetcher.history(name, { background: true }),
    // Without forks: only a window commits drafts to one.
    writeAccess: new WriteAccess(knownRepositories, connections),
    ...conversing(features, storage),
    author: lazyAuthor(hosts, host, log),
    // Drafts end with this process.
    keepUndo: () => Promise.resolve(),
    log,
  };
  const stop = async (): Promise<void> => {
    checkouts.dispose();
    await git.stop();
  };
  return { services, stop };
}

/** An expression of an agent may take a second for each file. */
function textSearch(git: GitRepositories, fetcher: CommitFetcher, log: Log): TextSearch {
  const limit = new TimeLimit(1_000);
  return new TextSearch({
    git,
    fetcher,
    limitTime: (work) => limit.run(work),
    log,
  });
}

/** The token for the API, and the password that git may send to `origins`. */
interface HostSecrets {
  readonly api?: string | undefined;
  readonly git?: { readonly password: string; readonly origins: readonly string[] } | undefined;
}

interface GitParts extends Pick<ServiceParts, 'host' | 'environment' | 'folder' | 'log'> {
  readonly secrets: () => Promise<HostSecrets>;
  readonly connections: Connections;
  readonly knownRepositories: KnownRepositories;
}

/** Git, and what fetches commits with it. It asks nothing: a repository of more than 200 MB is read without git. */
function gitParts({ host, environment, log, folder, secrets, connections, knownRepositories }: GitParts): {
  readonly git: GitRepositories;
  readonly fetcher: CommitFetcher;
  readonly access: FindGitAccess;
} {
  const tokenOf = async ({ host: id }: Account, origin: string): Promise<string | undefined> => {
    const { git } = id === host.id ? await secrets() : {};
    return git?.origins.includes(origin) === true ? git.password : undefined;
  };
  const access = gitAccess({ connections, addressOf: (name) => knownRepositories.get(name).gitUrl, tokenOf });
  const load = (): Promise<GitRepositories> =>
    Promise.resolve(
      composeGit({
        folder: join(folder, 'git'),
        path: () => undefined,
        enabled: () => true,
        capacity: () => capacity.git,
        access,
        network: () => ({ strictSSL: true, env: environment }),
        log,
      }),
    );
  const git = lazyGit({ load, hasRepositories: () => Promise.resolve(false), isEnabled: () => true });
  const { signal } = new AbortController();
  const fetcher = new CommitFetcher({
    git,
    show: async (_, work) => await work(signal, () => undefined),
    confirmLarge: () => Promise.resolve(false),
    log,
  });
  return { git, fetcher, access };
}

/** The token of the environment, else the password that git has for the host. An API on another domain never gets that one. */
async function secretsFor({ host, token, environment }: ServiceParts): Promise<HostSecrets> {
  const isShared = sharesDomain(host);
  if (token !== '' && isShared) return { api: token, git: { password: token, origins: gitOriginsOf(host) } };
  const password = await storedPassword(host.webUrl, environment);
  const git = password === undefined ? undefined : { password, origins: passwordOrigins(host) };
  return { api: token === '' ? (isShared ? password : undefined) : token, git };
}

function lazyAuthor(connections: HostConnections, host: Host, log: Log): ToolServices['author'] {
  const read = lazily(async (): Promise<Author | undefined> => {
    const user = await connections.user();
    if (user === undefined) return undefined;
    const { name, email } = await authorProfile(await connections.connect(host.id), user);
    return email === undefined ? undefined : { name, email };
  });
  return async () => {
    try {
      return await read();
    } catch (error) {
      log.info(`the author of commits is not known: ${messageOf(error)}`);
      return undefined;
    }
  };
}

/** Pull requests and what people say on them and on issues. */
function conversing(features: HostFeatures, storage: Storage) {
  const conversations = new Conversations(features);
  const comments = new Comments(features, conversations, storage);
  return {
    pullRequests: new PullRequests(features),
    decisions: new PullRequestDecisions(features),
    runs: new Runs(features),
    runList: new RunList(features),
    conversations,
    comments,
  };
}
