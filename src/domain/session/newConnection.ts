import { Budget } from '../../api/throttle/budget.ts';
import { createApi } from '../../api/client/client.ts';
import type { Sending } from '../../api/http/send.ts';
import { upload } from '../../api/http/upload.ts';
import type { Connection } from '../hosting/connections.ts';
import type { Account, Host } from '../hosting/hosts.ts';

export function newBudget(requestsPerMinute: number): Budget {
  return new Budget(requestsPerMinute);
}

/** Apart from what keeps connections, since the whole API is read from disk with it: when the first one is made. */
export function newConnection(host: Host, account: Account | undefined, sending: Sending): Connection {
  return {
    host,
    account,
    api: createApi(sending),
    budget: sending.budget,
    upload: (grant, content, options) => upload(sending, grant, content, options),
  };
}
