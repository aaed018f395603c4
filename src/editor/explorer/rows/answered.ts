import type { Answered } from '../../../domain/records/kinds/kind.ts';
import type { Node } from '../tree/node.ts';
import type { RepositoryPlace } from '../state/place.ts';
import { issueNode } from './issue.ts';
import { milestoneNode } from './milestone.ts';
import { releaseNode } from './release.ts';

/** A record that the service answered with, in the place of the row that stood for it before. */
export function answeredNode(place: RepositoryPlace, answer: Answered, before: Node | undefined): Node {
  switch (answer.kind) {
    case 'issues':
      return issueNode(place, answer.record);
    case 'milestones':
      return milestoneNode(place, answer.record);
    case 'releases': {
      // Which is the latest and what is attached does not change by editing, and not every answer tells.
      const latest = before?.row.context.split('+').includes('latest') === true;
      const node = releaseNode(place, answer.record, latest);
      return before?.children === undefined ? node : { ...node, children: before.children };
    }
  }
}
