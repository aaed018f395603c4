import { callByEitherEncoding, type EncodingChoices } from '../contract/alternateEncoding.ts';
import type { Endpoint, ItemOf, Params, ResultOf } from '../contract/endpoint.ts';
import { download } from '../http/download.ts';
import { endpoints } from './endpoints.ts';
import { optionalEndpoints } from './optionalEndpoints.ts';
import type { Failure } from '../../core/errors.ts';
import { failureOf } from '../contract/failure.ts';
import { pagesOf, type Pages } from './pages.ts';
import type { BodySource } from '../http/fetch.ts';
import { HostClock } from '../http/hostClock.ts';
import type { UploadGrant } from '../record/release.ts';
import type { Download, ReplyPage } from '../contract/reply.ts';
import { buildRequest, operationOf } from '../http/request.ts';
import { send, type CallOptions, type ReplyReader, type Sending } from '../http/send.ts';
import { transfer, type Transfer } from '../http/transfer.ts';
import { upload, type UploadOptions } from '../http/upload.ts';

type AnyEndpoint = Endpoint<string, unknown, unknown>;

interface Call<E> {
  (params: Params<E>, options?: CallOptions): Promise<ResultOf<E>>;
}

interface ListCall<E> extends Call<E> {
  /** The whole list. Each page is requested when it is consumed. `per_page` makes the pages smaller. */
  all(params: Omit<Params<E>, 'page'>, options?: CallOptions): Pages<ItemOf<E>>;
}

type Client<Table> = {
  readonly [Group in keyof Table]: {
    readonly [Name in keyof Table[Group]]: [ItemOf<Table[Group][Name]>] extends [never]
      ? Call<Table[Group][Name]>
      : ListCall<Table[Group][Name]>;
  };
};

/** The API of one host for one account: `await api.branches.get({ owner, repo, branch }, { signal })`. */
export type Api = Client<typeof endpoints & typeof optionalEndpoints> & {
  /** Sends bytes to the address of a `releases.uploadGrant`, with the headers of the grant and without the token. */
  readonly upload: (grant: UploadGrant, content: BodySource, options?: UploadOptions) => Promise<void>;
  /** The bytes at an address from the service (a `download_url`). A relative address is resolved at the API. */
  readonly download: (address: string, options?: CallOptions) => Promise<Download>;
  /** A request outside of the API: see `transfer`. */
  readonly transfer: <T>(request: Transfer, expected: ReplyReader<T>, options?: CallOptions) => Promise<T>;
  /** The time of the host at `local`: see `HostClock`. */
  readonly hostTime: (local: number) => number | undefined;
};

/** One function for each endpoint. Creating the client sends no request. */
export function createApi(parts: Sending): Api {
  const clock = new HostClock();
  const sending = { ...parts, clock };
  const settled: EncodingChoices = new Map();
  const groups = Object.entries({ ...endpoints, ...optionalEndpoints }).map(([group, rows]) => [
    group,
    Object.fromEntries(
      Object.entries<AnyEndpoint>(rows).map(([name, row]) => [name, callOf(sending, row as Endpoint, settled)]),
    ),
  ]);
  const others: Pick<Api, 'upload' | 'download' | 'transfer' | 'hostTime'> = {
    upload: (...call) => upload(sending, ...call),
    download: (...call) => download(sending, ...call),
    transfer: (...call) => transfer(sending, ...call),
    hostTime: (local) => clock.at(local),
  };
  return Object.assign(Object.fromEntries(groups) as Client<typeof endpoints & typeof optionalEndpoints>, others);
}

/** A conflict is about the name that the request gives to the record. */
function withTakenName(failure: Failure | undefined, params: Bag, naming: readonly string[]): Failure | undefined {
  const name = naming.map((field) => params[field]).find((value) => value !== undefined);
  return failure?.kind === 'conflict' && typeof name === 'string' ? failure.with({ about: [name] }) : failure;
}

type Bag = Readonly<Record<string, unknown>>;

const mostLogged = 20;

function callOf(sending: Sending, endpoint: Endpoint, settled: EncodingChoices): unknown {
  const { read, failure = failureOf, form } = endpoint.returns;
  const { paging, naming = [], alternateEncoding, exclude } = endpoint;
  const expectedOf = (params: Bag): ReplyReader<unknown> => ({
    read,
    failure: (reply) => withTakenName(failure(reply), params, naming),
    streamed: form === 'stream',
  });
  const callOnce = async (params: Bag, options: CallOptions = {}): Promise<unknown> => {
    const defaults = paging === undefined ? {} : { per_page: paging.perPage };
    const request = buildRequest(endpoint, { ...defaults, ...params }, sending.apiUrl);
    return await send(sending, request, expectedOf(params), options);
  };
  const call = alternateEncoding === undefined ? callOnce : callByEitherEncoding(alternateEncoding, settled, callOnce);
  if (form !== 'list') return call;
  const list = async (params: Bag, options: CallOptions = {}): Promise<ReplyPage<unknown>> => {
    const page = (await call(params, options)) as ReplyPage<unknown>;
    for (const why of page.unreadable.slice(0, mostLogged))
      sending.log.warn(`${operationOf(endpoint)}: a record could not be read: ${why}`);
    const notLogged = page.unreadable.length - mostLogged;
    if (notLogged > 0) sending.log.warn(`${operationOf(endpoint)}: ${notLogged} more records could not be read`);
    if (exclude === undefined) return page;
    const items = exclude(page.items, params, alternateEncoding && settled.get(alternateEncoding));
    return { ...page, items, excluded: page.items.length - items.length };
  };
  const all = (params: Bag, options: CallOptions = {}): Pages<unknown> =>
    pagesOf(
      paging,
      params.per_page === undefined ? undefined : Number(params.per_page),
      (page, per_page) => list(paging === undefined ? params : { ...params, page, per_page }, options),
      options.signal,
    );
  return Object.assign(list, { all });
}
