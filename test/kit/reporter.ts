import Mocha from 'mocha';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The result of a test run. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Title and error of each test that failed. */
  readonly failures: readonly string[];
  /** Title and first error of each test that passed only when it ran again. */
  readonly flaky: readonly string[];
}

export const nothing: Count = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };

/** Prints the output of mocha, and writes the count as JSON to the file that SOURCEHOST_RESULTS names. */
export default class Results extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_RETRY } = Mocha.Runner.constants;
    const failedOnce = new Map<string, string>();
    const flaky: string[] = [];
    const failures: string[] = [];
    runner.on(EVENT_TEST_RETRY, (test: Mocha.Test, error: Error) => {
      failedOnce.set(test.fullTitle(), described(test, error));
    });
    runner.on(EVENT_TEST_PASS, (test: Mocha.Test) => {
      const failure = failedOnce.get(test.fullTitle());
      if (failure !== undefined) flaky.push(failure);
    });
    runner.on(EVENT_TEST_FAIL, (test: Mocha.Test, error: Error) => {
      const first = failedOnce.get(test.fullTitle());
      failures.push([described(test, error), ...(first === undefined ? [] : [`First: ${first}`])].join('\n'));
    });
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const file = process.env.SOURCEHOST_RESULTS;
      if (file === undefined) return;
      const { passes, pending } = this.stats;
      const count: Count = { passed: passes, failed: this.stats.failures, skipped: pending, failures, flaky };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(count));
    });
  }
}

function described(test: Mocha.Test, error: Error): string {
  return `${test.fullTitle()}\n${error.stack ?? error.message}`;
}
