import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silent } from '../../../src/core/log.ts';
import { CommitFetcher } from '../../../src/domain/repositories/commitFetcher.ts';
import { TextSearch } from '../../../src/domain/search/textSearch.ts';
import { TimeLimit } from '../../../src/net/timeLimit.ts';
import { testGit, type TestGit } from '../../kit/localGit.ts';
import { session, type Session } from '../../kit/remoteFiles.ts';
import type { RemoteService } from '../../kit/remoteService.ts';
import { megabyte } from '../kit/board.ts';
import { measure, type Measured } from '../kit/measure.ts';
import { DelayRows, type RowLimits } from './rows.ts';

const run = promisify(execFile);

/** A window with git, or without it. */
export interface BenchWindow extends AsyncDisposable {
  /** The folder of what git stores. */
  readonly folder: string;
  readonly session: Session;
  readonly git: TestGit;
  readonly search: TextSearch;
  readonly fetcher: CommitFetcher;
}

/** Measures work with git against a local service, at one delay after another. */
export class GitBench {
  readonly rows = new DelayRows();
  readonly service: RemoteService;
  readonly token: string;
  readonly #folder: string;
  #folders = 0;
  #delay = 0;

  constructor(service: RemoteService, token: string, folder: string) {
    this.service = service;
    this.token = token;
    this.#folder = folder;
  }

  get delay(): number {
    return this.#delay;
  }

  async setDelay(delay: number): Promise<void> {
    this.#delay = delay;
    await this.service.set({ latency: delay });
  }

  /** A folder of its own below that of the benchmark. */
  newFolder(): string {
    return join(this.#folder, `${(this.#folders += 1)}`);
  }

  /** Opens a window with new storage, or with that of an earlier one. */
  open({ folder = this.newFolder(), enabled = true }: { folder?: string; enabled?: boolean } = {}): BenchWindow {
    const { service, token } = this;
    const git = testGit(
      folder,
      ({ owner, repo }) =>
        Promise.resolve({ url: `${service.url}/${owner}/${repo}.git`, token: { login: 'alice', token } }),
      { enabled: () => enabled },
    );
    const fetcher = new CommitFetcher({
      git,
      show: (_, work) => work(new AbortController().signal, () => undefined),
      confirmLarge: () => Promise.resolve(true),
      log: silent,
    });
    const limit = new TimeLimit(250);
    const search = new TextSearch({
      git,
      fetcher,
      limitTime: (work) => limit.run(work),
      log: silent,
    });
    const one = session({ url: service.url, token: () => token }, enabled ? { git } : {});
    return { folder, session: one, git, search, fetcher, [Symbol.asyncDispose]: () => git.stop() };
  }

  /** Measures `work` at the delay of now and adds a row. */
  async measure(name: string, work: () => Promise<unknown>, limits: RowLimits = {}): Promise<Measured> {
    const measured = await measure(this.service, work);
    this.rows.add(name, this.#delay, measured, limits);
    return measured;
  }

  /** Clones a repository into `target` with the command of a user. */
  async clone(repository: string, target: string, ...options: readonly string[]): Promise<void> {
    await run('git', ['clone', '--quiet', ...options, this.address(repository), target], { maxBuffer: megabyte });
  }

  /** The address of a repository for git, with the token. */
  address(repository: string): string {
    const address = new URL(`/${repository}.git`, this.service.url);
    return Object.assign(address, { username: 'alice', password: this.token }).href;
  }

  /** Clones without contents, and returns the folder. Git fetches there those that it needs. */
  async partialClone(repository: string): Promise<string> {
    const folder = join(this.newFolder(), 'clone');
    await this.clone(repository, folder, '--bare', '--filter=blob:none');
    return folder;
  }
}

/** Runs git in a clone. */
export async function gitIn(folder: string, ...args: readonly string[]): Promise<void> {
  await run('git', ['-C', folder, ...args], { maxBuffer: 100 * megabyte });
}
