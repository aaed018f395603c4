import type { CreatedComment, ListedComment } from '../../api/record/comment.ts';
import { commentOf, type Discussion } from './conversation.ts';

/**
 * The discussions of a list, oldest first. Replies are nested in their root, or are entries of the list with the same
 * discussion or with a parent. No entry is dropped; one that is listed in both ways is one.
 */
export function discussionsOf(entries: readonly ListedComment[]): readonly Discussion[] {
  const keyOfEntry = discussionKeys(entries);
  const groups = new Map<string, ListedComment[]>();
  for (const entry of entries) {
    const key = keyOfEntry(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return oldestFirst([...groups].map(([key, group]) => discussionOf(key, group)));
}

/** Finds the key of the discussion of an entry: the same for all entries of one, also when more pages are known. */
function discussionKeys(entries: readonly ListedComment[]): (entry: ListedComment) => string {
  const listed = new Map(entries.flatMap((entry) => (entry.id === undefined ? [] : [[entry.id, entry] as const])));
  const outer = new Map(
    entries.flatMap((entry) =>
      entry.replies.flatMap(({ id }) => (id === undefined || id === entry.id ? [] : [[id, entry] as const])),
    ),
  );
  const above = ({ id = '', parent_id = '', discussion_id }: ListedComment): ListedComment | undefined => {
    const nesting = outer.get(id);
    if (nesting !== undefined || discussion_id !== undefined) return nesting;
    return listed.get(parent_id) ?? outer.get(parent_id);
  };
  return (entry) => {
    const path = new Set<ListedComment>();
    for (let at: ListedComment | undefined = entry; at !== undefined; at = above(at)) {
      // Each is then a root of its own.
      if (path.has(at)) return keyOf(entry);
      path.add(at);
    }
    const top = [...path].at(-1) ?? entry;
    return top.discussion_id ?? keyOf(top);
  };
}

const keyOf = ({ id, user, created_at, body }: CreatedComment): string =>
  id ?? JSON.stringify([user?.login, created_at, body]);

function discussionOf(key: string, group: readonly ListedComment[]): Discussion {
  const nested = group.flatMap(({ replies }) => replies);
  const nestedIds = new Set(nested.map(({ id }) => id));
  const roots = group.filter(({ id }) => id === undefined || !nestedIds.has(id));
  const sorted = oldestFirst(roots.length === 0 ? group : roots);
  const root = sorted[0] ?? group[0];
  if (root === undefined) throw new Error('a discussion has a comment');
  const seen = new Set([root.id]);
  const isNew = ({ id }: CreatedComment): boolean => id === undefined || (!seen.has(id) && seen.add(id).has(id));
  const replies = oldestFirst([...group, ...nested].filter((one) => one !== root && isNew(one)));
  const all = [root, ...replies];
  const places = all.flatMap(({ place }) => place ?? []);
  return {
    ...commentOf(root),
    key,
    discussionId: all.map((one) => one.discussion_id).find((id) => id !== undefined),
    replies: replies.map(commentOf),
    // A host may name the place only in one of them.
    place: places.find(({ path }) => path !== undefined) ?? places[0],
    resolved: all.map(({ resolved }) => resolved).find((resolved) => resolved !== undefined),
    isOutdated: all.some((one) => one.is_outdated === true),
  };
}

interface Dated {
  readonly id: string | undefined;
  readonly created_at: string | undefined;
}

/** Hosts without times give later comments larger ids. */
function oldestFirst<T extends Dated>(items: readonly T[]): readonly T[] {
  const dated = items.map((item) => ({ item, time: Date.parse(item.created_at ?? '') || 0, id: item.id ?? '' }));
  return dated
    .sort((one, other) => one.time - other.time || one.id.length - other.id.length || (one.id < other.id ? -1 : 1))
    .map(({ item }) => item);
}
