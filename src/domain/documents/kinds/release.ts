import type { Api } from '../../../api/client/client.ts';
import type { Release } from '../../../api/record/release.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { confirmedChange, createOnce, findCreated, isBy, onlyPage, type Creation } from '../../hosts/creations.ts';
import { inApi, type RequestOptions } from '../../hosts/source.ts';
import { field, type RecordState } from '../text/recordField.ts';
import { createdIn, notesOf, sameText, valueText, type Kind, type LoadedRecord, type RecordScope } from './kind.ts';

export const releaseKind: Kind = {
  kind: 'releases',
  fields: [
    field('name', 'text', { required: true }),
    field('tag_name', 'text', { required: true, onlyNew: true, source: 'refs' }),
    field('target_commitish', 'text', { onlyNew: true, source: 'refs' }),
    field('release_status', 'choice', { onlyNew: true, values: ['latest', 'pre'], initial: 'latest' }),
  ],

  async read({ api, repository: { owner, repo } }, id, options) {
    const release = await unlessFailed(api.releases.byTag({ owner, repo, tag: id }, options), 'missing');
    // `byTag` cannot address a tag called `latest` or `tags`; `get` can.
    return loadedRelease(release ?? (await api.releases.get({ owner, repo, tag: id }, options)));
  },

  async create(place, snapshot, attempts) {
    const created = await createOnce(releaseCreation(place, newReleaseOf(snapshot)), {}, attempts);
    return created && loadedRelease(created);
  },

  async findCreated(place, snapshot, attempt) {
    const created = await findCreated(releaseCreation(place, newReleaseOf(snapshot)), attempt);
    return created && loadedRelease(created);
  },

  async edit({ api, repository: { owner, repo } }, id, { to }) {
    const edited = await editRelease(api, {
      owner,
      repo,
      tag: id,
      tag_name: id,
      name: (valueText(to, 'name') ?? '').toWellFormed(),
      body: to.body.toWellFormed(),
    });
    return edited && loadedRelease(edited);
  },

  comments: undefined,
};

type NewRelease = Omit<Parameters<Api['releases']['create']>[0], 'owner' | 'repo'>;

function newReleaseOf(snapshot: RecordState): NewRelease {
  const status = valueText(snapshot, 'release_status');
  return {
    tag_name: valueText(snapshot, 'tag_name') ?? '',
    name: valueText(snapshot, 'name') ?? '',
    body: snapshot.body.toWellFormed(),
    target_commitish: valueText(snapshot, 'target_commitish'),
    release_status: status === 'pre' || status === 'latest' ? status : undefined,
  };
}

/** The time of a release can be that of its commit, so its tag identifies it. */
export function releaseCreation(
  place: RecordScope,
  inputs: NewRelease,
  options: RequestOptions = {},
): Creation<Release> {
  const { api, repository, login } = place;
  const at = inApi(repository);
  return {
    ...createdIn(place, 'releases'),
    sent: inputs,
    send: async () => await api.releases.create({ ...at, ...inputs }, options),
    list: () => onlyPage(unlessFailed(api.releases.byTag({ ...at, tag: inputs.tag_name }, options), 'missing')),
    id: ({ tag_name }) => tag_name,
    // Not every host finds a tag that is a word of the API.
    fits: ({ tag_name, name = '', body = '', author }) =>
      tag_name === inputs.tag_name &&
      sameText(name, inputs.name) &&
      sameText(body, inputs.body) &&
      isBy(author, login) !== false,
  };
}

type ReleaseEdit = Parameters<Api['releases']['edit']>[0];

/** Changes a release; reads it if the service does not confirm it. @throws Failure `broken` if it was not changed */
export async function editRelease(api: Api, change: ReleaseEdit, options?: CallOptions): Promise<Release | undefined> {
  const { owner, repo, tag_name: tag, name, body } = change;
  const find = async (): Promise<Release | undefined> => {
    const now = await api.releases.byTag({ owner, repo, tag }, options);
    return now.name === name && sameText(now.body ?? '', body) ? now : undefined;
  };
  return await confirmedChange(api.releases.edit(change, options), find);
}

/** `draft`, `pre` or `latest`; undefined if the service sends no status. */
export function releaseStatus({ release_status, prerelease, draft }: Release): string | undefined {
  if (draft === true) return 'draft';
  return release_status ?? (prerelease === true ? 'pre' : undefined);
}

export function loadedRelease(release: Release): LoadedRecord {
  const { tag_name, name = '', body = '', assets, author } = release;
  return {
    kind: 'releases',
    id: tag_name,
    title: name === '' ? tag_name : name,
    snapshot: { values: { name: name === '' ? undefined : name }, body },
    omittedKeys: [],
    notes: notesOf({
      tag: tag_name,
      target: release.target_commitish,
      status: releaseStatus(release),
      author: author?.login,
      created: release.created_at,
      attachments: assets.map((asset) => asset.name).join(', '),
    }),
    updated: undefined,
    webUrl: undefined,
    record: release,
  };
}
