import type { Log } from './core/log.ts';
import type { FindGitAccess } from './domain/git/gitAccess.ts';
import type { GitRepositories } from './domain/git/gitRepositories.ts';
import { createGit } from './git/git.ts';
import type { GitOptions } from './git/gitOptions.ts';
import { gitNetwork } from './git/gitNetwork.ts';
import type { NetworkOptions } from './net/http/options.ts';

export interface GitParts {
  readonly folder: string;
  readonly path: () => string | undefined;
  readonly enabled: () => boolean;
  /** Bytes. */
  readonly capacity: () => number;
  readonly access: FindGitAccess;
  readonly network: () => NetworkOptions;
  readonly onWait?: GitOptions['onWait'];
  readonly log: Log;
}

/** Composes git. This file is loaded when git is used for the first time. */
export function composeGit(parts: GitParts): GitRepositories {
  const { folder, path, enabled, capacity, access, network, onWait, log } = parts;
  return createGit({
    folder,
    command: () => Promise.resolve(path()),
    enabled,
    capacity,
    onWait,
    log,
    credentials: access,
    network: gitNetwork({ settings: network, folder, log }),
    environment: process.env,
  });
}
