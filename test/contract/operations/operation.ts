import type { ClientName } from '../../../scripts/apiCoverage/places.ts';
import type { Api } from '../../../src/api/client/client.ts';
import type { LoggedRequest } from '../../service/requestLog.ts';
import type { Service } from '../../service/handle.ts';

/** The service, and the client of the people who use it. */
export interface Visit {
  readonly service: Service;
  /** Alice's. */
  readonly api: Api;
  readonly as: (login: string) => Api;
  readonly anonymous: Api;
  /** The last request of the operation that is tested, as it arrived. */
  readonly arrived: () => LoggedRequest;
  /** An empty repository of alice's with a first commit, for this test alone. */
  readonly fresh: () => Promise<{ readonly owner: string; readonly repo: string }>;
}

export interface OperationTest {
  readonly name: ClientName;
  readonly title: string;
  readonly run: (visit: Visit) => Promise<void>;
}

/** A test of one operation, in which it must succeed at least once. */
export function operation(name: ClientName, title: string, run: OperationTest['run']): OperationTest {
  return { name, title, run };
}

export const website = { owner: 'alice', repo: 'website' };
