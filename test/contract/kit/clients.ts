import assert from 'node:assert/strict';
import { leakIn } from '../../../scripts/test/leaks.ts';
import { Budget } from '../../../src/api/throttle/budget.ts';
import { createApi, type Api } from '../../../src/api/client/client.ts';
import type { ExchangeLimits, Fetch } from '../../../src/api/http/fetch.ts';
import type { Sending } from '../../../src/api/http/send.ts';
import { limitsFor } from '../../../src/api/http/timeoutBudget.ts';
import { usualLimits, type NetworkLimits } from '../../../src/net/http/limits.ts';
import { createNetwork } from '../../../src/net/http/network.ts';
import * as transports from '../../../src/net/http/onDemand.ts';
import { RecordingLog } from '../../kit/recordingLog.ts';
import type { Habits } from '../../service/habits.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { suiteService } from './suiteService.ts';

/** A service of its own for a suite, and clients that reach it as the extension does. */
export class Clients {
  readonly log = new RecordingLog();
  readonly fetch: Fetch;
  readonly service: Service;
  /** Ends the clients, which must not have logged a secret. */
  readonly end: () => void;
  #made = 0;

  constructor(service: Service, limits: NetworkLimits = usualLimits, exchangeLimits?: ExchangeLimits) {
    this.service = service;
    const network = createNetwork({
      load: () => Promise.resolve(transports),
      settings: () => ({ mode: 'undici', strictSSL: true, env: {} }),
      editorFetch: fetch,
      log: this.log,
      limits,
      exchangeLimits,
    });
    this.fetch = network.fetch;
    this.end = () => {
      network.dispose();
      assert.equal(leakIn(this.log.lines.join('\n')), undefined, 'a secret is in the log');
    };
  }

  async close(): Promise<void> {
    await this.service.close();
    this.end();
  }

  /** Sets habits of the service, until `service.calm()`. */
  habit(habits: Partial<Habits>): void {
    this.service.set({ habits });
  }

  /** Creates a repository of alice, with a first commit if `auto_init` is set. */
  async fresh(auto_init = true): Promise<{ readonly owner: string; readonly repo: string }> {
    const path = `fresh-${(this.#made += 1)}`;
    await this.as('alice').own.createRepository({ name: path, path, auto_init });
    return { owner: 'alice', repo: path };
  }

  /** Clients of a `suiteService`. `timeout` and `connections` as for `start`. */
  static ofSuite(timeout?: number, connections = usualLimits.connections): Clients {
    const clients = new Clients(suiteService(), { ...usualLimits, connections }, limitsFor(timeout));
    after(() => clients.end());
    return clients;
  }

  /** `timeout`: milliseconds without progress after which an exchange fails; undefined: the usual limits. */
  static async start(timeout?: number, connections = usualLimits.connections): Promise<Clients> {
    return new Clients(await startService(), { ...usualLimits, connections }, limitsFor(timeout));
  }

  /** The client of `login`, or an anonymous one. */
  readonly as = (login: string | undefined, more: Partial<Sending> = {}): Api => {
    const token = login === undefined ? undefined : this.service.token(login);
    return createApi({
      apiUrl: this.service.url,
      fetch: this.fetch,
      credentials: { token: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) },
      budget: new Budget(0),
      log: this.log,
      ...more,
    });
  };
}
