import type { Branch } from '../../api/record/branch.ts';
import type { Tag } from '../../api/record/tag.ts';
import type { HostPlace } from '../hosts/connections.ts';
import { createOnce, creationAt, onlyPage, type Fit } from '../hosts/creations.ts';
import { inApi, type RequestOptions, type Source } from '../hosts/source.ts';
import { isSha } from '../objects/gitSha.ts';
import { findBranch } from './refs.ts';

interface NewRef {
  /** The branch, tag or commit that it starts from. */
  readonly refs: string;
  readonly name: string;
  /** Of a tag. */
  readonly message?: string | undefined;
}

/** Creates a branch by `createOnce`. */
export async function createBranch(
  place: HostPlace,
  { refs, name }: NewRef,
  options: RequestOptions,
): Promise<Branch | undefined> {
  const source = sourceOf(place);
  return await createOnce<Branch>(
    {
      ...creationAt(place.connection, place.name, 'branches'),
      sent: { refs, name },
      send: () => place.connection.api.branches.create({ ...inApi(source), refs, branch_name: name }, options),
      list: () => onlyPage(findBranch(source, name, options)),
      id: (branch) => branch.name,
      fits: (branch) => isFrom(place, branch.commit?.sha, refs, options),
    },
    options,
  );
}

/** Creates a tag by `createOnce`. */
export async function createTag(
  place: HostPlace,
  { refs, name, message }: NewRef,
  options: RequestOptions,
): Promise<Tag | undefined> {
  const { api } = place.connection;
  const at = inApi(place.name);
  return await createOnce<Tag>(
    {
      ...creationAt(place.connection, place.name, 'tags'),
      sent: { refs, name, message },
      send: () => api.tags.create({ ...at, refs, tag_name: name, tag_message: message }, options),
      list: () => api.tags.list.all(at, options).pages(),
      id: (tag) => tag.name,
      fits: async (tag) => tag.name === name && (await isFrom(place, tag.commit?.sha, refs, options)),
    },
    options,
  );
}

const sourceOf = ({ connection, name }: HostPlace): Source => ({ ...name, connect: () => Promise.resolve(connection) });

/** Whether `commit` is that of `refs` now; a branch can have moved since, and a tag is not looked for. */
async function isFrom(
  place: HostPlace,
  commit: string | undefined,
  refs: string,
  options: RequestOptions,
): Promise<Fit> {
  if (commit === undefined) return undefined;
  if (isSha(refs)) return commit === refs;
  return (await findBranch(sourceOf(place), refs, options))?.commit?.sha === commit || undefined;
}
