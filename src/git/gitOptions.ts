import type { Log } from '../core/log.ts';
import type { GitAccess } from '../domain/git/gitAccess.ts';
import type { GitWait } from '../domain/git/gitRepositories.ts';
import type { RepositoryName } from '../domain/hosts/address.ts';

export interface GitOptions {
  /** Absolute path of the folder with all repositories. Created at the first fetch. */
  readonly folder: string;
  /** Absolute path of git; undefined: the git on the PATH. */
  readonly command: () => Promise<string | undefined>;
  /** Whether the user allows git. Read at each use. */
  readonly enabled: () => boolean;
  /** Maximum bytes of all repositories. Read at each use. */
  readonly capacity: () => number;
  readonly log: Log;
  /** Undefined if git cannot read the repository: its host is not known. */
  readonly credentials: (name: RepositoryName) => Promise<GitAccess | undefined>;
  /** Environment variables for the proxy and the certificates of `url`. May contain secrets. */
  readonly network: (url: string) => Promise<Readonly<Record<string, string>>>;
  readonly onWait?: ((name: RepositoryName, wait: GitWait) => void) | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}
