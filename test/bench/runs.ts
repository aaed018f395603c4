// How fast a log of CI is shown: npm run bench -- runs
import { HostFeatures } from '../../src/domain/hosts/hostFeatures.ts';
import { readJobLog } from '../../src/domain/runs/jobLog.ts';
import { firstFailed } from '../../src/domain/runs/jobs.ts';
import { readLogArchive } from '../../src/domain/runs/logArchive.ts';
import { encodeLog, writeLog } from '../../src/domain/runs/logText.ts';
import { RunList } from '../../src/domain/runs/runList.ts';
import { Runs } from '../../src/domain/runs/runs.ts';
import { budget } from '../budgets.ts';
import { longestTurn } from '../editor/kit/longestTurn.ts';
import { largeLog } from '../kit/largeLog.ts';
import { memoryStorage } from '../kit/memoryStorage.ts';
import { session } from '../kit/remoteFiles.ts';
import { startService } from '../service/service.ts';
import { latency, megabyte } from './kit/board.ts';
import { table, writeSection } from './kit/page.ts';

const head = ['', 'requests', 'ms', 'longest turn, ms of processor', 'memory, MB'];

async function showFailed(): Promise<readonly string[]> {
  const service = await startService({ latency });
  try {
    const place = {
      connection: await session(service).connect(),
      name: { host: 'local', owner: 'alice', repo: 'website' },
    };
    const features = new HostFeatures(memoryStorage());
    const runs = new Runs(features);
    const [failed] = await new RunList(features).first(place, { number: '41' }, 1, {});
    service.clear();
    const started = performance.now();
    const run = await runs.get(place, failed?.workflow_run_id ?? '', {});
    await encodeLog(await readJobLog(runs, place, run, firstFailed(run)?.job.id ?? '', String, {}));
    const time = performance.now() - started;
    const { failedLine } = budget.requests;
    const cells = [`${service.requests.length} (≤ ${failedLine})`, `${time.toFixed(0)} (≤ ${budget.times.failedLine})`];
    return ['from a failed run to its failed line', ...cells, '', ''];
  } finally {
    await service.close();
  }
}

async function readLarge(): Promise<readonly string[]> {
  const archive = largeLog(200_000_000);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let [most, time] = [before, 0];
  const sample = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
  const longest = await longestTurn(async () => {
    const started = performance.now();
    await encodeLog(await writeLog(undefined, await readLogArchive(archive), String));
    time = performance.now() - started;
  });
  clearInterval(sample);
  const memory = `${((most - before) / megabyte).toFixed(0)} (≤ ${budget.memory.log / megabyte})`;
  return ['a log of 200 MB', '', time.toFixed(0), `${longest.toFixed(0)} (≤ ${budget.times.log})`, memory];
}

const rows = [await showFailed(), await readLarge()];
for (const row of rows) console.log(row.join(' | '));
await writeSection('runs', table(head, rows));
