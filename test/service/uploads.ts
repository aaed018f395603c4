import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Refusal, type Answer } from './answer.ts';
import type { Grant } from './host.ts';
import type { LoggedRequest } from './requestLog.ts';
import type { Running } from './running.ts';
import { newSecret } from './secrets.ts';
import type { Asset, Release, Repository } from './state.ts';

interface Granted extends Grant {
  readonly release: Release;
  readonly repository: Repository;
  readonly name: string;
  readonly expires: number;
}

/** Upload grants, and their uploads. */
export class Uploads {
  readonly #grants = new Map<string, Granted>();

  grant(storageUrl: string, life: number, repository: Repository, release: Release, name: string): Grant {
    const key = `${repository.id}/${randomBytes(8).toString('hex')}/${encodeURIComponent(name)}`;
    const expires = Date.now() + life;
    const url = `${storageUrl}/${key}?AccessKeyId=local&Expires=${Math.floor(expires / 1000)}&Signature=${randomBytes(10).toString('hex')}`;
    const headers = {
      'Content-Type': 'application/octet-stream',
      'x-obs-acl': 'public-read',
      'x-obs-meta-project-id': String(repository.id),
      // Signed like the others, although it has no value.
      'x-obs-meta-note': '',
      'x-obs-callback': newSecret(),
    };
    this.#grants.set(url.slice(storageUrl.length), { url, headers, release, repository, name, expires });
    return { url, headers };
  }

  /** PUT to a granted address: streams the bytes to disk and attaches them to the release. */
  async put(running: Running, request: IncomingMessage, entry: LoggedRequest): Promise<Answer> {
    const { host, log } = running;
    const violate = (words: string): void => log.violate('upload.put', entry.path, words);
    const refuse = (status: number, code: string, words: string): Answer => {
      request.resume();
      return {
        status,
        headers: { 'content-type': 'application/xml' },
        bytes: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${words}</Message></Error>`,
      };
    };
    const granted = this.#grants.get(request.url ?? '');
    if (request.method !== 'PUT') return refuse(405, 'MethodNotAllowed', 'Only PUT is allowed');
    if (request.headers.authorization !== undefined) {
      violate('the token is sent to the storage');
      return refuse(400, 'InvalidArgument', 'Only one auth mechanism allowed');
    }
    if (granted === undefined) return refuse(403, 'SignatureDoesNotMatch', 'The address is not granted');
    entry.params = { file_name: granted.name, tag: granted.release.tag };
    if (granted.expires < Date.now()) return refuse(403, 'AccessDenied', 'Request has expired');
    for (const [name, value] of Object.entries(granted.headers))
      if (request.headers[name.toLowerCase()] !== value) {
        violate(
          `the granted header ${name} is ${request.headers[name.toLowerCase()] === undefined ? 'missing' : 'changed'}`,
        );
        return refuse(403, 'SignatureDoesNotMatch', `The header ${name} does not match`);
      }
    const file = join(host.directory, 'attachments', randomBytes(12).toString('hex'));
    await mkdir(join(host.directory, 'attachments'), { recursive: true });
    try {
      await pipeline(request, createWriteStream(file));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    const habits = host.habits('upload.put');
    if (habits.lostUpload) return { status: 200 };
    return attach(granted.release, { name: granted.name, type: 'attach', content: { file } }, habits.existingAsset)
      ? { status: 200 }
      : refuse(409, 'FileAlreadyExists', `${granted.name} already exists`);
  }
}

/** False if the name exists and the service refuses this. */
function attach({ assets }: Release, asset: Asset, existing: 'refused' | 'replaced' | 'both'): boolean {
  const at = assets.findIndex(({ name }) => name === asset.name);
  if (at >= 0 && existing === 'refused') return false;
  if (at >= 0 && existing === 'replaced') assets.splice(at, 1);
  assets.push(asset);
  return true;
}

/** An attachment by its name; refuses if the release has no such attachment. */
export function assetOf(release: Release, name: string): Asset {
  const asset = release.assets.findLast((one) => one.name === name);
  if (asset === undefined) throw new Refusal(404, '404 Attachment Not Found');
  return asset;
}
