import type { Api } from '../../api/client/client.ts';
import { failureOf } from '../../api/contract/failure.ts';
import { emptyReply, record, stream, type Reader } from '../../api/contract/reader.ts';
import { mayLead } from '../../api/http/origin.ts';
import type { Transfer } from '../../api/http/transfer.ts';
import { LfsBatch, LfsLocks, type LfsAction, type LfsObject } from '../../api/record/lfs.ts';
import { toBase64 } from '../../core/base64.ts';
import { joinBytes } from '../../core/bytes.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import type { GitAccess, GitToken } from '../git/gitAccess.ts';
import type { BlobOptions, Bytes } from '../objects/blobs.ts';
import { isContent, type Pointer } from './pointer.ts';

const mediaType = 'application/vnd.git-lfs+json';
/** Objects of one request: as many as git-lfs itself names. */
const mostInBatch = 100;
/** What the transport itself says. The others are as the answer says. */
const ofTransport = /^(?:host|connection|content-length|transfer-encoding|cookie|proxy-authorization)$/i;
/** What a host answers for an address that has expired: the next batch gives another one. */
const mayBeExpired = ['missing', 'invalid', 'refused'] as const;
/** The connection can be cut within a content, which nobody asked again for yet. */
const asksAgain = { upload: mayBeExpired, download: [...mayBeExpired, 'unreachable', 'timeout'] } as const;

export interface LfsContent extends Pointer {
  readonly bytes: Bytes;
}

type Kind = 'download' | 'upload';

/** The Git LFS of one repository: the batch API at its address for git, with the transfers `basic`. */
export class LfsServer {
  readonly #access: GitAccess;
  readonly #api: Pick<Api, 'transfer'>;

  constructor(access: GitAccess, api: Pick<Api, 'transfer'>) {
    this.#access = access;
    this.#api = api;
  }

