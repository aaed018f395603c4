import { window, workspace } from 'vscode';
import { named } from '../../../core/log.ts';
import type * as pullRequestHead from '../../../domain/pullRequests/pullRequestHead.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { Services } from '../../services/services.ts';
import { registerPatches } from './patches.ts';
import { OpenedPullRequests } from './openedPullRequests.ts';

/** Registers what windows with the head of a pull request show. */
export function registerPullRequests(
  services: Services<Pick<typeof pullRequestHead, 'readPullRequestHead'>>,
  lifetime: Lifetime,
): void {
  const { connections, repositories, git, loadHostFeatures, afterwards, log, load } = services;
  lifetime.add(registerPatches(services.fetcher));
  lifetime.add(
    new OpenedPullRequests({
      folders: () => (workspace.workspaceFolders ?? []).map(({ uri }) => uri),
      readHead: async (name, number) => {
        const { readPullRequestHead } = await load();
        const [connection, features] = await Promise.all([connections.connect(name.host), loadHostFeatures()]);
        const options = { priority: 'background' } as const;
        const parts = { features, git, repositories };
        return (await readPullRequestHead(parts, connection, name, number, options)).headCommit;
      },
      replace: async (old, folder) => await afterwards.replace(old, folder, undefined),
      isFocused: () => window.state.focused,
      log: named(log, 'pullRequests'),
    }),
  );
}
