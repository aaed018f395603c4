import { silent } from '../../../src/core/log.ts';
import type { GitRepositories } from '../../../src/domain/git/gitRepositories.ts';
import { HostFeatures } from '../../../src/domain/hosts/hostFeatures.ts';
import { CommitFetcher } from '../../../src/domain/repositories/commitFetcher.ts';
import { memoryStorage } from '../../kit/memoryStorage.ts';
import { session } from '../../kit/remoteFiles.ts';
import type { Service } from '../../service/handle.ts';

/** A window of alice that fetches commits with `git`, and agrees to any size. */
export function fetchingWindow(service: Service, git: GitRepositories, features = new HostFeatures(memoryStorage())) {
  const { repositories, connect } = session(service, { git });
  const fetcher = new CommitFetcher({
    git,
    show: async (_, work) => await work(new AbortController().signal, () => undefined),
    confirmLarge: () => Promise.resolve(true),
    log: silent,
  });
  return { parts: { repositories, git, fetcher, features, log: silent }, connect };
}
