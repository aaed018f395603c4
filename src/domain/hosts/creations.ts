import type { Api } from '../../api/client/client.ts';
import { Failure, isFailure, mayBeDone } from '../../core/errors.ts';
import { foldCase } from '../../core/text.ts';
import { repositoryKey, type RepositoryName } from './address.ts';
import type { Connection } from './connections.ts';
import type { Account, Host } from './hosts.ts';
import type { RequestOptions } from './source.ts';
import { webAddress } from './webAddress.ts';

/** Whether a record is the one that was sent; undefined: the host does not tell. */
export type Fit = boolean | undefined;

/** False if one is false; else undefined if one is not known. */
export function allFit(...fits: readonly Fit[]): Fit {
  if (fits.includes(false)) return false;
  return fits.includes(undefined) ? undefined : true;
}

/** Whether `person` is the account `login`. */
export const isBy = (person: { readonly login: string } | undefined, login: string | undefined): Fit =>
  person === undefined || login === undefined ? undefined : foldCase(person.login) === foldCase(login);

/** What is created, and how it is found if the answer is lost. */
export interface Creation<T> {
  readonly api: Api;
  /** The account and where its result is listed. */
  readonly place: string;
  /** All that is sent. The same values at the same place are the same creation. */
  readonly sent: unknown;
  /** Where a person looks for it. */
  readonly page?: string | undefined;
  readonly send: () => Promise<T | undefined>;
  /** The records of the place, page by page. `since` (ISO) is before the request. */
  readonly list: (since: string) => AsyncIterable<{ readonly items: readonly T[] }>;
  readonly isNewestFirst?: boolean;
  readonly id: (one: T) => string;
  /** The time of its creation. Left out for names, which have none: then the first page is read before the request. */
  readonly created?: (one: T) => string | undefined;
  /** Author, place, state and values; not the time. */
  readonly fits: (one: T) => Fit | Promise<Fit>;
}

/** Where a person and this extension look for it; `page`: the path of its list, or of what it belongs to. */
export function creationAt(
  {
    api,
    account,
    host,
  }: Pick<Connection, 'api'> & {
    readonly account: Pick<Account, 'login'> | undefined;
    readonly host?: Host | undefined;
  },
  name: RepositoryName,
  ...page: readonly string[]
) {
  return {
    api,
    place: [account?.login, repositoryKey(name), ...page].join('/'),
    page: host && webAddress(host, name, ...page),
  };
}

/** A creation without an answer. */
export interface Attempt {
  /** Milliseconds since 1970 when it was sent, by the clock of this computer. */
  readonly since: number;
  /** The same by the clock of the host. */
  readonly hostSince?: number | undefined;
  /** The caller was told that it cannot be decided. */
  readonly isTold?: boolean | undefined;
  /** The ids that were there before. */
  readonly before?: readonly string[] | undefined;
  readonly isAllBefore?: boolean | undefined;
}

/** `key`: the place and what was sent. */
export interface Attempts {
  /** The places and ids of what was created. */
  readonly created: Set<string>;
  get(key: string): Promise<Attempt | undefined> | Attempt | undefined;
  set(key: string, attempt: Attempt): unknown;
  delete(key: string): unknown;
}

/** Milliseconds that the clocks of the computers of one host may differ. */
const clockDifference = 60_000;
const mostPages = 20;
const pageSize = 100;

/** The attempts of this process. */
class Memory extends Map<string, Attempt> implements Attempts {
  readonly created = new Set<string>();
  /** The keys of requests that are running: their answers are not lost. */
  readonly running = new Set<string>();
}

const memories = new WeakMap<Api, Memory>();

export function memoryOf(api: Api): Memory {
  const memory = memories.get(api) ?? new Memory();
  memories.set(api, memory);
  return memory;
}

/**
 * Sends a creation once. If its answer is lost, its record is looked for: now, and before the same values are sent again.
 * What was there before the request is never the result. Undefined: created, and neither answered nor found.
 * `options.again`: the caller knows that it may be there already, and wants it sent.
 * @throws Failure `unreadable` (reason `maybeCreated`) if it cannot be decided; else that of the request
 */
