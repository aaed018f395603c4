import type { releaseFiles as fileTable } from '../../../src/api/endpoints/optional/more.ts';
import type { releases as table } from '../../../src/api/endpoints/releases.ts';
import { invalid, missing, ok, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import { errorAnswer } from '../faults.ts';
import { sendAsset } from '../downloads.ts';
import { assetId, latestOf, releaseForm } from '../forms/release.ts';
import type { Release, Repository } from '../state.ts';
import { assetOf } from '../uploads.ts';
import { makeTag } from './branches.ts';
import { made, changed, nothing, type Handlers } from './handler.ts';

export const releases: Handlers<typeof table> = {
  create: async (call) => {
    const repository = call.writable();
    const tag = call.text('tag_name');
    if (repository.releases.has(tag)) throw new Refusal(409, `Release already exists: ${tag}`);
    const target = call.optionalText('target_commitish') ?? repository.defaultBranch;
    const git = await repository.git();
    if (!(await git.refs()).tags.has(tag)) {
      const sha = await git.resolve(target, ['branch', 'commit']);
      if (sha === undefined) throw new Refusal(400, `${target} is not exist`, { code: 404, codeName: 'UN_KNOW' });
      await makeTag(call, repository, tag, sha, '');
    }
    const now = Date.now();
    const release: Release = {
      id: call.state.nextId(),
      tag,
      target,
      name: call.text('name'),
      body: call.text('body'),
      status: call.optionalText('release_status') === 'pre' ? 'pre' : 'latest',
      author: call.user.login,
      created: now,
      updated: now,
      draft: false,
      assets: [],
    };
    repository.releases.set(tag, release);
    return made(call, await releaseForm(call, repository, release));
  },

  edit: async (call) => {
    const repository = call.writable();
    const release = found(call, repository);
    if (call.text('tag_name') !== release.tag && call.habits.otherTagName === 'refused')
      throw invalid('tag_name cannot be changed');
    [release.name, release.body, release.updated] = [call.text('name'), call.text('body'), Date.now()];
    return changed(call, await releaseForm(call, repository, release, true));
  },

  uploadGrant: (call) => {
    const repository = call.writable();
    const release = found(call, repository);
    const { url, headers } = call.host.grantUpload(repository, release, call.text('file_name'));
    return ok({ url, headers });
  },

  list: async (call) => {
    const repository = call.repository();
    const all = [...repository.releases.values()].sort((one, other) => one.created - other.created);
    if (call.habits.releaseOrder === 'newest first') all.reverse();
    return ok(await Promise.all(all.map((release) => releaseForm(call, repository, release))));
  },

  latest: async (call) => {
    const repository = call.repository();
    const updated = [...repository.releases.values()].sort((one, other) => other.updated - one.updated)[0];
    const release = call.optionalText('type') === 'updated' ? updated : latestOf(repository);
    if (release === undefined) throw missing('404 Release Not Found');
    return ok(await releaseForm(call, repository, release));
  },

  get: async (call) => {
    const repository = call.repository();
    return ok(await releaseForm(call, repository, found(call, repository)));
  },

  byTag: async (call) => {
    const repository = call.repository();
    return ok(await releaseForm(call, repository, found(call, repository)));
  },

  download: async (call) => {
    const repository = call.repository();
    const release = found(call, repository);
    const asset = assetOf(release, call.text('file_name'));
    if (call.habits.download === 'error')
      return errorAnswer(missing('404 File Not Found'), { ...call.habits, errorStatus: '200' });
    if (call.habits.download === 'bytes') return await sendAsset(asset, call.range);
    const path = [repository.owner, repository.path, release.tag, asset.name].map(encodeURIComponent).join('/');
    return { status: 302, headers: { location: `${call.host.storageUrl}/download/${path}` } };
  },
};

export const releaseFiles: Handlers<typeof fileTable> = {
  remove: (call) => {
    const { assets } = found(call, call.writable());
    const at = assets.findIndex((asset) => assetId(call, asset) === call.number('attach_file_id'));
    if (at < 0) throw missing('404 Attachment Not Found');
    assets.splice(at, 1);
    return nothing(call, '204');
  },
};

function found(call: Call, repository: Repository): Release {
  const release = repository.releases.get(call.text('tag'));
  if (release === undefined) throw missing('404 Release Not Found');
  return release;
}
