import { Budget } from '../../src/api/throttle/budget.ts';
import { createApi, type Api } from '../../src/api/client/client.ts';
import type { Sending } from '../../src/api/http/send.ts';
import { FakeFetch, type Answering } from './fakeFetch.ts';
import { RecordingLog } from './recordingLog.ts';

export const token = 'token-0123456789abcdef';

export interface FakeApi {
  readonly api: Api;
  readonly net: FakeFetch;
  readonly log: RecordingLog;
  readonly budget: Budget;
  /** Tokens that were rejected, in order. */
  readonly renewed: string[];
}

/** The client with a transport that returns the given answers. */
export function fakeApi(answer: Answering, more: Partial<Sending> & { readonly fresh?: string } = {}): FakeApi {
  const net = new FakeFetch(answer);
  const log = new RecordingLog();
  const budget = more.budget ?? new Budget(0, () => Date.now());
  const renewed: string[] = [];
  const credentials = {
    token: () => Promise.resolve(token),
    renew: (rejected: string) => {
      renewed.push(rejected);
      return Promise.resolve(more.fresh);
    },
  };
  const api = createApi({ apiUrl: 'https://api.test', fetch: net.fetch, credentials, log, ...more, budget });
  return { api, net, log, budget, renewed };
}
