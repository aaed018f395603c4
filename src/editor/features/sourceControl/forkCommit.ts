import { l10n } from 'vscode';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Connection, HostPlace } from '../../../domain/hosts/connections.ts';
import type { PushBlocker } from '../../../domain/permissions/pushBlockers.ts';
import { nameOf, type Forks } from '../../../domain/repositories/forks.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import type { Invocation } from '../../kit/command.ts';
import { choose } from '../../kit/prompts/prompt.ts';
import type { Services } from '../../services/services.ts';

type Run = Pick<Invocation, 'signal' | 'withProgress'>;

/** Whether a refused commit can go to a fork: an account that may push needs none. */
export async function canUseFork(
  { loadForks, connections, repositories }: Pick<Services, 'loadForks' | 'connections' | 'repositories'>,
  { branch }: Checkout,
  blocker: PushBlocker | undefined,
): Promise<boolean> {
  const helps = blocker === undefined || blocker.kind === 'readOnly';
  const { push } = repositories.knownRepositories.permissionsOf(branch, branch.account);
  if (!helps || branch.account === undefined || push === true) return false;
  return await (await loadForks()).canCreate(await connections.connect(branch.host, branch.account));
}

/** The fork of the account, made and waited for if there is none. */
export async function forkFor(
  forks: Forks,
  connection: Connection,
  name: RepositoryName,
  run: Run,
): Promise<RepositoryName> {
  const title = l10n.t('Waiting for the fork of {0}', fullName(name));
  const fork = await run.withProgress(title, (signal) => forks.create({ connection, name }, {}, { signal }));
  return nameOf(name.host, fork);
}

/** Creates a branch of the fork at a commit of the parent. Asks if a branch of the fork must be synchronized first. */
export async function branchInFork(
  forks: Forks,
  place: HostPlace,
  { branch }: Checkout,
  start: { readonly refs: string; readonly name: string },
  { signal }: Run,
): Promise<void> {
  const base = branch.branch;
  const own = fullName(place.name);
  const ask = async (kept?: string): Promise<string> =>
    await choose(
      kept === undefined
        ? l10n.t('{0} does not have the newest commits of {1}.', own, fullName(branch))
        : l10n.t('{0} of {1} has commits of its own.', base, own),
      kept === undefined
        ? l10n.t('Its branch {0} is brought to that of the parent first. Commits that only the fork has stay.', base)
        : l10n.t('They are kept on the new branch {0}. Then {1} is brought to that of the parent.', kept, base),
      kept === undefined ? l10n.t('Synchronize and Commit') : l10n.t('Keep Commits and Synchronize'),
    );
  const { host, owner, repo } = branch;
  await forks.createBranch(place, { ...start, parent: { host, owner, repo }, base }, ask, { signal });
}
