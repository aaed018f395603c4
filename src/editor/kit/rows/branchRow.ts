import { l10n } from 'vscode';
import type { Branch } from '../../../api/record/branch.ts';
import type { ForkDistance } from '../../../domain/hosts/knownRepositories.ts';
import { branchReports } from '../../../domain/runs/ciReports.ts';
import { formatAgoAt } from '../messages/format.ts';
import type { Node, Tooltip } from '../tree/node.ts';
import { branchDistance, distanceText } from './forkTexts.ts';
import { context, described, offlineFlag } from './group.ts';
import { apiName, denied, repositoryTarget, webPage, type RepositoryPlace } from './place.ts';
import { ciFacts, ciText, type RowRuns } from './runTexts.ts';

export function branchNode(place: RepositoryPlace, branch: Branch, ci?: RowRuns): Node {
  const isProtected = branch.protected === true;
  const { sha, message } = branch.commit ?? {};
  const title = (branch.commit?.commit?.message ?? message)?.split('\n')[0];
  // Not every list marks the default branch.
  const defaultNow = (): boolean =>
    branch.default ?? branch.name === place.knownRepositories.get(place.name).defaultBranch;
  const distance = (): ForkDistance | undefined => place.knownRepositories.distance(place.name, branch.name, sha);
  return {
    id: `branch:${branch.name}`,
    get order() {
      return defaultNow() ? ('first' as const) : undefined;
    },
    get row() {
      const isDefault = defaultNow();
      const offline = offlineFlag(place, branch.name);
      const flags = [isDefault ? l10n.t('default') : undefined, isProtected ? l10n.t('protected') : undefined, offline];
      return {
        label: branch.name,
        description: described(
          ...flags,
          branchDistance(branch.name, distance()),
          ciText(branchReports(ci?.known ?? [], branch.name, sha)),
          title,
        ),
        icon: isProtected ? 'lock' : 'git-branch',
        context: context('branch', {
          default: isDefault,
          protected: isProtected,
          fork: place.knownRepositories.get(place.name).forkOf !== undefined,
          ...denied(place),
          offline: offline !== undefined,
        }),
        open: { command: 'sourcehost.branch.show', title: l10n.t('Show Branch') },
      };
    },
    tooltip: (signal) => branchTooltip(place, branch.name, ci, signal),
    target: {
      ...repositoryTarget(place),
      ref: branch.name,
      refs: branch.name,
      head: branch.name,
      branch: branch.name,
      wildcard: branch.name,
      label: branch.name,
      sha,
      url: webPage(place, 'tree', branch.name),
    },
  };
}

async function branchTooltip(
  place: RepositoryPlace,
  name: string,
  ci: RowRuns | undefined,
  signal: AbortSignal,
): Promise<Tooltip> {
  const at = { ...apiName(place), branch: name };
  const reading = ci?.of(name, signal);
  const branch = await place.connection.api.branches.get(at, { signal, priority: 'background' });
  const { commit } = branch;
  const { forkOf = '' } = place.knownRepositories.get(place.name);
  const distance = place.knownRepositories.distance(place.name, name, commit?.sha);
  return {
    title: name,
    text: commit?.message ?? commit?.title,
    facts: [
      [l10n.t('Commit'), commit?.sha?.slice(0, 10)],
      [l10n.t('Author'), commit?.author_name],
      [l10n.t('Committed'), formatAgoAt(commit?.committed_date)],
      [l10n.t('You can push'), ifTrue(branch.can_push)],
      ...(distance === undefined
        ? []
        : [[l10n.t('Compared with {0}', `${forkOf}:${distance.other}`), distanceText(distance)] as const]),
      ...ciFacts(branchReports((await reading) ?? [], name, commit?.sha)),
    ],
  };
}

const ifTrue = (value: boolean | undefined): true | undefined => (value === true ? true : undefined);
