import { l10n } from 'vscode';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { ForkDistance, KnownRepositories } from '../../../domain/hosts/knownRepositories.ts';
import { described } from './group.ts';

/** `fork of alice/website`; undefined if it is not known to be a fork. */
export function forkText(knownRepositories: KnownRepositories, name: RepositoryName): string | undefined {
  const { forkOf } = knownRepositories.get(name);
  return forkOf === undefined ? undefined : l10n.t('fork of {0}', forkOf);
}

/** `2 ahead, 5 behind`; undefined while it is not known. */
export function distanceText(distance: Pick<ForkDistance, 'ahead' | 'behind'> | undefined): string | undefined {
  if (distance === undefined) return undefined;
  const { ahead, behind } = distance;
  if (ahead > 0 && behind > 0) return l10n.t('{0} ahead, {1} behind', ahead, behind);
  if (ahead > 0) return l10n.t('{0} ahead', ahead);
  return behind > 0 ? l10n.t('{0} behind', behind) : l10n.t('same as the parent');
}

/** As `distanceText`, of the branch `name`: with the branch of the parent if that has another name. */
export function branchDistance(name: string, distance: ForkDistance | undefined): string | undefined {
  const isOther = distance !== undefined && distance.other !== name;
  const compared = isOther ? l10n.t('compared with {0} of the parent', distance.other) : undefined;
  return described(distanceText(distance), compared);
}

/** As `distanceText`, of the default branch. */
export function forkDistance(knownRepositories: KnownRepositories, name: RepositoryName): string | undefined {
  const { defaultBranch } = knownRepositories.get(name);
  return defaultBranch === undefined ? undefined : distanceText(knownRepositories.distance(name, defaultBranch));
}
