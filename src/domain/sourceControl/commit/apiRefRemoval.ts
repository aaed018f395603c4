import type { OptionalOperation } from '../../../api/client/optionalEndpoints.ts';
import type { Api } from '../../../api/client/client.ts';
import { Failure, nobodySignedIn } from '../../../core/errors.ts';
import { confirmedChange } from '../../hosts/creations.ts';
import type { HostFeatures } from '../../hosts/hostFeatures.ts';
import { inApi, type RequestOptions, type Source } from '../../hosts/source.ts';
import { webAddress } from '../../hosts/webAddress.ts';
import { findBranch, headOf, missingRef } from '../../refs/refs.ts';
import type { RemovableBranch, RemovableTag } from './refRemoval.ts';

interface Removal {
  readonly operation: OptionalOperation;
  /** The last part of the web page with all refs of this kind. */
  readonly page: 'branches' | 'tags';
  readonly send: (api: Api) => Promise<unknown>;
  readonly find: () => Promise<unknown>;
}

/** Removes branches and tags by the API, where git cannot be used and the host has the operations. */
export class ApiRefRemoval {
  readonly #features: HostFeatures;

  constructor(features: HostFeatures) {
    this.#features = features;
  }

  /**
   * Removes the branch if its latest commit is still the one that was read right before.
   * @throws Failure `unsupported` (reason `noOperation`); `missing`; `conflict` (reason `branchMoved`)
   */
  async remove(source: Source, { name, commit }: RemovableBranch, options: RequestOptions): Promise<void> {
    const find = () => findBranch(source, name, options);
    const branch = await find();
    if (branch === undefined) return missingRef(source, name, 'branch');
    if (headOf(branch, name).commit !== commit) throw movedRef(name);
    await this.#remove(source, {
      operation: 'refs.removeBranch',
      page: 'branches',
      send: (api) => api.refs.removeBranch({ ...inApi(source), name }, options),
      find,
    });
  }

  /** @throws Failure `missing`; `signedOut` */
  async readTag(source: Source, name: string, options: RequestOptions): Promise<RemovableTag> {
    const { account } = await source.connect();
    if (account === undefined) throw nobodySignedIn();
    const object = await findTag(source, name, options);
    return object === undefined ? missingRef(source, name, 'tag_name') : { name, object };
  }

  /** Removes the tag if it still names the commit that was read. @throws Failure as `remove` */
  async removeTag(source: Source, { name, object }: RemovableTag, options: RequestOptions): Promise<void> {
    const now = await findTag(source, name, options);
    if (now === undefined) return missingRef(source, name, 'tag_name');
    if (now !== object) throw movedRef(name);
    await this.#remove(source, {
      operation: 'refs.removeTag',
      page: 'tags',
      send: (api) => api.refs.removeTag({ ...inApi(source), tag_name: name }, options),
      find: () => findTag(source, name, options),
    });
  }

  /** If the answer is lost, the ref is looked for; nothing is sent again. */
  async #remove(source: Source, { operation, page, send, find }: Removal): Promise<void> {
    const connection = await source.connect();
    const removing = this.#features.call(connection, {
      operation,
      page: webAddress(connection.host, source, page),
      send: async (api) => {
        await send(api);
        return true;
      },
      find: async () => {
        if ((await find()) === undefined) throw new Failure('missing', 'the ref is gone', { status: 404 });
      },
    });
    await confirmedChange(removing, async () => (await find()) === undefined || undefined);
  }
}

export const movedRef = (name: string): Failure =>
  new Failure('conflict', `${name} moved`, { reason: 'branchMoved', sent: false });

async function findTag(source: Source, name: string, options: RequestOptions): Promise<string | undefined> {
  const { api } = await source.connect();
  for await (const tag of api.tags.list.all(inApi(source), options)) {
    if (tag.name === name) return tag.commit?.sha ?? '';
  }
  return undefined;
}
