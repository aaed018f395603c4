import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { leakIn } from '../../scripts/test/leaks.ts';
import { isFailure, type Failure, type FailureKind } from '../../src/core/errors.ts';

/**
 * The Failure that `promise` rejects with. The test fails if the promise resolves or rejects with another error, or if
 * the Failure contains a secret of the local service at any depth.
 */
export async function rejection(promise: Promise<unknown>, kind?: FailureKind): Promise<Failure> {
  const outcome: unknown = await promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );
  if (!isFailure(outcome))
    assert.fail(`expected a Failure, got ${outcome instanceof Error ? outcome.stack : JSON.stringify(outcome)}`);
  assert.equal(leakIn(inspect(outcome, { depth: 10, showHidden: true })), undefined, 'a secret is in the Failure');
  if (kind !== undefined) assert.equal(outcome.kind, kind, outcome.message);
  return outcome;
}
