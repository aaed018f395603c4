// Root hooks of every run of journeys, whose files are run by two processes side by side.
import type { Context } from 'mocha';
import { endWithParent } from '../../../scripts/kit/processes.ts';
import { packageExtension } from '../../../scripts/kit/vsix.ts';
import { endJourney } from './desk.ts';
import { stage } from './stage.ts';

// What was started ends with this process, if it ends by itself.
process.once('SIGTERM', () => process.exit(143));
endWithParent(() => process.exit(1));

export const mochaGlobalSetup = packageExtension;

export const mochaHooks = {
  /** Before each file; setting up takes longer than a journey may. */
  async beforeAll(this: Context): Promise<void> {
    this.timeout(600_000);
    await stage();
  },
  async afterEach(this: Context): Promise<void> {
    const { currentTest } = this;
    // Without a state it failed and is tried once more.
    const again = currentTest !== undefined && currentTest.state === undefined;
    await endJourney(again || currentTest?.state === 'failed' ? currentTest.fullTitle() : undefined);
  },
};
