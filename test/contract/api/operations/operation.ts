import type { ClientName } from '../../../../scripts/apiCoverage/table.ts';
import type { Api } from '../../../../src/api/client/client.ts';
import type { OptionalOperation } from '../../../../src/api/client/optionalEndpoints.ts';
import type { LoggedRequest } from '../../../service/requestLog.ts';
import type { Service } from '../../../service/handle.ts';
import type { Clients } from '../../kit/clients.ts';

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

export interface OperationTest<Name extends string = ClientName> {
  readonly name: Name;
  readonly title: string;
  readonly run: (visit: Visit) => Promise<void>;
}

/** A test of one operation, in which it must succeed at least once. */
export function operation(name: ClientName, title: string, run: OperationTest['run']): OperationTest {
  return { name, title, run };
}

/** The same for an operation that only some hosts have. */
export function optionalOperation(
  name: OptionalOperation,
  title: string,
  run: OperationTest['run'],
): OperationTest<OptionalOperation> {
  return { name, title, run };
}

export function visitOf(clients: Clients, name: string): Visit {
  const { service, as } = clients;
  return {
    service,
    as,
    api: as('alice'),
    anonymous: as(undefined),
    arrived: () => service.requests.findLast(({ operation }) => operation === name)!,
    fresh: () => clients.fresh(),
  };
}

export const website = { owner: 'alice', repo: 'website' };
