import { Writable } from 'node:stream';
import { Agent, stream } from 'undici';
import type { FaultRule } from '../service/faults.ts';
import type { Action, BehaviourSetting } from '../service/handle.ts';
import type { LoggedRequest, Violation } from '../service/requestLog.ts';

/** Separate connections, because the requests of the editor must not delay a test. */
const connections = new Agent({ pipelining: 0 });

/** A window follows its branches, pull requests and their comments. */
const followed: ReadonlySet<string> = new Set([
  'git',
  'branches.get',
  'pullRequests.get',
  'pullRequestComments.list',
  'repositories.get',
]);

/**
 * The local service as a test inside the extension host reaches it: the host `local` of the settings, steered from
 * behind through its control address. The methods are those of `Service`.
 */
export class RemoteService {
  readonly url: string;
  readonly controlUrl: string;

  /** `controlUrl` is given to tests in the editor as SOURCEHOST_SERVICE. */
  constructor(controlUrl = process.env.SOURCEHOST_SERVICE ?? '') {
    this.url = new URL(controlUrl).origin;
    this.controlUrl = controlUrl;
  }

  /** The personal token of a demo account. */
  async token(login: string): Promise<string> {
    const { tokens } = await this.#ask<{ tokens: Record<string, string> }>('GET', '');
    return tokens[login] ?? '';
  }

  async clientSecret(): Promise<string> {
    return (await this.#ask<{ clientSecret: string }>('GET', '')).clientSecret;
  }

  /** The requests that change something. Asking where contents of Git LFS are is none. */
  async changes(): ReturnType<RemoteService['requests']> {
    return (await this.requests()).filter(({ method, operation }) => method !== 'GET' && operation !== 'lfs.batch');
  }

  /** Requests since the last `clear`, or after the request with the number `since`. A page that is still open loads pictures. */
  async requests(operation?: string, since = 0): Promise<LoggedRequest[]> {
    const wanted = operation === undefined ? '' : `&operation=${encodeURIComponent(operation)}`;
    const all = await this.#ask<LoggedRequest[]>('GET', `/requests?since=${since}${wanted}`);
    return all.filter((request) => request.operation !== 'avatar');
  }

  /** The operations of `requests`, without what the window reads by itself for what earlier tests left open. */
  async asked(): Promise<string[]> {
    const all = (await this.requests()).map(({ operation }) => operation);
    return all.filter((operation) => !followed.has(operation) && !operation.startsWith('runs.'));
  }

  /** Requests that a correct client does not send. */
  async violations(): Promise<Violation[]> {
    return await this.#ask('GET', '/violations');
  }

  async set(setting: BehaviourSetting): Promise<void> {
    await this.#ask('POST', '/behaviour', setting);
  }

  async fail(rule: FaultRule): Promise<void> {
    await this.#ask('POST', '/faults', rule);
  }

  async heal(): Promise<void> {
    await this.#ask('DELETE', '/faults');
  }

  /** Habits, latency, limits and faults as at the start; data and log stay. */
  async calm(): Promise<void> {
    await this.#ask('DELETE', '/behaviour');
  }

  async act(action: Action): Promise<unknown> {
    return await this.#ask('POST', '/act', action);
  }

  /** The result of an operation of the API, without the network. `params` may name another repository. */
  async call<T = Record<string, unknown>>(operation: string, params: object = {}, as = 'alice'): Promise<T> {
    return (await this.act({ do: 'call', operation, params: { owner: 'alice', repo: 'website', ...params }, as })) as T;
  }

  /** Runs git in a repository of the service. Returns its output without the last line break. */
  async git(repository: string, ...args: readonly string[]): Promise<string> {
    return (await this.#ask<{ output: string }>('POST', '/git', { repository, args })).output;
  }

  /** Forgets the requests and violations so far. */
  async clear(): Promise<void> {
    await this.#ask('DELETE', '/requests');
  }

  /** Restores the initial data and behaviour, and clears the requests. */
  async reset(): Promise<void> {
    await this.#ask('POST', '/reset');
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const chunks: Uint8Array[] = [];
    let status = 0;
    const init = { method, dispatcher: connections, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    await stream(`${this.controlUrl}${path}`, init, ({ statusCode }) => {
      status = statusCode;
      return new Writable({
        // A connection that is paused while the service ends it throws an error that cannot be caught (undici 7).
        highWaterMark: Number.MAX_SAFE_INTEGER,
        write: (chunk: Uint8Array, _, done) => {
          chunks.push(chunk);
          done();
        },
      });
    });
    const answer = JSON.parse(Buffer.concat(chunks).toString()) as T & { message?: string };
    if (status >= 400) throw new Error(`The local service refused ${method} ${path}: ${answer.message ?? status}`);
    return answer;
  }
}
