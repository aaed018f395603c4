import { createHash } from 'node:crypto';
import type { CiJob, CiRun, CiStep } from './engine.ts';
import { statusAt } from './engine.ts';
import { zip } from './zip.ts';

/** “初始化步骤” in GBK, as the host writes it. */
const initial = Buffer.from([0xb3, 0xf5, 0xca, 0xbc, 0xbb, 0xaf, 0xb2, 0xbd, 0xd6, 0xe8]);
/** A longer log is an archive in an archive. */
const longLog = 50;

const two = (value: number, digits = 2): string => String(value).padStart(digits, '0');

function stampOf(time: number): string {
  const at = new Date(time + 8 * 3_600_000);
  const day = `${at.getUTCFullYear()}/${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}`;
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map((part) => two(part)).join(':');
  return `[${day} ${clock}.${two(at.getUTCMilliseconds(), 3)} GMT+08:00]`;
}

function textOf({ lines, start = 0, status }: CiStep): Buffer {
  const level = (at: number): string => (status === 'FAILED' && at === lines.length - 1 ? 'ERROR' : 'INFO');
  return Buffer.from(lines.map((line, at) => `${stampOf(start + at)} [${level(at)}] ${line}\n`).join(''));
}

/** The log of a job as far as its steps have ended; undefined: there is none. */
export function logArchive(run: CiRun, job: CiJob, now: number): Buffer | undefined {
  const ended = job.steps.filter((step) => !['INIT', 'RUNNING'].includes(statusAt(step, run, now)));
  if (ended.length === 0) return undefined;
  return zip(
    ended.map((step) => {
      const sequence = job.steps.indexOf(step);
      const name = sequence === 0 ? Buffer.concat([Buffer.from('0_'), initial, Buffer.from('.log')]) : undefined;
      const text = step.status === 'IGNORED' ? Buffer.from('\n') : textOf(step);
      const exec = createHash('md5').update(job.id).digest('hex');
      const isLong = step.lines.length > longLog;
      const inner = (): Buffer => zip([{ name: `${exec}-${exec}-${sequence}.log`, content: text }]);
      const content = isLong ? zip([{ name: `${exec}_${exec}.zip`, content: inner(), stored: true }]) : text;
      return { name: name ?? `${sequence}_${step.name.replaceAll('/', '_')}.log`, content };
    }),
  );
}
