import type { Requirement } from '../../core/requirement.ts';
import type { AlternateEncoding } from './alternateEncoding.ts';
import { optional, range, type Fields, type Inputs } from './field.ts';
import type { RecordSchema } from '../record/decode.ts';
import { list, type Key, type Reader, type Within } from './reader.ts';
import type { ReplyPage } from './reply.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation of the API, as the client, the tests and the local test service use it. */
export interface Endpoint<Path extends string = string, Query = Fields, Body = Fields, Result = unknown> {
  readonly method: Method;
  /** Path template without the prefix `/api/v5`, for example `/repos/{owner}/{repo}`; of another version with its `/api/`. */
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  /** The field of `body` whose value is the whole JSON body. */
  readonly wholeBody?: string;
  /** The body is a form, in which each value of a list is a field; else it is JSON. */
  readonly form?: boolean;
  readonly returns: Reader<Result>;
  readonly paging?: Paging;
  /** Whether the description calls the token optional. */
  readonly anonymous: boolean;
  /** Whether nothing is sent without a token, because the operation changes something or concerns an account. */
  readonly needsAccount: boolean;
  /** Inputs that name the record, the first given one counts. The service rejects a name that another record has. */
  readonly naming?: readonly string[];
  readonly validate?: Validate;
  readonly alternateEncoding?: AlternateEncoding;
  readonly exclude?: Exclude;
}

/** The records that belong to the request. `encoding`: the one that the service understood, if it is known. */
export type Exclude = (
  records: readonly unknown[],
  params: Readonly<Record<string, unknown>>,
  encoding: 'first' | 'other' | undefined,
) => readonly unknown[];

/** The first input that conflicts with the others, and the rule it breaks; undefined if the inputs are valid. */
export type Validate = (
  params: Readonly<Record<string, unknown>>,
) => { field: string; requirement: Requirement } | undefined;

export interface Paging {
  readonly perPage: number;
  readonly lastPage: number;
  /** True: a page shorter than `perPage` is the last one. False (searches): only an empty page is the end. */
  readonly shortIsLast: boolean;
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;
type Flat<T> = { [K in keyof T]: T[K] };

/** The parameters of path, query and body in one flat object, with the names of the API. */
export type Params<E> =
  E extends Endpoint<infer Path, infer Query, infer Body>
    ? Flat<{ readonly [K in PathNames<Path>]: string | number } & Inputs<Query> & Inputs<Body>>
    : never;

export type ResultOf<E> = E extends { readonly returns: Reader<infer Result> } ? Result : never;
export type ItemOf<E> = ResultOf<E> extends ReplyPage<infer Item> ? Item : never;

// oxlint-disable-next-line typescript/no-empty-object-type -- no fields at all
type None = {};

interface Description<Query, Body, Result> {
  readonly query?: Query;
  readonly body?: Body;
  readonly wholeBody?: keyof Body & string;
  readonly form?: boolean;
  readonly returns: Reader<Result>;
  readonly paging?: Paging;
  readonly anonymous?: boolean;
  /** Default: true for a change. */
  readonly needsAccount?: boolean;
  readonly naming?: readonly (keyof Body & string)[];
  readonly validate?: Validate;
  readonly alternateEncoding?: AlternateEncoding;
  readonly exclude?: Exclude;
}

const describe =
  (method: Method) =>
  <const Path extends string, Result, Query extends Fields = None, Body extends Fields = None>(
    path: Path,
    description: Description<Query, Body, Result>,
  ): Endpoint<Path, Query, Body, Result> => ({
    ...description,
    method,
    path,
    query: description.query ?? ({} as Query),
    body: description.body ?? ({} as Body),
    anonymous: description.anonymous ?? false,
    needsAccount: description.needsAccount ?? method !== 'GET',
  });

export const get = describe('GET');
export const post = describe('POST');
export const put = describe('PUT');
export const patch = describe('PATCH');
export const del = describe('DELETE');

const listingOf = ({ perPage, lastPage }: Paging) => ({
  page: optional(range(1, lastPage)),
  per_page: optional(range(1, perPage)),
});
type Listing = ReturnType<typeof listingOf>;

interface ListDescription<Query, Item> {
  readonly query?: Query;
  readonly of: RecordSchema<Item>;
  readonly key: Key<Item>;
  readonly within?: Within;
  readonly anonymous?: boolean;
  readonly needsAccount?: boolean;
  readonly validate?: Validate;
  readonly alternateEncoding?: AlternateEncoding;
  readonly exclude?: Exclude;
}

const describeList =
  (paging: Paging) =>
  <const Path extends string, Item, Query extends Fields = None>(
    path: Path,
    { query, of, key, within, ...more }: ListDescription<Query, Item>,
  ): Endpoint<Path, Query & Listing, None, ReplyPage<Item>> =>
    get<Path, ReplyPage<Item>, Query & Listing>(path, {
      query: { ...(query ?? ({} as Query)), ...listingOf(paging) },
      returns: list(of, key, within),
      paging,
      ...more,
    });

/** A list with pages of up to 100 items. */
export const list100 = describeList({ perPage: 100, lastPage: Infinity, shortIsLast: true });
/** A search with pages of up to 50 items: a short page is not the end, and the service serves 100 pages. */
export const search50 = describeList({ perPage: 50, lastPage: 100, shortIsLast: false });
