import { toBase64 } from '../../core/base64.ts';
import { Failure, isFailure, mayBeDone, unlessFailed } from '../../core/errors.ts';
import { linkTarget, visible, withoutEnd } from '../../core/text.ts';
import type { Api } from '../../api/client/client.ts';
import type { CallOptions } from '../../api/http/send.ts';
import type { Upload } from '../../api/record/upload.ts';
import type { HostPlace } from './connections.ts';
import type { HostFeatures } from './hostFeatures.ts';
import type { Host } from './hosts.ts';
import type { inApi } from './source.ts';
import { webAddressOrNone } from './webAddress.ts';

/** Megabytes of the largest file. Hosts state it for pictures; others are held in memory just the same. */
export const mostMegabytes = 20;

const operations = ['uploads.picture', 'uploads.file'] as const;

export interface Uploaded {
  readonly url: string;
  /** A picture, or a link. */
  readonly markdown: string;
}

export const isPicture = (name: string): boolean => /\.(png|jpe?g|gif|webp|bmp|svg)$/i.test(name);

/** Whether the host said within a day that it takes no files. */
export async function lacksUploads(features: HostFeatures, host: Host): Promise<boolean> {
  return (await Promise.all(operations.map((one) => features.lacks(host, one)))).every(Boolean);
}

/** @throws Failure `invalid` if a file of `size` bytes is too large */
export function checkSize(name: string, size: number): void {
  if (size <= mostMegabytes * 1_000_000) return;
  throw new Failure('invalid', 'the file is too large', {
    reason: 'uploadTooLarge',
    about: [name, String(mostMegabytes)],
  });
}

/**
 * Uploads a file for texts of a repository, once: nobody can find out whether a lost one arrived.
 * @throws Failure `unsupported` if the host takes no files; with the reason `maybeUploaded` if the answer was lost
 */
export async function uploadFile(
  features: HostFeatures,
  place: HostPlace,
  file: File,
  options: CallOptions,
): Promise<Uploaded> {
  checkSize(file.name, file.size);
  const { host } = place.connection;
  const once = { ...options, once: true };
  const send = async (): Promise<Upload> => {
    if (isPicture(file.name)) {
      const given = { file_name: file.name, body: toBase64(new Uint8Array(await file.arrayBuffer())) };
      const sendPicture = (api: Api, at: ReturnType<typeof inApi>) => api.uploads.picture({ ...at, ...given }, once);
      const picture = features.callIn(place, 'uploads.picture', sendPicture, options);
      // A host may take files and no pictures: a file can be shown as well.
      const uploaded = await unlessFailed(picture, 'unsupported');
      if (uploaded !== undefined) return uploaded;
    }
    return await features.callIn(place, 'uploads.file', (api, at) => api.uploads.file({ ...at, file }, once), options);
  };
  try {
    const upload = await send();
    const url = upload.success === true ? addressOf(upload, host) : undefined;
    if (url === undefined) throw new Failure('refused', 'the host did not store the file', { reason: 'notUploaded' });
    return { url, markdown: `${isPicture(file.name) ? '!' : ''}[${labelOf(file.name)}](${url})` };
  } catch (error) {
    throw isFailure(error) ? said(error, file.name) : error;
  }
}

/** The name as the text of a link. Underscores are markup only beside a word. */
const labelOf = (name: string): string =>
  visible(name).replaceAll(/[\\[\]<>&`*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`);

/** Where the text of a link begins and ends. */
export const labelIn = (markdown: string): readonly [from: number, to: number] => [
  markdown.indexOf('[') + 1,
  markdown.lastIndexOf(']('),
];

/** The name that a link shows. */
export const nameIn = (markdown: string): string =>
  markdown.slice(...labelIn(markdown)).replaceAll(/\\([^\p{L}\p{N}])/gu, '$1');

function said(failure: Failure, name: string): Failure {
  if (failure.status === 413) return failure.with({ reason: 'hostTooLarge', about: [name] });
  if (failure.status === 415) return failure.with({ reason: 'uploadType', about: [name] });
  return mayBeDone(failure) ? failure.with({ reason: 'maybeUploaded' }) : failure;
}

/** Only an address of the host itself, so that no reader is led elsewhere. */
function addressOf({ path, full_path }: Upload, { webUrl }: Host): string | undefined {
  const own = new URL(webUrl).hostname;
  const whole = webAddressOrNone(full_path);
  const at = whole === undefined ? '' : new URL(whole).hostname;
  if (whole !== undefined && (at === own || at.endsWith(`.${own}`))) return linkTarget(new URL(whole).href);
  if (path === undefined) return undefined;
  return linkTarget(new URL(`${withoutEnd(webUrl, '/')}/${path.replace(/^\/+/, '')}`).href);
}
