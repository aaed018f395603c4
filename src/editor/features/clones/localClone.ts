import { window } from 'vscode';
import { repositoryKey, type RepositoryName } from '../../../domain/hosts/address.ts';
import { repositoryOfAddress } from '../../../domain/hosts/activeRepository.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import type { GitApi, OpenedClone } from '../../kit/gitApi.ts';
import { byGit } from './cloner.ts';

/** A clone of a repository that is open in this window. */
export interface LocalClone {
  /** Checks out a branch of the remote, under the same name. @throws Failure if git refuses it */
  readonly checkOut: (branch: string) => Promise<void>;
  /** Changes the commit message in Source Control. */
  readonly changeMessage: (change: (message: string) => string) => void;
}

/** The open clone of `name`: that of the active file, else the first one. Undefined if no clone has it as a remote. */
export function findClone(api: GitApi, name: RepositoryName, hosts: readonly Host[]): LocalClone | undefined {
  const uri = window.activeTextEditor?.document.uri;
  const active = uri === undefined ? null : api.getRepository(uri);
  for (const clone of [...(active === null ? [] : [active]), ...api.repositories]) {
    const remote = remoteOf(clone, name, hosts);
    if (remote !== undefined) return localClone(clone, remote);
  }
  return undefined;
}

/** The name of the remote that is the repository `name`; undefined if there is none. */
function remoteOf({ state }: OpenedClone, name: RepositoryName, hosts: readonly Host[]): string | undefined {
  const found = state.remotes.find(({ fetchUrl, pushUrl }) => {
    const repository = repositoryOfAddress(fetchUrl ?? pushUrl ?? '', hosts);
    return repository !== undefined && repositoryKey(repository) === repositoryKey(name);
  });
  return found?.name;
}

function localClone(clone: OpenedClone, remote: string): LocalClone {
  return {
    checkOut: async (branch) => {
      await byGit(async () => {
        await clone.status();
        if (clone.state.HEAD?.name === branch) return;
        // A clone of one branch fetches no other branch by its name only.
        await clone.fetch(remote, `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`);
        const exists = await clone.getBranch(branch).then(
          () => true,
          () => false,
        );
        if (exists) {
          await clone.checkout(branch);
          return;
        }
        await clone.createBranch(branch, true, `${remote}/${branch}`);
        // Such a clone cannot track it either.
        await clone.setBranchUpstream(branch, `${remote}/${branch}`).catch(() => undefined);
      });
    },
    changeMessage: (change) => {
      clone.inputBox.value = change(clone.inputBox.value);
    },
  };
}
