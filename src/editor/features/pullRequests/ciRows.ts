import { l10n, Uri } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { delay } from '../../../core/async.ts';
import type { Discussion } from '../../../domain/conversation/conversation.ts';
import { pageAddressOrNone } from '../../../domain/hosts/webAddress.ts';
import { noteReports, type CiReport, type CiReports } from '../../../domain/runs/ciReports.ts';
import { formatAgo, formatAgoAt } from '../../kit/messages/format.ts';
import { described, group } from '../../kit/rows/group.ts';
import { repositoryTarget, type RepositoryPlace } from '../../kit/rows/place.ts';
import { runNode } from '../../kit/rows/runRow.ts';
import { ageText, ciParts, stateIcon, stateWord } from '../../kit/rows/runTexts.ts';
import { emptyNode, fixed, type Node } from '../../kit/tree/node.ts';

export interface CiRowParts {
  readonly loadCi: () => Promise<CiReports>;
}

/** Milliseconds that the other rows wait for those of the CI. */
const mostWait = 1_000;

/** The group with what each CI says; nothing where the host says in time that there is none. */
export async function ciNodes(
  place: RepositoryPlace,
  pull: PullRequest,
  { loadCi: load }: CiRowParts,
  conversation: { readonly all: () => Promise<readonly Discussion[]> },
  signal: AbortSignal,
): Promise<readonly Node[]> {
  if (pull.state !== 'open') return [];
  const read = async (signal: AbortSignal): Promise<readonly CiReport[]> => {
    const [reports, said] = await Promise.all([(await load()).of(place, pull, { signal }), conversation.all()]);
    return [...reports, ...noteReports(said, pull.head.sha)];
  };
  const late = (): undefined => undefined;
  // A failure is shown below the group, where it can be tried again.
  const first = await Promise.race([read(signal).catch(late), delay(mostWait, signal).then(late)]);
  if (first?.length === 0) return [];
  const children = fixed(async (signal) => {
    const nodes = (await read(signal)).map((report) => ciNode(place, pull.number, report));
    return nodes.length > 0 ? nodes : [emptyNode(l10n.t('No runs'))];
  });
  return [group('ci', { label: 'CI', icon: 'play-circle', context: 'pullRequestCi', expanded: true }, children)];
}

function ciNode(place: RepositoryPlace, number: string, report: CiReport): Node {
  const { run, pipeline, note } = report;
  const { name, status, source, time } = ciParts(report);
  if (run !== undefined) {
    const { row, ...node } = runNode(place, run, [ageText(report)]);
    return { ...node, row: { ...row, open: { command: 'sourcehost.run.show', title: l10n.t('Show Run') } } };
  }
  const page = pageAddressOrNone(pipeline?.web_url);
  const open = page && { command: 'vscode.open', title: l10n.t('Open on the Web'), arguments: [Uri.parse(page)] };
  const comment = { command: 'sourcehost.pullRequest.show', title: l10n.t('Show Pull Request') };
  return {
    id: note === undefined ? `pipeline:${pipeline.id}` : `note:${note.name}`,
    row: {
      label: name,
      description: described(stateWord(status), ageText(report), source, formatAgo(time)),
      ...stateIcon(status),
      context: note === undefined ? 'pipeline' : 'pipelineNote',
      ...(note === undefined ? open && { open } : { open: comment }),
    },
    tooltip: () => ({
      title: name,
      text: source,
      facts: [
        [l10n.t('State'), stateWord(status)],
        [l10n.t('Commit'), (note ?? pipeline).sha?.slice(0, 10)],
        [l10n.t('Begun by'), pipeline?.user?.login],
        [note === undefined ? l10n.t('Begun') : l10n.t('Updated'), formatAgoAt(time)],
      ],
    }),
    ...(note && { target: { ...repositoryTarget(place), number, comment: note.id } }),
  };
}
