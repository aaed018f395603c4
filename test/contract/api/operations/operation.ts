import type { ClientName } from '../../../../scripts/apiCoverage/places.ts';
import type { Api } from '../../../../src/api/client/client.ts';
import type { LoggedRequest } from '../../../service/requestLog.ts';
import type { Service } from '../../../service/handle.ts';

/** The service and its clients, for the test of one operation. */
export interface Visit {
  readonly service: Service;
  /** The client of alice. */
  readonly api: Api;
  readonly as: (login: string) => Api;
  readonly anonymous: Api;
  /** The last received request of the tested operation. */
  readonly arrived: () => LoggedRequest;
  /** Creates a repository of alice with a first commit, for this test only. */
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
