import { l10n } from 'vscode';
import { fullName } from '../../../domain/hosts/address.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import { statusOfDifference, type Difference } from '../../../domain/repositories/compare.ts';
import type { ComparedRef } from '../../../domain/repositories/refComparison.ts';
import { statusText } from '../../kit/rows/changes/changedFile.ts';
import {
  comparedFileNodes,
  comparisonTitle,
  countText,
  shortRef,
  startText,
} from '../../kit/rows/changes/comparedFiles.ts';
import { orNoCommits } from '../../kit/rows/changes/commitRows.ts';
import { context, described } from '../../kit/rows/group.ts';
import { repositoryTarget } from '../../kit/rows/place.ts';
import { fixed, type Children, type Node } from '../../kit/tree/node.ts';
import type { Comparison } from './comparison.ts';

/** The key of the lists of all comparisons: see `Node.list`. */
export const comparedList = 'comparisons';

/** `asTree`: whether the files are shown in their folders. `onChange`: called when the row itself must be drawn again. */
export function comparisonNode(comparison: Comparison, asTree: () => boolean, onChange: () => void): Node {
  const { id, place, refs } = comparison;
  return {
    id,
    list: comparedList,
    // The number of files changes when the comparison is refreshed.
    get row() {
      const { length } = comparison.result.differences;
      return {
        label: l10n.t('{0}: {1}', comparisonTitle(refs), countText(length)),
        description: described(fullName(place.name), startText(refs, comparison.result)),
        icon: 'git-compare',
        context: context('comparison', { empty: length === 0 }),
        expanded: true,
      };
    },
    tooltip: () => ({
      title: comparisonTitle(refs),
      text: fullName(place.name),
      facts: [
        ...startFacts(comparison),
        [l10n.t('Before'), refText(comparison.result.base)],
        [l10n.t('After'), refText(comparison.result.head)],
        ...countsByStatus(comparison.result.differences),
      ],
    }),
    target: { ...repositoryTarget(place), ...refs, label: comparisonTitle(refs) },
    children: fixed(async (signal) => {
      const before = comparison.result;
      const result = await comparison.read(signal);
      if (result !== before) onChange();
      return comparedFileNodes({ place, refs, result, asTree: asTree(), whole: true });
    }, true),
  };
}

/** For a pull request: from where its changes are shown. */
function startFacts(comparison: Comparison): (readonly [string, string])[] {
  const { start } = comparison.result;
  if (start === undefined) return [];
  return [
    [l10n.t('Changes since'), startText(comparison.refs, comparison.result) ?? l10n.t('the common commit of both')],
  ];
}

/** The row of a history below comparisons; without them its commits are the rows of the view. */
export function historyNode(id: string, subject: string, children: Children): Node {
  const label = l10n.t('History of {0}', subject);
  return { id, row: { label, icon: 'history', context: 'history', expanded: true }, children: orNoCommits(children) };
}

function countsByStatus(differences: readonly Difference[]): (readonly [string, string])[] {
  const counts = Map.groupBy(differences, statusOfDifference);
  return Array.from(counts, ([status, { length }]) => [statusText(status), String(length)]);
}

const refText = ({ name, ref }: ComparedRef): string =>
  ref === undefined || ref === name || !isSha(ref) ? shortRef(name) : `${name} (${shortRef(ref)})`;
