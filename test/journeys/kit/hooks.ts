// Root hooks of every run of journeys.
import type { Context } from 'mocha';
import { endWithParent } from '../../../scripts/kit/processes.ts';
import { useStage, endJourney } from './desk.ts';
import { setStage } from './stage.ts';

// What was started ends with this process, if it ends by itself.
process.once('SIGTERM', () => process.exit(143));
endWithParent(() => process.exit(1));

export const mochaHooks = {
  async beforeAll(this: Context): Promise<void> {
    this.timeout(600_000);
    useStage(await setStage());
  },
  async afterEach(this: Context): Promise<void> {
    const { currentTest } = this;
    // Without a state it failed and is tried once more.
    const again = currentTest !== undefined && currentTest.state === undefined;
    await endJourney(again || currentTest?.state === 'failed' ? currentTest.fullTitle() : undefined);
  },
  async afterAll(): Promise<void> {
    await useStage(undefined)?.close();
  },
};
