import { milestoneFilter, type Filters } from '../../kit/rows/filters.ts';
import { milestoneNode } from '../../kit/rows/milestoneRow.ts';
import { apiName, type RepositoryPlace } from '../../kit/rows/place.ts';
import { paged, type Children } from '../../kit/tree/node.ts';

export function milestonesOf(place: RepositoryPlace, filters: Filters): Children {
  return paged({
    pages: (signal) =>
      place.connection.api.milestones.list.all(
        { ...apiName(place), ...milestoneFilter(filters), sort: 'due_on', direction: 'asc' },
        { signal },
      ),
    node: (milestone) => milestoneNode(place, milestone),
  });
}
