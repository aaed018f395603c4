import assert from 'node:assert/strict';
import { isFailure, type Failure, type FailureKind } from '../../src/core/errors.ts';

/** The Failure that `promise` rejects with; the test fails where it succeeds or throws anything else. */
export async function rejection(promise: Promise<unknown>, kind?: FailureKind): Promise<Failure> {
  const outcome: unknown = await promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );
  if (!isFailure(outcome))
    assert.fail(`expected a Failure, got ${outcome instanceof Error ? outcome.stack : JSON.stringify(outcome)}`);
  if (kind !== undefined) assert.equal(outcome.kind, kind, outcome.message);
  return outcome;
}
