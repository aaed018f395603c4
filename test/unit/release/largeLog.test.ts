import { readLogArchive } from '../../../src/domain/runs/logArchive.ts';
import { encodeLog, writeLog } from '../../../src/domain/runs/logText.ts';
import { budget, within, withinTime } from '../../budgets.ts';
import { longestTurn } from '../../editor/kit/longestTurn.ts';
import { largeLog } from '../../kit/largeLog.ts';

describe('a log of 200 MB', () => {
  it('is read in short turns and little memory', async function () {
    this.timeout(120_000);
    const archive = largeLog(200_000_000);
    const before = process.memoryUsage().rss;
    let most = before;
    const sample = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
    const longest = await longestTurn(
      async () => void (await encodeLog(await writeLog(undefined, await readLogArchive(archive), String))),
    );
    clearInterval(sample);
    withinTime(budget.times.log, longest);
    within(budget.memory.log, most - before, 'bytes');
  });
});
