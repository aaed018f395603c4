import type { Api } from '../../../api/client/client.ts';
import type { Release } from '../../../api/record/release.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { confirmedChange, createOnce, findCreated, isBy, onlyPage, type Creation } from '../../hosts/creations.ts';
import { inApi, type RequestOptions } from '../../hosts/source.ts';
import type { RecordState } from '../text/recordField.ts';
import { createdIn, notesOf, sameText, type Kind, type LoadedRecord, type RecordScope } from './kind.ts';
import { RecordFields, type FieldTable } from './recordFields.ts';

type NewRelease = Omit<Parameters<Api['releases']['create']>[0], 'owner' | 'repo'>;
type ReleaseEdit = Parameters<Api['releases']['edit']>[0];

export const releaseTable = {
  name: {
    type: 'text',
    required: true,
    refusal: /\bname\b|名称/i,
    of: ({ name }) => name,
    input: ({ text }) => ({ name: text }),
  },
  tag_name: {
    type: 'text',
    required: true,
    onlyNew: true,
    source: 'refs',
    // A release is identified by its tag, so “already exists” means the tag.
    refusal: /\btags?\b|tag_name|already|标签|已存在/i,
    input: ({ text }) => ({ tag_name: text }),
  },
  target_commitish: {
    type: 'text',
    onlyNew: true,
    source: 'refs',
    refusal: /target|commitish|branch|分支/i,
    input: ({ text }) => ({ target_commitish: text }),
  },
  release_status: {
    type: 'choice',
    onlyNew: true,
    values: ['latest', 'pre'],
    initial: 'latest',
    refusal: /release_status|\bstatus\b/i,
    input: ({ text }) => ({ release_status: text === 'pre' ? 'pre' : 'latest' }),
  },
  body: { type: 'text', of: ({ body }) => body, input: ({ text }) => ({ body: text }) },
} satisfies FieldTable<Release, Partial<NewRelease>>;

const fields = new RecordFields<Release, Partial<NewRelease>>(releaseTable);

export const releaseKind: Kind = {
  kind: 'releases',
  fields: fields.fields,

  async read({ api, repository: { owner, repo } }, id, options) {
    const release = await unlessFailed(api.releases.byTag({ owner, repo, tag: id }, options), 'missing');
    // `byTag` cannot address a tag called `latest` or `tags`; `get` can.
    return loadedRelease(release ?? (await api.releases.get({ owner, repo, tag: id }, options)));
  },

  async create(place, snapshot, attempts) {
    const created = await createOnce(releaseCreation(place, await newReleaseOf(snapshot)), {}, attempts);
    return created && loadedRelease(created);
  },

  async findCreated(place, snapshot, attempt) {
    const created = await findCreated(releaseCreation(place, await newReleaseOf(snapshot)), attempt);
    return created && loadedRelease(created);
  },

  async edit({ api, repository: { owner, repo } }, id, { to }) {
    const { name = '', body = '' } = await fields.inputs(to, new Set(['name', 'body']));
    const edited = await editRelease(api, { owner, repo, tag: id, tag_name: id, name, body });
    return edited && loadedRelease(edited);
  },
};

const newReleaseOf = async (snapshot: RecordState): Promise<NewRelease> => ({
  tag_name: '',
  name: '',
  body: '',
  ...(await fields.inputs(snapshot, fields.newKeys(snapshot))),
});

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

/** Changes a release; reads it if the service does not confirm it. @throws Failure `broken` if it was not changed */
export async function editRelease(api: Api, change: ReleaseEdit, options?: CallOptions): Promise<Release | undefined> {
  const { owner, repo, tag_name: tag } = change;
  const find = async (): Promise<Release | undefined> => {
    const now = await api.releases.byTag({ owner, repo, tag }, options);
    return fields.holds(now, change) ? now : undefined;
  };
  return await confirmedChange(api.releases.edit(change, options), find);
}

/** `draft`, `pre` or `latest`; undefined if the service sends no status. */
export function releaseStatus({ release_status, prerelease, draft }: Release): string | undefined {
  if (draft === true) return 'draft';
  return release_status ?? (prerelease === true ? 'pre' : undefined);
}

export function loadedRelease(release: Release): LoadedRecord {
  const { tag_name, name = '', assets, author } = release;
  return {
    kind: 'releases',
    id: tag_name,
    title: name === '' ? tag_name : name,
    snapshot: fields.stateOf(release),
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
