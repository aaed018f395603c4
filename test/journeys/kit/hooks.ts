// Root hooks of every run of journeys. Two processes run the files in parallel.
import type { Context } from 'mocha';
import { endWithParent } from '../../../scripts/kit/processes.ts';
import { packageExtension } from '../../../scripts/kit/vsix.ts';
import { endJourney } from './desk.ts';
import { stage } from './stage.ts';

// The started processes end with this process, also if it ends early.
process.once('SIGTERM', () => process.exit(143));
endWithParent(() => process.exit(1));

export const mochaGlobalSetup = packageExtension;

export const mochaHooks = {
  /** Runs before each file, because the set-up takes longer than the timeout of a journey. */
  async beforeAll(this: Context): Promise<void> {
    this.timeout(600_000);
    await stage();
  },
  async afterEach(this: Context): Promise<void> {
    const { currentTest } = this;
    // Without a state the journey failed and is repeated once.
    const again = currentTest !== undefined && currentTest.state === undefined;
    await endJourney(again || currentTest?.state === 'failed' ? currentTest.fullTitle() : undefined);
  },
};