  /**
   * `confirm` is called with the size before the content is requested.
   * @throws Failure `unsupported` without Git LFS; `missing` without the object; `unreadable` if it is another content
   */
  async download(pointer: Pointer, reading: BlobOptions, confirm?: (size: number) => Promise<void>): Promise<Bytes> {
    const [first] = await this.#batch('download', [pointer], undefined, reading);
    await confirm?.(pointer.size);
    const bytes = await this.#withFresh('download', pointer, first, reading, async ({ actions }) => {
      if (actions?.download === undefined) throw lacksObject();
      return await this.#get(actions.download, pointer, reading);
    });
    if (await isContent(bytes, pointer)) return bytes;
    throw new Failure('unreadable', `the content is not ${pointer.oid}`, { reason: 'damaged' });
  }

  /** Resolves when the host has, and has verified, every content. `ref`: the full name of the branch of their commit. */
  async upload(contents: readonly LfsContent[], ref: string, reading: BlobOptions): Promise<void> {
    const objects: LfsObject[] = [];
    // No content is sent before the host accepted all.
    for (let at = 0; at < contents.length; at += mostInBatch)
      objects.push(...(await this.#batch('upload', contents.slice(at, at + mostInBatch), ref, reading)));
    for (const content of contents) {
      const granted = objects.find(({ oid }) => oid === content.oid);
      const verify = await this.#withFresh('upload', content, granted, reading, async ({ actions = {} }) => {
        if (actions.upload !== undefined) await this.#put(actions.upload, content, reading);
        return actions.verify;
      });
      if (verify !== undefined) await this.#verify(verify, content, reading);
    }
  }

  /** The first lock on one of `paths` that another account holds; undefined if the host tells none. */
  async foreignLock(
    paths: readonly string[],
    reading: BlobOptions,
  ): Promise<{ path: string; owner: string } | undefined> {
    const { locks } = await this.#ask(
      { method: 'GET', at: 'locks?limit=100', body: undefined },
      record(LfsLocks),
      reading,
    );
    const lock = locks.find(({ path, owner }) => paths.includes(path) && owner?.name !== this.#access.token?.login);
    return lock?.owner === undefined ? undefined : { path: lock.path, owner: lock.owner.name };
  }

  /** @throws Failure as the host says it about one of the objects, which ends all */
  async #batch(
    operation: Kind,
    wanted: readonly Pointer[],
    ref: string | undefined,
    reading: BlobOptions,
  ): Promise<readonly LfsObject[]> {
    const body = {
      operation,
      transfers: ['basic'],
      ...(ref === undefined ? {} : { ref: { name: ref } }),
      objects: wanted.map(({ oid, size }) => ({ oid, size })),
      hash_algo: 'sha256',
    };
    const request = { method: 'POST', at: 'objects/batch', body: JSON.stringify(body) } as const;
    const { transfer = 'basic', objects } = await this.#ask(request, record(LfsBatch), reading).catch(
      (error: unknown) => {
        // A host without Git LFS answers as for any unknown address, often with a web page.
        throw isFailure(error, 'missing', 'unreadable', 'unsupported') ? hasNone(error) : error;
      },
    );
    if (transfer !== 'basic') throw hasNone(new Error(`the host wants transfers of the kind ${transfer}`));
    const refused = objects.find(({ error }) => error !== undefined)?.error;
    if (refused !== undefined) throw refusedObject(refused.code ?? 0, refused.message);
    return objects;
  }

  /** Runs `work` with the answer of the batch API, and once more with a fresh one if its addresses are refused. */
  async #withFresh<T>(
    kind: Kind,
    pointer: Pointer,
    granted: LfsObject | undefined,
    reading: BlobOptions,
    work: (object: LfsObject) => Promise<T>,
  ): Promise<T> {
    if (granted?.oid !== pointer.oid) throw lacksObject();
    try {
      return await work(granted);
    } catch (error) {
      if (granted.actions?.[kind] === undefined || !isFailure(error, ...asksAgain[kind])) throw error;
      const [fresh] = await this.#batch(kind, [pointer], undefined, reading);
      return await work(fresh ?? granted);
    }
  }

  async #get(action: LfsAction, { size }: Pointer, { onProgress, ...reading }: BlobOptions): Promise<Bytes> {
    const { body } = await this.#send(to(this.#access, 'GET', action), stream, reading).catch((error: unknown) => {
      throw isFailure(error, 'missing') ? lacksObject() : error;
    });
    const parts: Bytes[] = [];
    let received = 0;
    for await (const part of body) {
      parts.push(part);
      received += part.length;
      // It is not the content, however long it is.
      if (received > size) break;
      onProgress?.(received, size);
    }
    return joinBytes(parts);
  }

  async #put(action: LfsAction, { bytes, size }: LfsContent, reading: BlobOptions): Promise<void> {
    const request = to(this.#access, 'PUT', action, { 'content-type': 'application/octet-stream' });
    await this.#send({ ...request, body: { size, stream: () => new Blob([bytes]).stream() } }, emptyReply, reading);
  }

  async #verify(action: LfsAction, { oid, size }: Pointer, reading: BlobOptions): Promise<void> {
    const request = { ...to(this.#access, 'POST', action, json), body: JSON.stringify({ oid, size }) };
    await this.#send(request, emptyReply, reading);
  }

  /** To an address of the answer: what it refuses says nothing about the account, whose token it does not get. */
  async #send<T>(request: Transfer, { form, read }: Reader<T>, { signal, priority }: BlobOptions): Promise<T> {
    const expected = { failure: failureOf, read, streamed: form === 'stream' };
    return await this.#api.transfer(request, expected, { signal, priority }).catch((error: unknown) => {
      throw isFailure(error, 'signedOut', 'forbidden') ? error.with({ kind: 'refused' }) : error;
    });
  }

  /** To the repository itself, with its token as git sends it: as the password of Basic. */
  async #ask<T>(
    { method, at, body }: Pick<Transfer, 'method' | 'body'> & { readonly at: string },
    { read }: Reader<T>,
    { signal, priority }: BlobOptions,
  ): Promise<T> {
    const { url, token } = this.#access;
    const address = `${url.replace(/(?:\.git)?\/?$/, '.git')}/info/lfs/${at}`;
    const request = { operation: `${method} …/info/lfs/${at}`, method, url: address, body };
    const expected = { failure: failureOf, read, streamed: false };
    const send = async (headers: Transfer['headers']): Promise<T> =>
      await this.#api.transfer({ ...request, headers: { ...json, ...headers } }, expected, { signal, priority });
    if (token === undefined) return await send({});
    return await send(basic(token)).catch(async (error: unknown) => {
      // As for git: some hosts want this user name beside a token.
      if (!isFailure(error, 'signedOut')) throw error;
      return await send(basic({ ...token, login: 'oauth2' }));
    });
  }
}

const json = { accept: mediaType, 'content-type': mediaType };

const basic = ({ login, token }: GitToken): Transfer['headers'] => ({
  authorization: `Basic ${toBase64(new TextEncoder().encode(`${login}:${token}`))}`,
});

/** With the headers of the answer, and without the token. @throws Failure `refused` for an unsafe address */
function to(
  { url }: GitAccess,
  method: 'GET' | 'PUT' | 'POST',
  { href, header }: LfsAction,
  usual: Transfer['headers'] = {},
): Transfer {
  const operation = `${method} to an address of Git LFS`;
  if (!URL.canParse(href) || !mayLead(new URL(url), new URL(href)))
    throw new Failure('refused', 'the host gave an address that is not allowed', {
      operation,
      reason: 'unsafeAddress',
    });
  const said = Object.entries(header).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = { ...usual, ...Object.fromEntries(said.filter(([name]) => !ofTransport.test(name))) };
  return { operation, method, url: href, headers, body: undefined };
}

const lacksObject = (): Failure => new Failure('missing', 'the host lacks the object', { reason: 'lfsMissing' });

const hasNone = (cause: unknown): Failure =>
  new Failure('unsupported', 'the host has no Git LFS', { reason: 'lfsNone', cause });

/** What the batch API says about one object. */
function refusedObject(code: number, serverMessage: string | undefined): Failure {
  if (code === 404 || code === 410) return lacksObject();
  return new Failure('refused', `the host refuses an object: ${code}`, { status: code, serverMessage });
}
