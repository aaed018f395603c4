import type { Fetch } from '../../../src/api/http/fetch.ts';
import { accountsOf } from '../../../src/editor/sidebar/accountRows.ts';
import { branchesOf } from '../../../src/editor/features/branches/branchRows.ts';
import { issuesOf } from '../../../src/editor/features/issues/issueRows.ts';
import { collaboratorsOf } from '../../../src/editor/features/members/memberRows.ts';
import { milestonesOf } from '../../../src/editor/features/milestones/milestoneRows.ts';
import { releasesOf } from '../../../src/editor/features/releases/releaseRows.ts';
import { resultsOf } from '../../../src/editor/features/repositories/searchResultRows.ts';
import { tagsOf } from '../../../src/editor/features/tags/tagRows.ts';
import { webhooksOf } from '../../../src/editor/features/webhooks/webhookRows.ts';
import type { RowEntry } from '../../../src/editor/kit/tree/listing.ts';
import type { Children } from '../../../src/editor/kit/tree/node.ts';
import { ProtectedTags } from '../../../src/editor/features/tags/protectedTags.ts';
import { Looking, Sidebar } from '../sidebar/sidebar.ts';

/** A row that sends a request when it is expanded or hovered. */
export interface Spot {
  readonly view: string;
  /** Identities of the rows on the path to it; empty: the view itself. */
  readonly path: readonly string[];
  readonly by: 'expanding' | 'resting';
  readonly operations: readonly string[];
}

/** Number of tested rows of one kind, and the depth. */
const mostOfKind = 2;
const deepest = 4;

/** The views of a new session without cached data. */
export async function freshViews(transport: Fetch): Promise<ReadonlyMap<string, Looking>> {
  const sidebar = new Sidebar(transport);
  const [website, platform] = [await sidebar.place('alice/website'), await sidebar.place('acme/platform')];
  await sidebar.enterprises.add('local/alice', 'globex');
  await sidebar.pinned.add(sidebar.at('acme/platform'));
  const views: Readonly<Record<string, Children>> = {
    repositories: accountsOf(sidebar),
    branches: branchesOf(platform, () => {}),
    tags: tagsOf(platform, new ProtectedTags(), () => {}),
    issues: issuesOf(website, {
      connections: sidebar.connections,
      filters: sidebar.filters,
      pinned: sidebar.pinned,
      queries: () => [{ name: 'Bugs', query: { state: 'all', labels: ['bug'] } }],
      onCounts: () => {},
      onMatchCount: () => {},
      onCounted: () => {},
      onAssigned: () => {},
      loadHostFeatures: sidebar.loadHostFeatures,
    }),
    milestones: milestonesOf(website, sidebar.filters),
    releases: releasesOf(website),
    members: collaboratorsOf(website),
    webhooks: webhooksOf(website, () => {}),
    users: resultsOf(website, { kind: 'users', host: 'local', query: { q: 'b' } }),
    'found issues': resultsOf(website, { kind: 'issues', host: 'local', query: { q: 'a', repo: 'alice/website' } }),
    'found repositories': resultsOf(website, { kind: 'repositories', host: 'local', query: { q: 'module' } }),
  };
  return new Map(Object.entries(views).map(([name, children]) => [name, new Looking(children)]));
}

/** The row at a spot; the rows above it are read first. */
export async function rowAt(looking: Looking, path: readonly string[]): Promise<RowEntry | undefined> {
  let at: RowEntry | undefined;
  for (const id of path) {
    at = (await looking.tree.children(at)).find(({ node }) => node.id === id);
    if (at === undefined) return undefined;
  }
  return at;
}

/** All rows of the views that send a request, collected in a complete pass without faults. */
export async function spotsOf(transport: Fetch, asked: () => Promise<readonly string[]>): Promise<Spot[]> {
  const spots: Spot[] = [];
  for (const [view, looking] of await freshViews(transport)) {
    const look = async (path: readonly string[], at: RowEntry | undefined): Promise<void> => {
      await asked();
      const rows = await looking.tree.children(at);
      const operations = await asked();
      if (operations.length > 0) spots.push({ view, path, by: 'expanding', operations });
      const seen = new Map<string, number>();
      for (const row of rows) {
        const {
          id,
          row: { context: kind },
          tooltip,
          children,
        } = row.node;
        const count = (seen.get(kind) ?? 0) + 1;
        seen.set(kind, count);
        if (count > mostOfKind) continue;
        const below = [...path, id];
        if (tooltip !== undefined && count === 1) {
          await tooltip(new AbortController().signal);
          const rested = await asked();
          if (rested.length > 0) spots.push({ view, path: below, by: 'resting', operations: rested });
        }
        if (children !== undefined && below.length < deepest) await look(below, row);
      }
    };
    await look([], undefined);
  }
  return spots;
}
