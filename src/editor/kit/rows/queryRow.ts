import { formatCount } from '../messages/format.ts';
import type { Children, Node } from '../tree/node.ts';
import { described } from './group.ts';
import { repositoryTarget, type RepositoryPlace } from './place.ts';

export interface QueryRow {
  readonly label: string;
  readonly icon?: string;
  /** The argument `query` of the filter command that shows the same in the list. */
  readonly argument: string;
  /** The line of the query, which the row shows beside the number of results; undefined: the label says it. */
  readonly line?: string;
  readonly context: 'issueQuery' | 'pullRequestQuery';
}

/** A query above its list. It expands to `list`, whose number it shows from then on; `redraw` gets the id of the row. */
export function queryNode(
  place: RepositoryPlace,
  { label, icon = 'filter', argument, line, context }: QueryRow,
  list: (onCount: (count: number | undefined) => void) => Children,
  redraw: (id: string) => void,
): Node {
  const id = `query:${argument}`;
  let total: number | undefined;
  return {
    id,
    get row() {
      const description = described(total === undefined ? undefined : formatCount(total), line);
      return { label, description, icon, context };
    },
    target: { ...repositoryTarget(place), query: argument, label },
    children: list((count) => {
      total = count;
      redraw(id);
    }),
  };
}
