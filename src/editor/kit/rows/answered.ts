import type { SubjectChange } from '../changes.ts';
import type { Node } from '../tree/node.ts';
import type { RepositoryPlace } from './place.ts';
import { issueNode } from './issueRow.ts';
import { milestoneNode } from './milestoneRow.ts';
import { releaseNode } from './releaseRow.ts';

/** The row of a record from a response of the service; replaces the row `before`. */
export function answeredNode(
  place: RepositoryPlace,
  answer: NonNullable<SubjectChange['answer']>,
  before: Node | undefined,
): Node {
  switch (answer.kind) {
    case 'issues':
      return issueNode(place, answer.record);
    case 'milestones':
      return milestoneNode(place, answer.record);
    case 'releases': {
      // An edit does not change which release is the latest or its attachments, and some responses omit both.
      const latest = before?.row.context.split('+').includes('latest') === true;
      const node = releaseNode(place, answer.record, latest);
      return before?.children === undefined ? node : { ...node, children: before.children };
    }
  }
}
