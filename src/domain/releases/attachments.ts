import type { Api } from '../../api/client/client.ts';
import type { Download } from '../../api/contract/reply.ts';
import type { Release } from '../../api/record/release.ts';
import { Failure } from '../../core/errors.ts';
import { isSafeName, unusableReason, type RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import { confirmedChange } from '../hosts/creations.ts';
import { unsupported, type HostFeatures } from '../hosts/hostFeatures.ts';
import { portableName } from '../hosts/portableName.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';

export interface Attachment {
  readonly name: string;
  /** Sends the bytes to the address of the grant. */
  readonly send: (grant: Awaited<ReturnType<Api['releases']['uploadGrant']>>, signal: AbortSignal) => Promise<void>;
}

export interface Attached {
  readonly name: string;
  readonly failure: Failure | undefined;
}

interface At {
  readonly owner: string;
  readonly repo: string;
  readonly tag: string;
}

export const namesOf = (release: Release): ReadonlySet<string> => new Set(release.assets.map(({ name }) => name));

/**
 * Uploads one by one, because parallel uploads fail, each with its own grant, and reads the release once: an upload can
 * be accepted without being registered. GET …/releases/{tag}/upload_url, PUT to the grant, GET …/releases/tags/{tag}
 */
export async function attach(
  api: Api,
  at: At,
  files: readonly Attachment[],
  signal: AbortSignal,
  onFile: (name: string, index: number) => void,
): Promise<{ readonly release: Release; readonly files: readonly Attached[] }> {
  const results: Attached[] = [];
  for (const [index, { name, send }] of files.entries()) {
    onFile(name, index);
    results.push({
      name,
      failure: await failureOf(
        async () => await send(await api.releases.uploadGrant({ ...at, file_name: name }, { signal }), signal),
      ),
    });
    if (signal.aborted) break;
  }
  const release = await api.releases.byTag(at, signal.aborted ? {} : { signal });
  const there = namesOf(release);
  const unregistered = new Failure('refused', 'the service took the file but does not list it', {
    reason: 'notListed',
  });
  return {
    release,
    files: results.map(({ name, failure }) => ({
      name,
      failure: failure ?? (there.has(name) ? undefined : unregistered),
    })),
  };
}

/**
 * GET …/releases/{tag}/attach_files/{file_name}/download; `size` by the answer, else the release, else undefined.
 * An answer that looks like an error is the file only if the attachment has its size. @throws Failure of the answer
 */
export async function downloadAttachment(
  api: Api,
  at: At,
  name: string,
  signal: AbortSignal,
): Promise<Pick<Download, 'body' | 'size'>> {
  const { body, size, doubt } = await api.releases.download({ ...at, file_name: name }, { signal });
  if (doubt === undefined && size !== undefined) return { body, size };
  const release = await api.releases.byTag(at, { signal }).catch(() => undefined);
  const stated = release?.assets.find((asset) => asset.name === name)?.size;
  if (doubt === undefined || stated === doubt.size) return { body, size: size ?? stated };
  await body.cancel();
  throw doubt.failure;
}

/** Archives of the source code belong to the tag. */
export const ownAttachments = ({ assets }: Release): Release['assets'] =>
  assets.filter(({ type }) => type !== 'source');

/**
 * Removes an attachment, the newest one of its name, and reads the release again.
 * @throws Failure `missing` without such an attachment; `unsupported` if the host has no id of it, or no such operation
 */
export async function removeAttachment(
  features: HostFeatures,
  { connection, name }: { readonly connection: Connection; readonly name: RepositoryName },
  { tag, file_name }: { readonly tag: string; readonly file_name: string },
  options: RequestOptions,
): Promise<Release> {
  const { api, host } = connection;
  const at = { ...inApi(name), tag };
  const read = async (): Promise<Release> => await api.releases.byTag(at, options);
  const missing = new Failure('missing', 'the release has no such attachment', {
    field: 'file_name',
    reason: 'noFile',
    about: [file_name],
  });
  const attachment = ownAttachments(await read()).findLast((one) => one.name === file_name);
  if (attachment === undefined) throw missing;
  const { id: attach_file_id } = attachment;
  const page = webAddress(host, name, 'releases', tag);
  if (attach_file_id === undefined) throw unsupported(host, 'releaseFiles.remove', page);
  const removed = async (): Promise<Release | undefined> => {
    const release = await read();
    return release.assets.some(({ id }) => id === attach_file_id) ? undefined : release;
  };
  const removal = features.call(connection, {
    operation: 'releaseFiles.remove',
    page,
    send: async () => await api.releaseFiles.remove({ ...at, attach_file_id }, options),
    find: async () => {
      if ((await removed()) !== undefined) throw missing;
    },
  });
  const release = await confirmedChange(removal.then(removed), removed);
  if (release === undefined) throw new Failure('broken', 'the release still has the attachment', { reason: 'notMade' });
  return release;
}

async function failureOf(work: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** As a portable file name without misleading characters. @throws Failure `invalid` if `name` is not a file name */
export function fileNameOf(name: string): string {
  if (!isSafeName(name) || name.includes('\\'))
    throw new Failure('invalid', 'the attachment has a name that no file can have', {
      field: 'file_name',
      reason: unusableReason(name),
      about: [name],
    });
  return portableName(name);
}
