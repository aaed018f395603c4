import { join } from 'node:path';
import { silent, type Log } from '../../src/core/log.ts';
import type { GitRepositories } from '../../src/domain/git/gitRepositories.ts';
import { createGit } from '../../src/git/git.ts';
import type { GitAccess, GitOptions } from '../../src/git/gitOptions.ts';
import type { Service } from '../service/handle.ts';

export interface TestGit extends GitRepositories, AsyncDisposable {
  /** The folder of all repositories. */
  readonly cache: string;
}

/** Git as a window has it, with its repositories in `folder`: `await using git = testGit(…)`. */
export function testGit(
  folder: string,
  credentials: GitOptions['credentials'],
  more: Partial<GitOptions> = {},
): TestGit {
  const log: Log = silent;
  const cache = join(folder, 'git');
  const git = createGit({
    folder: cache,
    command: () => Promise.resolve(undefined),
    enabled: () => true,
    capacity: () => 1024 ** 3,
    credentials,
    network: () => Promise.resolve({}),
    environment: process.env,
    log,
    ...more,
  });
  return Object.assign(git, { cache, [Symbol.asyncDispose]: () => git.stop() });
}

/** The access of `login` to the repositories of a local service. */
export function accessOf(service: Service, login: string | undefined): GitOptions['credentials'] {
  return ({ owner, repo }): Promise<GitAccess> =>
    Promise.resolve({
      url: `${service.url}/${owner}/${repo}.git`,
      ...(login === undefined ? {} : { token: { login, token: service.token(login) } }),
    });
}

/** A repository of the local service. */
export function named(fullName: string): { host: string; owner: string; repo: string } {
  const [owner = '', repo = ''] = fullName.split('/');
  return { host: 'local', owner, repo };
}