export async function createOnce<T>(
  creation: Creation<T>,
  options: RequestOptions = {},
  attempts: Attempts = memoryOf(creation.api),
): Promise<T | undefined> {
  const { place, sent, send, id } = creation;
  const key = `${place}\n${JSON.stringify(sent)}`;
  const end = async (result: T | undefined): Promise<T | undefined> => {
    if (result !== undefined) attempts.created.add(`${place}\n${id(result)}`);
    await attempts.delete(key);
    return result;
  };
  const look = async (attempt: Attempt): Promise<T | undefined> =>
    await findCreated(creation, attempt, attempts).catch(async (error: unknown) => {
      if (isUndecided(error)) await attempts.set(key, { ...attempt, isTold: true });
      throw error;
    });
  const { running } = memoryOf(creation.api);
  const last = running.has(key) ? undefined : await attempts.get(key);
  const earlier = options.again === true && last?.isTold === true ? undefined : last;
  const found = earlier && (await look(earlier));
  if (found !== undefined) return await end(found);
  const attempt = earlier ?? (await begin(creation));
  // Before the request, because the window can end during it.
  await attempts.set(key, attempt);
  running.add(key);
  try {
    // A creation without a record in its answer happened.
    return await end((await send()) ?? (await findCreated(creation, attempt, attempts).catch(() => undefined)));
  } catch (error) {
    const isKnown = isFailure(error) && error.kind !== 'cancelled' && !mayBeDone(error);
    if (isKnown && earlier === undefined) await attempts.delete(key);
    if (!isLost(error)) throw error;
    const result = await look(attempt).catch((failure: unknown) => {
      throw isUndecided(failure) ? failure : error;
    });
    if (result === undefined) throw error;
    return await end(result);
  } finally {
    running.delete(key);
  }
}

/** The record of a creation without an answer. @throws Failure `unreadable` (reason `maybeCreated`) */
export async function findCreated<T>(
  creation: Creation<T>,
  attempt: Attempt,
  { created }: Pick<Attempts, 'created'> = memoryOf(creation.api),
): Promise<T | undefined> {
  const { list, fits, isNewestFirst = false, page } = creation;
  let isUnsure = false;
  let pages = 0;
  for await (const { items } of list(new Date(attempt.since - 24 * 3_600_000).toISOString())) {
    pages += 1;
    let isOld = isNewestFirst;
    for (const one of items) {
      const isNew = created.has(`${creation.place}\n${creation.id(one)}`) ? false : isNewer(creation, one, attempt);
      isOld &&= isNew === false;
      const fit = isNew === false ? false : allFit(isNew, await fits(one));
      if (fit === true) return one;
      isUnsure ||= fit === undefined;
    }
    if (isOld) break;
    if (pages < mostPages) continue;
    isUnsure = true;
    break;
  }
  if (!isUnsure) return undefined;
  const about = page === undefined ? [] : [page];
  throw new Failure('unreadable', 'the answer was lost, and the host has the same', { reason: 'maybeCreated', about });
}

/** Whether `one` was created after the request began. */
function isNewer<T>({ api, id, created }: Creation<T>, one: T, attempt: Attempt): Fit {
  const { since, hostSince = api.hostTime(since), before, isAllBefore } = attempt;
  if (created === undefined)
    return before?.includes(id(one)) === true ? false : isAllBefore === true ? true : undefined;
  const time = Date.parse(created(one) ?? '');
  if (Number.isNaN(time) || hostSince === undefined) return undefined;
  // The time of a record can lack its milliseconds.
  if (time > hostSince - 1_000) return true;
  return time < hostSince - clockDifference ? false : undefined;
}

async function begin<T>({ api, created, list, id }: Creation<T>): Promise<Attempt> {
  const attempt = (): Attempt => ({ since: Date.now(), hostSince: api.hostTime(Date.now()) });
  if (created !== undefined) return attempt();
  const pages = list('')[Symbol.asyncIterator]();
  const first = await pages.next().catch((error: unknown) => {
    // Without this knowledge the result of a lost answer cannot be decided.
    if (isFailure(error, 'cancelled', 'signedOut')) throw error;
  });
  if (first === undefined) return attempt();
  const items = first.done === true ? [] : first.value.items;
  return { ...attempt(), before: items.map(id), isAllBefore: items.length < pageSize };
}

/** One record as a list. */
export async function* onlyPage<T>(found: Promise<T | undefined>): AsyncGenerator<{ readonly items: readonly T[] }> {
  const one = await found;
  yield { items: one === undefined ? [] : [one] };
}

/** Whether a creation of `createOnce` may have been made. */
export const isUndecided = (error: unknown): boolean => isFailure(error) && error.reason === 'maybeCreated';

/** A host that fails can have made the change. Not after a timeout: the record would be waited for as long again. */
const isLost = (error: unknown): error is Failure =>
  isFailure(error) &&
  (error.reason === 'unconfirmed' ||
    (error.kind === 'unreachable' && error.sent !== false) ||
    (error.kind === 'broken' && mayBeDone(error)));

/**
 * The result of a change. If its answer is lost, `find` reads the record again, and returns it if it has the change.
 * `ifAbsent`: what it means that the record lacks it. @throws Failure `broken` if the change was not made
 */
export async function confirmedChange<T>(
  change: Promise<T | undefined>,
  find: () => Promise<T | undefined>,
  ifAbsent: 'notMade' | 'unknown' = 'notMade',
): Promise<T | undefined> {
  try {
    return await change;
  } catch (error) {
    if (!isLost(error)) throw error;
    const reading = await find().then(
      (match) => ({ match }),
      () => undefined,
    );
    if (reading?.match !== undefined) return reading.match;
    if (reading === undefined || ifAbsent === 'unknown' || error.reason !== 'unconfirmed') throw error;
    throw error.with({ kind: 'broken', reason: undefined });
  }
}
