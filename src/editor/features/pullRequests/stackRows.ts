import { l10n } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { shortSha } from '../../../domain/objects/gitSha.ts';
import type { PullRequestComparisonParts } from '../../../domain/pullRequests/pullRequestComparison.ts';
import { headsBelow, isOn, readStack } from '../../../domain/pullRequests/stack.ts';
import { group } from '../../kit/rows/group.ts';
import { target } from '../../kit/prompts/target.ts';
import { repositoryTarget, type RepositoryPlace } from '../../kit/rows/place.ts';
import { pullRequestNode, pullRequestTarget } from '../../kit/rows/pullRequestRow.ts';
import { emptyNode, fixed, type Node } from '../../kit/tree/node.ts';

/** By those that are known: with another base than the default branch it can stand on one that is not. Sends nothing. */
export const mayBeStacked = (
  { knownRepositories, name }: RepositoryPlace,
  pull: PullRequest | undefined,
  known: readonly PullRequest[],
): boolean =>
  pull === undefined ||
  ![undefined, pull.base.ref].includes(knownRepositories.get(name).defaultBranch) ||
  known.some((one) => isOn(pull, one) || isOn(one, pull));

/** The pull requests on which this one stands, and those on it. Without the record, the heads among its commits, by git. */
export function stackNode(
  place: RepositoryPlace,
  number: string,
  pull: PullRequest | undefined,
  loadComparison: () => Promise<PullRequestComparisonParts>,
): Node {
  const { connection, name, knownRepositories } = place;
  const children = fixed(async (signal) => {
    const parts = await loadComparison();
    if (pull === undefined) {
      const heads = await headsBelow(parts, connection, name, number, { signal });
      const nodes = heads.map(({ number: lower, sha }) => headNode(place, number, { number: lower, sha }));
      return nodes.length === 0 ? [alone()] : nodes;
    }
    const { defaultBranch } = knownRepositories.get(name);
    const { pulls, mergedBelow } = await readStack(
      parts.features,
      connection,
      name,
      { pull, defaultBranch },
      { signal },
    );
    const all = [...(mergedBelow === undefined ? [] : [mergedBelow]), ...pulls];
    if (all.length === 1) return [alone()];
    return all.map((one) => {
      const node = pullRequestNode(place, one, { lower: all.find(({ head }) => head.ref === one.base.ref)?.number });
      return one.number === number ? { ...node, row: { ...node.row, icon: 'arrow-small-right' } } : node;
    });
  });
  return group('pullRequestStack', { label: l10n.t('Stack'), icon: 'layers' }, children);
}

const alone = (): Node => emptyNode(l10n.t('The pull request is in no stack.'));

/** A click compares the pull request with the head below it. */
function headNode(
  place: RepositoryPlace,
  number: string,
  lower: { readonly number: string; readonly sha: string },
): Node {
  return {
    id: `stack:${lower.number}`,
    row: {
      label: `!${lower.number}`,
      description: shortSha(lower.sha),
      icon: 'git-pull-request',
      context: 'pullRequestBelow',
      open: {
        command: 'sourcehost.pullRequest.compare',
        title: l10n.t('Compare'),
        arguments: [{ [target]: { ...repositoryTarget(place), number, base: lower.sha } }],
      },
    },
    target: pullRequestTarget(place, lower.number),
  };
}
