import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure, messageOf } from '../core/errors.ts';
import type { FailureReason } from '../core/failureReason.ts';
import { gitProblemFailure } from '../domain/git/gitProblem.ts';
import type {
  GitProblem,
  GitRepositories,
  RemoteAddresses,
  Worktree,
  WorktreeWork,
} from '../domain/git/gitRepositories.ts';
import { tlsReasonIn, type TlsReason } from '../domain/git/tlsRules.ts';
import { repositoryKey, type RepositoryName } from '../domain/hosts/address.ts';
import { gitOriginOf } from '../domain/hosts/gitAddress.ts';
import { BareRepository } from './bareRepository.ts';
import { CacheFolder } from './cache/cacheFolder.ts';
import type { FetchParts, OriginFacts, RepositoryParts } from './commitFetch.ts';
import type { GitAccess } from '../domain/git/gitAccess.ts';
import { listArguments, localArguments, userEnvironment } from './gitEnvironment.ts';
import type { GitOptions } from './gitOptions.ts';
import { askGit, findGit, type GitProgram } from './gitProgram.ts';
import { GitRunner } from './gitRunner.ts';
import { limitedList, textOf } from './history/historyFormat.ts';
import { longestComparison } from './history/patches.ts';
import { withoutAlias } from './sshConfig.ts';
import { Worktrees } from './worktrees.ts';

/** Milliseconds after which a host that refused git, or a cache that could not be written, is used again. */
const problemFor = 5 * 60_000;

/** Milliseconds after which git is searched again if it was not there. */
const searchAgainAfter = 60_000;
const anyHost = '';
const diskReasons: readonly FailureReason[] = ['diskFull', 'gitCacheFailed'];

type NotUsable = Extract<GitProblem, 'off' | 'notInstalled' | 'tooOld'>;

/** Git on this computer. Starts no process and reads no file before the first call. */
export function createGit(options: GitOptions): GitRepositories {
  return new LocalGit(options);
}

class LocalGit implements GitRepositories {
  readonly #options: GitOptions;
  readonly #cache: CacheFolder;
  readonly #repositories = new Map<string, BareRepository>();
  readonly #facts = new Map<string, OriginFacts>();
  /** Temporary problems, by host; those of the cache by `anyHost`. */
  readonly #problems = new Map<string, { readonly problem: GitProblem; readonly until: number }>();
  #program:
    { readonly command: string | undefined; readonly search: ReturnType<typeof findGit>; until: number } | undefined;
  #runner: GitRunner | undefined;

  constructor(options: GitOptions) {
    this.#options = options;
    this.#cache = new CacheFolder(options.folder);
    this.#partsOfRepositories = this.#createParts();
  }

  async problem(host: string): Promise<GitProblem | undefined> {
    const program = await this.#find();
    if (typeof program === 'string') return program;
    return this.#temporaryProblem(host) ?? this.#temporaryProblem(anyHost);
  }

  of(name: RepositoryName): BareRepository {
    const key = repositoryKey(name);
    const repository = this.#repositories.get(key) ?? new BareRepository(name, this.#partsOfRepositories);
    this.#repositories.delete(key);
    this.#repositories.set(key, repository);
    return repository;
  }

  async read(host: string, sha: string): ReturnType<GitRepositories['read']> {
    for (const repository of this.#ofHost(host)) {
      const object = await repository.read(sha);
      if (object !== undefined) return object;
    }
    return undefined;
  }

  async stat(host: string, sha: string): ReturnType<GitRepositories['stat']> {
    for (const repository of this.#ofHost(host)) {
      const header = await repository.stat(sha);
      if (header !== undefined) return header;
    }
    return undefined;
  }

