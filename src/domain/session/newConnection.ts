import { Budget } from '../../api/throttle/budget.ts';
import { createApi } from '../../api/client/client.ts';
import type { Sending } from '../../api/http/send.ts';
import type { Connection } from '../hosts/connections.ts';
import type { Account, Host } from '../hosts/hosts.ts';

export function newBudget(requestsPerMinute: number): Budget {
  return new Budget(requestsPerMinute);
}

export function newConnection(host: Host, account: Account | undefined, sending: Sending): Connection {
  return { host, account, api: createApi({ ...sending, account: account?.login }), budget: sending.budget };
}
