import { requires } from '../../core/requirement.ts';
import { get, patch, post } from '../contract/endpoint.ts';
import { line, name, oneOf, optional, text, textFlag } from '../contract/field.ts';
import { Release, UploadGrant } from '../record/release.ts';
import { list, record, stream, written } from '../contract/reader.ts';

export const releases = {
  create: post('/repos/{owner}/{repo}/releases', {
    body: {
      tag_name: name,
      name,
      body: text,
      target_commitish: optional(line),
      release_status: optional(oneOf('pre', 'latest')),
    },
    returns: written(Release),
    naming: ['tag_name'],
  }),
  edit: patch('/repos/{owner}/{repo}/releases/{tag}', {
    body: { tag_name: name, name, body: text },
    returns: written(Release),
    anonymous: true,
  }),
  uploadGrant: get('/repos/{owner}/{repo}/releases/{tag}/upload_url', {
    needsAccount: true,
    query: { file_name: name },
    returns: record(UploadGrant),
  }),
  list: get('/repos/{owner}/{repo}/releases', { returns: list(Release, 'tag_name'), anonymous: true }),
  latest: get('/repos/{owner}/{repo}/releases/latest', {
    query: { type: optional(oneOf('updated', 'latest')) },
    returns: record(Release),
  }),
  get: get('/repos/{owner}/{repo}/releases/{tag}', {
    query: { temp_download_url: optional(textFlag) },
    returns: record(Release),
    validate: ({ tag }) => (tag === 'latest' ? { field: 'tag', requirement: requires('ownOperation') } : undefined),
  }),
  byTag: get('/repos/{owner}/{repo}/releases/tags/{tag}', { returns: record(Release), anonymous: true }),
  /** The bytes of an attachment; the service may redirect to them. */
  download: get('/repos/{owner}/{repo}/releases/{tag}/attach_files/{file_name}/download', { returns: stream }),
};
