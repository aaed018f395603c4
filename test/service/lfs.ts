import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isObject, parseJson } from '../../src/core/text.ts';
import { missing, type Answer } from './answer.ts';
import type { Incoming } from './api.ts';
import { decode } from './check.ts';
import type { Host } from './host.ts';
import type { LoggedRequest } from './requestLog.ts';
import { demand, findRepository } from './rights.ts';
import type { Running } from './running.ts';
import { accountOf, askForToken } from './smartHttp.ts';
import type { Repository } from './state.ts';

const pattern = /^\/([^/]+)\/([^/]+)\.git\/info\/lfs\/(objects\/batch|objects\/verify|locks|locks\/verify)$/;

const operations: Readonly<Record<string, string>> = {
  'objects/batch': 'lfs.batch',
  'objects/verify': 'lfs.verify',
  locks: 'lfs.locks',
  'locks/verify': 'lfs.locks',
};

/** `lfs.batch`, `lfs.verify` or `lfs.locks`; undefined for another address. */
export function nameLfsRequest(path: string): string | undefined {
  return operations[pattern.exec(path)?.[3] ?? ''];
}

/** The storage of Git LFS: what may be sent and read at its addresses, and the contents on disk. */
export class LfsStorage {
  readonly #granted = new Map<string, { readonly path: string; readonly expires: number }>();

  async size({ directory }: Host, repository: Repository, oid: string): Promise<number | undefined> {
    return (await stat(fileOf(directory, repository, oid)).catch(() => undefined))?.size;
  }

  /** An address that is granted for `life` milliseconds, with the header that it needs. */
  grant({ storageUrl }: Host, repository: Repository, { oid }: Wanted, life: number): object {
    const path = `/lfs/${repository.id}/${oid}`;
    const secret = `Lfs ${randomBytes(16).toString('hex')}`;
    this.#granted.set(secret, { path, expires: Date.now() + life });
    return { href: `${storageUrl}${path}`, header: { Authorization: secret }, expires_in: Math.floor(life / 1000) };
  }

  /** GET and PUT of a content at a granted address. */
  async answer({ host, log }: Running, request: IncomingMessage, entry: LoggedRequest): Promise<Answer> {
    const [path = '', authorization = ''] = [request.url, request.headers.authorization];
    const granted = this.#granted.get(authorization);
    if (!authorization.startsWith('Lfs '))
      log.violate(entry.operation, path, 'another credential than the granted one is sent to the storage');
    if (granted?.path !== path || granted.expires < Date.now()) return { status: 403, bytes: 'Request has expired' };
    const [, , id = '', oid = ''] = path.split('/');
    const file = join(host.directory, 'lfs', id, oid);
    if (request.method === 'GET') {
      const size = (await stat(file).catch(() => undefined))?.size;
      if (size === undefined) return { status: 404, bytes: 'NoSuchKey' };
      return { status: 200, headers: { 'content-length': String(size) }, bytes: createReadStream(file) };
    }
    await mkdir(join(host.directory, 'lfs', id), { recursive: true });
    const [arriving, hash] = [`${file}.${randomBytes(6).toString('hex')}`, createHash('sha256')];
    request.on('data', (chunk: Buffer) => hash.update(chunk));
    try {
      await pipeline(request, createWriteStream(arriving));
    } catch (error) {
      await rm(arriving, { force: true });
      throw error;
    }
    if (hash.digest('hex') !== oid) {
      await rm(arriving, { force: true });
      return { status: 422, bytes: 'The content has another SHA-256' };
    }
    await rename(arriving, file);
    return { status: 200 };
  }
}

const fileOf = (directory: string, { id }: Repository, oid: string): string => join(directory, 'lfs', `${id}`, oid);

interface Wanted {
  readonly oid: string;
  readonly size: number;
}

const wantedIn = (value: unknown): readonly Wanted[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) =>
    isObject(one) && typeof one.oid === 'string' && /^[0-9a-f]{64}$/.test(one.oid)
      ? [{ oid: one.oid, size: Number(one.size) }]
      : [],
  );

/** The batch API, the verification of an upload, and the list of locks. The token is the password, as for git. */
export async function answerLfs(storage: LfsStorage, { host }: Running, incoming: Incoming): Promise<Answer> {
  const { request, path, entry, query } = incoming;
  const [, owner = '', name = '', what = ''] = pattern.exec(path) ?? [];
  const account = accountOf(host.state, host.habits('git'), request.headers.authorization);
  entry.account = account?.login;
  entry.params = { owner, repo: name };
  const repository = findRepository(host.state, decode(owner) ?? '', decode(name) ?? '');
  const given = parseJson(incoming.body.toString() || '{}');
  const { operation, objects, oid, size } = isObject(given) ? given : {};
  const isUpload = what === 'objects/verify' || operation === 'upload';
  if (what === 'objects/verify') {
    // The address of the answer has no token, so it names what it is for.
    const [wanted] = wantedIn({ oid, size });
    const isThere = wanted !== undefined && (await storage.size(host, repository, wanted.oid)) === wanted.size;
    return isThere ? { status: 200, json: {} } : { status: 404, json: { message: 'The object is not there' } };
  }
  if (account === undefined && (isUpload || repository.visibility !== 'public')) return askForToken;
  demand(host.state, repository, account, isUpload ? 'push' : 'pull');
  if (what === 'locks/verify') return ok({ ours: [], theirs: locksOf(repository) });
  if (what === 'locks')
    return ok({ locks: locksOf(repository).filter((lock) => (query.get('path') ?? lock.path) === lock.path) });
  if (operation !== 'upload' && operation !== 'download') throw missing();
  const { grantLife } = host.habits('lfs.batch');
  const answers = wantedIn(objects).map(async (wanted) => {
    const there = await storage.size(host, repository, wanted.oid);
    if (!isUpload && there === undefined) return { ...wanted, error: { code: 404, message: 'Object does not exist' } };
    if (isUpload && there !== undefined) return wanted;
    const verify = { href: `${host.url}/${owner}/${name}.git/info/lfs/objects/verify`, header: {} };
    const address = storage.grant(host, repository, wanted, grantLife);
    return { ...wanted, authenticated: true, actions: isUpload ? { upload: address, verify } : { download: address } };
  });
  return ok({ transfer: 'basic', objects: await Promise.all(answers), hash_algo: 'sha256' });
}

const ok = (json: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/vnd.git-lfs+json' },
  json,
});

const locksOf = ({ lfsLocks }: Repository): readonly { path: string }[] =>
  [...lfsLocks].map(([path, login], at) => ({
    id: String(at + 1),
    path,
    locked_at: new Date(0).toISOString(),
    owner: { name: login },
  }));