  async removeAll(host: string, names?: readonly RepositoryName[]): Promise<void> {
    if (names !== undefined) {
      await Promise.all(names.map((name) => this.of(name).remove()));
      return;
    }
    await Promise.all(this.#ofHost(host).map((repository) => repository.remove()));
    this.#problems.delete(host);
    await this.#cache.remove(this.#cache.pathOfHost(host));
  }

  async changedFiles(folder: string, ref: string): Promise<readonly string[]> {
    const runner = await this.#findRunner();
    if (typeof runner === 'string') throw gitProblemFailure(runner);
    const args = [
      'diff',
      '--name-only',
      '-z',
      '--no-renames',
      '--no-ext-diff',
      '--diff-filter=d',
      `HEAD...${ref}`,
      '--',
    ];
    const output = await textOf(limitedList(runner.run(join(folder, '.git'), args, { limit: longestComparison })));
    return output.split('\0').filter(Boolean);
  }

  async worktrees(folder: string): Promise<readonly Worktree[]> {
    return await (await this.#worktrees()).list(folder);
  }

  async addWorktree(...[folder, { name, ...worktree }]: Parameters<GitRepositories['addWorktree']>): Promise<void> {
    const { credentials, network } = this.#options;
    const access = await credentials(name);
    const variables = access === undefined ? {} : await network(access.url);
    await (await this.#worktrees()).add(folder, worktree, access, variables);
  }

  async worktreeWork(path: string): Promise<WorktreeWork> {
    return await (await this.#worktrees()).work(path);
  }

  async removeWorktree(folder: string, path: string): Promise<void> {
    await (await this.#worktrees()).remove(folder, path);
  }

  async addressesOf(folder: string, remote: string): Promise<RemoteAddresses> {
    const program = await this.#find();
    if (typeof program === 'string') return {};
    const { environment } = this.#options;
    const ssh = join(environment.HOME ?? homedir(), '.ssh');
    const address = async (...args: readonly string[]): Promise<string | undefined> => {
      const variables = { ...userEnvironment(environment), GIT_DIR: join(folder, '.git') };
      const { output } = await askGit(program.file, [...localArguments(), ...args, '--', remote], variables);
      return output === undefined ? undefined : await withoutAlias(output.trimEnd(), ssh);
    };
    return { fetch: await address('ls-remote', '--get-url'), push: await address('remote', 'get-url', '--push') };
  }

  async certificateProblem(url: string): Promise<TlsReason | undefined> {
    const program = await this.#find();
    if (typeof program === 'string') return undefined;
    const variables = { ...userEnvironment(this.#options.environment), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
    const args = listArguments(['HEAD'], { url, token: undefined, isFiltered: false });
    const { errors } = await askGit(program.file, args, variables);
    return tlsReasonIn(errors);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#repositories.values()].map((repository) => repository.close()));
    await this.#runner?.stop();
    await this.#cache.release();
  }

  readonly #partsOfRepositories: RepositoryParts;

  #createParts(): RepositoryParts {
    const { log, credentials, network, capacity, onWait } = this.#options;
    return {
      cache: this.#cache,
      log,
      runner: async () => {
        const runner = await this.#findRunner();
        return typeof runner === 'string' ? undefined : runner;
      },
      fetchParts: async (name): Promise<FetchParts> => {
        const runner = await this.#findRunner();
        if (typeof runner === 'string') throw gitProblemFailure(runner);
        return { runner, network, capacity, log, onWait: (wait) => onWait?.(name, wait) };
      },
      access: async (name): Promise<GitAccess> => {
        const access = await credentials(name);
        if (access === undefined || gitOriginOf(access.url) === undefined)
          throw new Failure('refused', 'no address for git', { reason: 'noCloneAddress' });
        return access;
      },
      factsOf: (url) => {
        const { origin } = new URL(url);
        const facts = this.#facts.get(origin) ?? { user: 'login', takesFilters: true, checkedLater: new Set() };
        this.#facts.set(origin, facts);
        return facts;
      },
      onFetched: ({ host }) => {
        this.#problems.delete(host);
        this.#problems.delete(anyHost);
      },
      onFailure: ({ host }, { reason, message }, hadToken) => {
        log.info(`git: ${message}`);
        const until = Date.now() + problemFor;
        if (reason === 'gitNoService' || (reason === 'gitTokenRefused' && hadToken))
          this.#problems.set(host, { problem: 'refused', until });
        if (diskReasons.some((one) => one === reason)) this.#problems.set(anyHost, { problem: 'cacheFailed', until });
      },
      makeRoom: () => this.#cache.makeRoom(capacity()),
    };
  }

  async #worktrees(): Promise<Worktrees> {
    const program = await this.#find();
    if (typeof program === 'string') throw gitProblemFailure(program);
    return new Worktrees(program, this.#options.environment);
  }

  #ofHost(host: string): BareRepository[] {
    return [...this.#repositories.values()].filter(({ name }) => name.host === host).reverse();
  }

  #temporaryProblem(key: string): GitProblem | undefined {
    const temporary = this.#problems.get(key);
    return temporary !== undefined && temporary.until > Date.now() ? temporary.problem : undefined;
  }

  async #findRunner(): Promise<GitRunner | NotUsable> {
    const program = await this.#find();
    if (typeof program === 'string') return program;
    if (this.#runner?.program !== program)
      this.#runner = new GitRunner({ program, environment: this.#options.environment, noHome: this.#cache.noHome });
    return this.#runner;
  }

  /** Searched again if the setting changed, and after a minute if git was not there. */
  async #find(): Promise<GitProgram | NotUsable> {
    if (!this.#options.enabled()) return 'off';
    const command = await this.#options.command();
    const now = Date.now();
    if (this.#program?.command !== command || (this.#program?.until ?? 0) < now)
      this.#program = { command, until: Infinity, search: findGit(command, this.#options.environment) };
    const searched = this.#program;
    if (searched === undefined) return 'notInstalled';
    const program = await searched.search.catch((error: unknown): NotUsable => {
      this.#options.log.warn(`git was not started: ${messageOf(error)}`);
      return 'notInstalled';
    });
    if (typeof program === 'string') searched.until = Math.min(searched.until, now + searchAgainAfter);
    return program;
  }
}
