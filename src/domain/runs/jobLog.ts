import type { RunDetail } from '../../api/record/run.ts';
import { joinBytes } from '../../core/bytes.ts';
import type { HostPlace } from '../hosts/connections.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { jobWithId } from './jobs.ts';
import { readLogArchive } from './logArchive.ts';
import { writeLog, type LeftOut, type LogText } from './logText.ts';
import type { Runs } from './runs.ts';
import { tooLarge } from './zipArchive.ts';

/** Bytes: a larger archive is not a log. */
const largestArchive = 100_000_000;

/** The log of a job as far as the host has it; no line if it has none yet. */
export async function readJobLog(
  runs: Pick<Runs, 'log'>,
  place: HostPlace,
  run: RunDetail,
  job: string,
  leftOut: LeftOut,
  options: RequestOptions,
): Promise<LogText> {
  const { body } = await runs.log(place, run.workflow_run_id, job, options);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > largestArchive) throw tooLarge();
    parts.push(part);
  }
  const logs = await readLogArchive(joinBytes(parts), options.signal);
  return await writeLog(jobWithId(run, job)?.job, logs, leftOut, options.signal);
}
