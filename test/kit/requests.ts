import assert from 'node:assert/strict';
import type { Endpoint } from '../../src/api/contract/endpoint.ts';
import { endpoints } from '../../src/api/client/endpoints.ts';
import { optionalEndpoints } from '../../src/api/client/optionalEndpoints.ts';
import { within } from '../budgets.ts';

const groups: Readonly<Record<string, object | undefined>> = {
  ...optionalEndpoints,
  ...endpoints,
};

function isChange(operation: string): boolean {
  const [group = '', name = ''] = operation.split('.');
  const table = groups[group] as Readonly<Record<string, Endpoint | undefined>> | undefined;
  const method = table?.[name]?.method;
  return method !== undefined && method !== 'GET';
}

/**
 * Fails unless `requests` (names of operations) are at most `most`, and exactly `changes` among them change something. What
 * git fetches behind the API is not counted.
 */
export function changesWithin(most: number, requests: readonly string[], ...changes: readonly string[]): void {
  assert.deepEqual(requests.filter(isChange), changes);
  within(
    most,
    requests.filter((operation) => operation !== 'git'),
  );
}
