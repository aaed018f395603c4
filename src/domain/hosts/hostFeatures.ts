import * as v from 'valibot';
import type { Api } from '../../api/client/client.ts';
import type { OptionalOperation } from '../../api/client/optionalEndpoints.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import { nameSegment, parseStored, type Storage } from '../../core/storage.ts';
import type { Connection, HostPlace } from './connections.ts';
import type { Host } from './hosts.ts';
import { inApi, type RequestOptions } from './source.ts';
import { webAddress } from './webAddress.ts';

/** Milliseconds for which an absent operation is not asked for again. */
const lifetime = 24 * 60 * 60_000;

/** `absent`: the time of the answer, in milliseconds since 1970, by operation. */
const Stored = v.object({ api: v.string(), absent: v.record(v.string(), v.number()) });

/** Hosts also answer 405 if a pull request cannot be merged now. */
const refusedWith405: ReadonlySet<OptionalOperation> = new Set(['pullRequests.merge']);

/** Times of the answers that a host does not have an operation, in milliseconds since 1970. */
type Absences = Map<string, number>;

export interface OptionalCall<T> {
  readonly operation: OptionalOperation;
  readonly page: string;
  readonly send: (api: Api) => Promise<T>;
  /** Reads what the call is about: only if it exists, a 404 means an absent operation. Undefined: only a 405 does. */
  readonly find?: ((api: Api) => Promise<unknown>) | undefined;
}

/** Which optional operations a host does not have: remembered for a day, on this computer. */
export class HostFeatures {
  readonly #storage: Storage;
  readonly #now: () => number;
  readonly #absent = new Map<string, Promise<Absences>>();
  /** Operations that succeeded in this process: a 404 of one is about a record. */
  readonly #served = new Set<string>();
  /** By host: whether it answers 404 about a missing record otherwise than about an unknown address. */
  readonly #distinguishing = new Map<string, Promise<boolean>>();

  constructor(storage: Storage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }

  /** Whether the host answered within a day that it does not have `operation`. Sends nothing. */
  async lacks(host: Host, operation: OptionalOperation): Promise<boolean> {
    const time = (await this.#absencesOf(host)).get(operation);
    return time !== undefined && this.#now() - time < lifetime && this.#now() >= time;
  }

  /** Sends nothing. @throws Failure `unsupported` (reason `noOperation`) if the host is known to lack `operation` */
  async require(host: Host, operation: OptionalOperation, page: string): Promise<void> {
    if (await this.lacks(host, operation)) throw unsupported(host, operation, page);
  }

  /**
   * Sends nothing if the host is known to lack the operation.
   * @throws Failure `unsupported` (reason `noOperation`, about the host and the page) if the host does not have it
   */
  async call<T>(connection: Connection, { operation, page, send, find }: OptionalCall<T>): Promise<T> {
    const { host, api } = connection;
    await this.require(host, operation, page);
    const key = `${keyOf(host)}\n${operation}`;
    try {
      const result = await send(api);
      this.#served.add(key);
      return result;
    } catch (error) {
      if (this.#served.has(key) || !isFailure(error)) throw error;
      const isUnknown = error.isUnknownAddress && error.kind === 'missing' && (await this.#distinguishes(connection));
      if (!isUnknown && !(await isAbsent(error, operation, () => find?.(api)))) throw error;
      await this.note(host, operation);
      throw unsupported(host, operation, page, error);
    }
  }

  /** As `call`, about the repository at `place` itself. `page`: the segments of its web page below the repository. */
  async callIn<T>(
    { connection, name }: HostPlace,
    operation: OptionalOperation,
    send: (api: Api, at: ReturnType<typeof inApi>) => Promise<T>,
    options: RequestOptions,
    ...page: readonly string[]
  ): Promise<T> {
    const at = inApi(name);
    return await this.call(connection, {
      operation,
      page: webAddress(connection.host, name, ...page),
      send: (api) => send(api, at),
      find: (api) => api.repositories.get(at, options),
    });
  }

  async #distinguishes({ host, api }: Connection): Promise<boolean> {
    const earlier = this.#distinguishing.get(keyOf(host));
    if (earlier !== undefined) return await earlier;
    // Every host has this operation, and no repository has this name.
    const asking = api.repositories.get({ owner: '-', repo: '-' }).then(
      () => false,
      (error: unknown) => isFailure(error, 'missing') && !error.isUnknownAddress,
    );
    this.#distinguishing.set(keyOf(host), asking);
    return await asking;
  }

  /** Remembers that the host does not have `operation`, or not in a form that can be used. */
  async note(host: Host, operation: OptionalOperation): Promise<void> {
    const absences = await this.#absencesOf(host);
    absences.set(operation, this.#now());
    const text = JSON.stringify({ api: host.apiUrl, absent: Object.fromEntries(absences) });
    // Without the file the host is asked again in the next session.
    await this.#storage.write(fileOf(host), new TextEncoder().encode(text), { durable: false }).catch(() => undefined);
  }

  #absencesOf(host: Host): Promise<Absences> {
    const absences = this.#absent.get(keyOf(host)) ?? this.#read(host);
    this.#absent.set(keyOf(host), absences);
    return absences;
  }

  async #read(host: Host): Promise<Absences> {
    const stored = parseStored(Stored, await this.#storage.read(fileOf(host)).catch(() => undefined));
    // The file of another API with the same id of the host says nothing.
    return new Map(stored?.api === host.apiUrl ? Object.entries(stored.absent) : []);
  }
}

const keyOf = ({ id, apiUrl }: Host): string => `${id}\n${apiUrl}`;
const fileOf = ({ id }: Host): string => `features/${nameSegment(id)}`;

async function isAbsent(
  error: Failure,
  operation: OptionalOperation,
  find: () => Promise<unknown> | undefined,
): Promise<boolean> {
  if (error.status === 405) return !refusedWith405.has(operation);
  if (error.kind !== 'missing') return false;
  const reading = find();
  if (reading === undefined) return false;
  return await reading.then(
    () => true,
    // What the operation is about is absent from the host itself.
    (failure: unknown) => isFailure(failure, 'unsupported'),
  );
}

/** The Failure of a host that lacks `operation`. `page`: where a person does the same. */
export function unsupported({ name }: Host, operation: OptionalOperation, page: string, cause?: unknown): Failure {
  return new Failure('unsupported', `the host has no operation ${operation}: ${page}`, {
    reason: 'noOperation',
    about: [name, page],
    cause,
  });
}
