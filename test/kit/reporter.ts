import Mocha from 'mocha';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The result of a test run. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Prints the output of mocha, and writes the count as JSON to the file that SOURCEHOST_RESULTS names. */
export default class Results extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on(Mocha.Runner.constants.EVENT_TEST_RETRY, (test: Mocha.Test, error: Error) => {
      Mocha.reporters.Base.consoleLog(`    failed once: ${test.fullTitle()}\n${error.stack ?? error.message}`);
    });
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const file = process.env.SOURCEHOST_RESULTS;
      if (file === undefined) return;
      const { passes, failures, pending } = this.stats;
      const count: Count = { passed: passes, failed: failures, skipped: pending };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(count));
    });
  }
}
