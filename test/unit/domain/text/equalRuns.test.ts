import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffBudget, equalRuns } from '../../../../src/domain/text/equalRuns.ts';

const sequence = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 });

/** The length of the longest common subsequence, by the table of all beginnings. */
function longestCommon(a: readonly number[], b: readonly number[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const one of a) {
    const next = [0];
    for (const [index, other] of b.entries())
      next.push(one === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('equalRuns', () => {
  it('finds a longest common subsequence', () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        const runs = equalRuns(a, b, diffBudget());
        let [afterA, afterB, total] = [0, 0, 0];
        for (const run of runs) {
          assert.ok(run.a >= afterA && run.b >= afterB);
          assert.deepEqual(a.slice(run.a, run.a + run.length), b.slice(run.b, run.b + run.length));
          [afterA, afterB, total] = [run.a + run.length, run.b + run.length, total + run.length];
        }
        assert.equal(total, longestCommon(a, b));
      }),
    );
  });

  it('returns only equal items in order when the budget is used up', () => {
    fc.assert(
      fc.property(sequence, sequence, fc.integer({ min: 0, max: 30 }), (a, b, steps) => {
        let [afterA, afterB] = [0, 0];
        for (const run of equalRuns(a, b, { steps })) {
          assert.ok(run.a >= afterA && run.b >= afterB);
          assert.deepEqual(a.slice(run.a, run.a + run.length), b.slice(run.b, run.b + run.length));
          [afterA, afterB] = [run.a + run.length, run.b + run.length];
        }
      }),
    );
  });
});
