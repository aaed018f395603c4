import { l10n, Uri } from 'vscode';
import type { Pipeline } from '../../../api/record/run.ts';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { delay } from '../../../core/async.ts';
import { pageAddressOrNone } from '../../../domain/hosts/webAddress.ts';
import type { CiReport, PullRequestRuns } from '../../../domain/runs/pullRequestRuns.ts';
import { formatAgo, formatAgoAt } from '../../kit/messages/format.ts';
import { described, group } from '../../kit/rows/group.ts';
import type { RepositoryPlace } from '../../kit/rows/place.ts';
import { runNode } from '../../kit/rows/runRow.ts';
import { stateIcon, stateWord } from '../../kit/rows/runTexts.ts';
import { emptyNode, fixed, type Node } from '../../kit/tree/node.ts';

export interface CiRowParts {
  readonly loadPullRequestRuns: () => Promise<PullRequestRuns>;
}

/** Milliseconds that the other rows wait for those of the CI. */
const mostWait = 1_000;

/** The group with what each CI says; nothing where the host says in time that there is none. */
export async function ciNodes(
  place: RepositoryPlace,
  pull: PullRequest,
  { loadPullRequestRuns: load }: CiRowParts,
  signal: AbortSignal,
): Promise<readonly Node[]> {
  if (pull.state !== 'open') return [];
  const read = async (signal: AbortSignal): Promise<readonly CiReport[]> =>
    await (await load()).of(place, pull, { signal });
  const late = (): undefined => undefined;
  // A failure is shown below the group, where it can be tried again.
  const first = await Promise.race([read(signal).catch(late), delay(mostWait, signal).then(late)]);
  if (first?.length === 0) return [];
  const children = fixed(async (signal) => {
    const nodes = (await read(signal)).map((report) => ciNode(place, report));
    return nodes.length > 0 ? nodes : [emptyNode(l10n.t('No runs'))];
  });
  return [group('ci', { label: 'CI', icon: 'play-circle', context: 'pullRequestCi', expanded: true }, children)];
}

function ciNode(place: RepositoryPlace, { about, run, pipeline }: CiReport): Node {
  if (run === undefined) return pipelineNode(pipeline, about);
  const { row, ...node } = runNode(place, run, [ageText(about)]);
  return { ...node, row: { ...row, open: { command: 'sourcehost.run.show', title: l10n.t('Show Run') } } };
}

function pipelineNode(pipeline: Pipeline, about: CiReport['about']): Node {
  const { id, status, sha, user, created_at: created } = pipeline;
  const page = pageAddressOrNone(pipeline.web_url);
  const open = page && { command: 'vscode.open', title: l10n.t('Open on the Web'), arguments: [Uri.parse(page)] };
  return {
    id: `pipeline:${id}`,
    row: {
      label: pipelineName(pipeline),
      description: described(stateWord(status), ageText(about), l10n.t('older pipeline'), formatAgo(created)),
      ...stateIcon(status),
      context: 'pipeline',
      ...(open && { open }),
    },
    tooltip: () => ({
      title: pipelineName(pipeline),
      facts: [
        [l10n.t('State'), stateWord(status)],
        [l10n.t('Commit'), sha?.slice(0, 10)],
        [l10n.t('Begun by'), user?.login],
        [l10n.t('Begun'), formatAgoAt(created)],
      ],
    }),
  };
}

export const pipelineName = ({ id, name }: Pipeline): string => name ?? `#${id}`;

/** Undefined: about the present head. */
export function ageText(about: CiReport['about']): string | undefined {
  if (about === 'head') return undefined;
  return about === 'earlier' ? l10n.t('about an earlier commit') : l10n.t('maybe older');
}
